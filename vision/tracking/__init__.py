"""A game tracked at a table: one beam of hypotheses, weighed look after look, becomes plays, questions and alarms."""

from vision.tracking.decision import Alarm, Ask, Commit, Decision, Lost, Nothing, Reopen, Revise, TakeBack, Wait
from vision.tracking.difference import Difference
from vision.tracking.look import Look
from vision.tracking.tracker import Tracker

__all__ = ["Alarm", "Ask", "Commit", "Decision", "Difference", "Look", "Lost", "Nothing", "Reopen"]
__all__ += ["Revise", "TakeBack", "Tracker", "Wait"]
