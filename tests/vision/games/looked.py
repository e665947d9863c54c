"""A belief that starts at a known state, and what it decides look after look."""

from vision.observation import Observation
from vision.tracking import Tracker
from vision.tracking.belief import Belief
from vision.tracking.evidence import Evidence
from vision.tracking.step import step


def looks(rules, options, state, readings, apart=0.3):
    """The decision after each of the table readings, which were taken so far apart (s)."""
    model, belief, told = Tracker(rules, options, _nothing).model, Belief((state,)), []
    for number, reading in enumerate(readings):
        after = step(model, belief, Evidence(apart * number, lambda _, seen=reading: seen))
        belief = after.belief
        told.append(after.decision)
    return told


def _nothing(photo, _known=None, /):
    return Observation(photo.width, photo.height, photo.sha256, ())
