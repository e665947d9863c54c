"""A game followed at a table: looks become plays, questions and reports."""

from vision.follow.attention import Attention, Notice
from vision.tracking.decision import Ask, Commit, Decision, Illegal, Nothing, OutOfStep, Reopen, TakenBack, Wait
from vision.follow.decoder import Decoder
from vision.follow.follower import Follower, Look
from vision.follow.settings import FollowSettings

__all__ = [
    "Ask",
    "Attention",
    "Commit",
    "Decision",
    "Decoder",
    "FollowSettings",
    "Follower",
    "Illegal",
    "Look",
    "Nothing",
    "Notice",
    "OutOfStep",
    "Reopen",
    "TakenBack",
    "Wait",
]
