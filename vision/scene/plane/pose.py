"""Where the table is in a picture: pixels to millimetres.

A plane seen through a lens without distortion differs from itself by a homography. Four corners of one marker give it
already. The distortion of a lens is left aside: it is less than the room that is left round the mat.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry import through
from vision.scene.plane.markers import Markers, mat_of, pairs

if TYPE_CHECKING:
    from vision.arrays import Floats
    from vision.scene.mat import Mat


STRAY: Final = 3.0
"""A marker's corner that misses its place by more than this, mm, pulls no more: somebody has bent the paper."""


@dataclass(frozen=True, eq=False)
class Plane:
    """The table's plane in pictures of one camera: `homography` (3, 3) takes pixels to mm on the mat."""

    homography: Floats
    mat: Mat

    def to_table(self, points: Floats) -> Floats:
        """Pixels (N, 2) as mm on the table (N, 2)."""
        return through(self.homography, points)

    def to_image(self, points: Floats) -> Floats:
        """Mm on the table (N, 2) as pixels (N, 2)."""
        return through(self._to_pixels, points)

    @cached_property
    def _to_pixels(self) -> Floats:
        """The homography (3, 3) from mm to pixels; a look asks for it some thousand times."""
        return np.asarray(np.linalg.inv(self.homography), np.float64)


def plane_of_markers(markers: Markers) -> Plane | None:
    """The plane from the markers (pixels) of a mat, which they tell; None where none is whole."""
    layout = mat_of(markers)
    if layout is None:
        return None
    pixels, places = pairs(markers, layout)
    if not len(pixels):
        return None
    found, kept = cv2.findHomography(pixels, places, cv2.RANSAC, STRAY)
    if found is None or int(kept.sum()) < 4:
        return None
    return Plane(np.asarray(found, np.float64), layout)
