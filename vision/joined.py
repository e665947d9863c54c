"""Several detectors as one: each says what it finds; places found twice are settled once they are read."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.geometry import centre

if TYPE_CHECKING:
    from vision.detect import Detection, Detector
    from vision.photo import Picture


@dataclass(frozen=True, slots=True)
class JoinedDetector:
    """Detectors whose finds stand side by side; a `TableReader` keeps the one of a place that reads best."""

    detectors: tuple[Detector, ...]

    @property
    def name(self) -> str:
        """The names of all."""
        return "+".join(detector.name for detector in self.detectors)

    def detect(self, picture: Picture) -> tuple[Detection, ...]:
        """The pieces in an H×W×3 BGR picture, from the top down, those of earlier detectors first where they tie."""
        if len(self.detectors) == 1:
            return tuple(self.detectors[0].detect(picture))
        # Networks and OpenCV work outside Python's lock, so that two cores take little longer than the slower one.
        with ThreadPoolExecutor(len(self.detectors)) as crew:
            looks = list(crew.map(lambda detector: detector.detect(picture), self.detectors))
        found = [each for look in looks for each in look]
        return tuple(sorted(found, key=lambda each: tuple(centre(each.corners)[::-1])))
