"""The recogniser of Stones: stones, base stones, tokens, tiles and the marker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vision.recognise.recogniser import Recogniser
from vision.recognise.stones.palette import UNKNOWN, StoneSet
from vision.recognise.stones.reader import StoneReader
from vision.recognise.trained.detector import TrainedDetector

if TYPE_CHECKING:
    from pathlib import Path

KINDS: Final = frozenset({"stone", "token", "tile", "marker", "hand"})


def recogniser(enrolled: Path | None = None) -> Recogniser:
    """The recogniser; `enrolled` is a set of stones that `tableside enroll stones` wrote."""
    return Recogniser(TrainedDetector(), StoneReader(UNKNOWN if enrolled is None else StoneSet.load(enrolled)), KINDS)
