"""Several detectors as one: each says what it finds; places found twice are settled once they are read."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from vision.geometry import centre

if TYPE_CHECKING:
    from vision.detect import Detection, Detector
    from vision.photo import Picture


@dataclass(frozen=True, slots=True)
class JoinedDetector:
    """Detectors whose finds stand side by side; a `TableReader` keeps the one of a place that reads best.

    Once `enough` pieces are found the detectors that are left are not asked: on a full table each would find most
    pieces again, and every find has to be read.
    """

    detectors: tuple[Detector, ...]
    enough: float = inf

    @property
    def name(self) -> str:
        """The names of all."""
        return "+".join(detector.name for detector in self.detectors)

    def detect(self, picture: Picture) -> tuple[Detection, ...]:
        """The pieces in an H×W×3 BGR picture, from the top down, those of earlier detectors first where they tie."""
        found: list[Detection] = []
        for detector in self.detectors:
            if len(found) < self.enough:
                found += detector.detect(picture)
        return tuple(sorted(found, key=lambda each: tuple(centre(each.corners)[::-1])))
