"""The recogniser of Stones: stones, base stones, tokens, tiles and the marker."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from vision.recognise.recogniser import Recogniser
from vision.recognise.stones.palette import UNKNOWN, StoneSet
from vision.recognise.stones.reader import StoneReader
from vision.recognise.stones.unchanged import Unchanged
from vision.recognise.trained.detector import TrainedDetector

if TYPE_CHECKING:
    from pathlib import Path

KINDS: Final = frozenset({"stone", "token", "tile", "marker", "hand"})


@dataclass(frozen=True, slots=True)
class StoneRecogniser(Recogniser):
    """A recogniser that remembers how tiles looked."""

    reader: StoneReader

    def fresh(self) -> StoneRecogniser:
        """The same recogniser without what it remembers of the pictures that it saw."""
        return replace(self, reader=replace(self.reader, unchanged=Unchanged()))


def recogniser(enrolled: Path | None = None) -> StoneRecogniser:
    """The recogniser; `enrolled` is a set of stones that `tableside enroll stones` wrote."""
    return StoneRecogniser(
        TrainedDetector(), StoneReader(UNKNOWN if enrolled is None else StoneSet.load(enrolled)), KINDS
    )
