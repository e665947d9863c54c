"""The eye of Stones: stones, base stones, tokens, tiles and the marker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vision.pipeline import Eye
from vision.stones.palette import UNKNOWN, StoneSet
from vision.stones.reader import StoneReader
from vision.trained.detector import TrainedDetector

if TYPE_CHECKING:
    from pathlib import Path

KINDS: Final = frozenset({"stone", "token", "tile", "marker", "hand"})


def eye(enrolled: Path | None = None) -> Eye:
    """The eye; `enrolled` is a set of stones that `tableside enroll stones` wrote."""
    return Eye(TrainedDetector(), StoneReader(UNKNOWN if enrolled is None else StoneSet.load(enrolled)), KINDS)
