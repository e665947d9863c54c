"""The recogniser of Stones: stones, base stones, tokens, tiles and the marker."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.observation import corners_of
from vision.recognise.recogniser import Recogniser
from vision.recognise.stones.palette import UNKNOWN, StoneSet
from vision.recognise.stones.reader import StoneReader, kind_of
from vision.recognise.stones.unchanged import Unchanged
from vision.recognise.stones.upright import Turned, quarter_turns, turned_back
from vision.recognise.trained.detector import TrainedDetector
from vision.recognise.trained.lasting import LastingDetector

if TYPE_CHECKING:
    from pathlib import Path

    from vision.observation import Observation
    from vision.photo import Photo, Picture
    from vision.recognise.detect import Detection
    from vision.scene.memory.stationary import Stationary

KINDS: Final = frozenset({"stone", "token", "tile", "marker", "hand"})


@dataclass(frozen=True, slots=True)
class StoneRecogniser(Recogniser):
    """A recogniser that remembers what was found, how tiles looked, and how the camera is `turned`."""

    detector: LastingDetector
    reader: StoneReader
    turned: Turned = field(default_factory=Turned)

    def fresh(self) -> StoneRecogniser:
        """The same recogniser without what it remembers of the pictures that it saw."""
        reader = replace(self.reader, unchanged=Unchanged())
        return replace(self, detector=self.detector.fresh(), reader=reader, turned=Turned())

    def see(self, photo: Photo, known: Stationary | None = None) -> Observation:
        """What the photo shows of the game; it is read with the table's far side up."""
        size, turns = (photo.width, photo.height), self.turned.quarters
        picture, found = self._found(photo, turns)
        more = quarter_turns([kind_of(each) for each in found], [each.corners for each in found], picture)
        if more:
            turns = self.turned.quarters = (turns + more) % 4
            picture, found = self._found(photo, turns)
        pieces = self.reader.see(picture, found)
        if turns:
            pieces = tuple(replace(each, corners=corners_of(turned_back(each.quad, turns, size))) for each in pieces)
        return self.observation(photo, pieces)

    def _found(self, photo: Photo, turns: int) -> tuple[Picture, tuple[Detection, ...]]:
        """The photo's picture, turned by so many quarters, and what of the game is detected in it."""
        picture = np.ascontiguousarray(np.rot90(photo.pixels, turns))
        return picture, self.detector.detect(picture)


def recogniser(enrolled: Path | None = None) -> StoneRecogniser:
    """The recogniser; `enrolled` is a set of stones that `tableside enroll stones` wrote."""
    known = UNKNOWN if enrolled is None else StoneSet.load(enrolled)
    return StoneRecogniser(LastingDetector(TrainedDetector(kinds=KINDS)), StoneReader(known), KINDS)
