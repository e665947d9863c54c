"""The working picture: one size and one colour space for all classical steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.settings import WorkingSettings


@dataclass(frozen=True, slots=True, eq=False)
class Working:
    """The picture in 8-bit CIELAB, H×W×3, and by how much it was scaled."""

    lab: NDArray[np.uint8]
    scale: float

    def to_photo(self, corners: Quad) -> Quad:
        """A quad of this picture in pixels of the photo."""
        return (corners + 0.5) / self.scale - 0.5

    def from_photo(self, corners: Quad) -> Quad:
        """A quad of the photo in pixels of this picture."""
        return (corners + 0.5) * self.scale - 0.5


def working(picture: Picture, settings: WorkingSettings) -> Working:
    """The picture made smaller where it is large, and larger where it is so small that bars would be a pixel thin."""
    long_side = max(picture.shape[:2])
    scale = min(settings.most / long_side, max(1.0, min(settings.least / long_side, settings.most_enlarged)))
    if scale != 1.0:
        interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        size = tuple(max(1, round(side * scale)) for side in picture.shape[1::-1])
        picture = cv2.resize(picture, size, interpolation=interpolation).astype(np.uint8)
    return Working(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.uint8), scale)
