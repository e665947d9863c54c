"""Several detectors as one: what the first finds stays, later ones add what it missed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.geometry import centre, overlap

if TYPE_CHECKING:
    from vision.detect import Detection, Detector
    from vision.photo import Picture


@dataclass(frozen=True, slots=True)
class JoinedDetector:
    """Detectors in the order of their precision, and the most that an added piece may share with one found before."""

    detectors: tuple[Detector, ...]
    most_overlap: float = 0.3

    @property
    def name(self) -> str:
        """The names of all."""
        return "+".join(detector.name for detector in self.detectors)

    def detect(self, picture: Picture) -> tuple[Detection, ...]:
        """The pieces in an H×W×3 BGR picture, from the top down."""
        found: list[Detection] = []
        for detector in self.detectors:
            found += [each for each in detector.detect(picture) if self._is_new(each, found)]
        return tuple(sorted(found, key=lambda each: tuple(centre(each.corners)[::-1])))

    def _is_new(self, detection: Detection, found: list[Detection]) -> bool:
        return all(
            detection.kind != other.kind or overlap(detection.corners, other.corners) <= self.most_overlap
            for other in found
        )
