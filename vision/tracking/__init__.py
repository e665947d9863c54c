"""A game tracked at a table: one beam of hypotheses, weighed look after look, becomes plays, questions and alarms."""

from vision.tracking.decision import (
    Ask,
    Commit,
    Decision,
    Illegal,
    Nothing,
    OutOfStep,
    Reopen,
    Revise,
    TakenBack,
    Wait,
)
from vision.tracking.difference import Difference
from vision.tracking.look import Look
from vision.tracking.policy import NOT_READ
from vision.tracking.tracker import Tracker

__all__ = [
    "NOT_READ",
    "Ask",
    "Commit",
    "Decision",
    "Difference",
    "Illegal",
    "Look",
    "Nothing",
    "OutOfStep",
    "Reopen",
    "Revise",
    "TakenBack",
    "Tracker",
    "Wait",
]
