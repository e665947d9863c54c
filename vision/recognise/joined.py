"""Several detectors as one. Each gives its detections; of two at one place the better one stays once they are read."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from vision.recognise.detect import PartialDetector, from_top_down
from vision.scene.memory.stationary import NOTHING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.photo import Picture
    from vision.recognise.detect import Detection, Detector
    from vision.scene.memory.stationary import Stationary


@dataclass(frozen=True, slots=True)
class JoinedDetector:
    """Detectors whose detections stand side by side; a `TableReader` keeps the one of a place that reads best.

    Once `enough` pieces are found the detectors that are left are not asked. On a full table each would find most
    pieces again, and every detection has to be read.
    """

    detectors: tuple[Detector, ...]
    enough: float = inf

    @property
    def name(self) -> str:
        """The names of all."""
        return "+".join(detector.name for detector in self.detectors)

    def detect(self, picture: Picture) -> tuple[Detection, ...]:
        """The pieces in an H×W×3 BGR picture, from the top down, those of earlier detectors first where they tie."""
        return self.beside(picture, NOTHING)

    def beside(self, picture: Picture, known: Stationary) -> tuple[Detection, ...]:
        """The same beside pieces that are known; whoever would have to look at all of the picture is not asked."""
        return self._asked(self.detectors, [], picture, known)

    def first(self, picture: Picture) -> tuple[Detection, ...]:
        """What the first detector alone says of a picture."""
        return self.detectors[0].detect(picture)

    def also(self, picture: Picture, found: Sequence[Detection]) -> tuple[Detection, ...]:
        """What the first detector found, and what the others say."""
        return self._asked(self.detectors[1:], found, picture, NOTHING)

    def _asked(
        self, detectors: Sequence[Detector], before: Sequence[Detection], picture: Picture, known: Stationary
    ) -> tuple[Detection, ...]:
        found = [*before]
        for detector in detectors:
            if isinstance(detector, PartialDetector):
                found += detector.beside(picture, known)
            elif known.boxes is None and len(found) < self.enough:
                found += detector.detect(picture)
        return from_top_down(found)
