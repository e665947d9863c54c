"""The mat's markers in a picture."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from vision.scene.mat import DICTIONARY, Mat, layouts, mat, sort_of
from vision.scene.memory.change import thumbnail

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.arrays import Floats, Floats32, Grey
    from vision.photo import Picture


Markers: TypeAlias = "Mapping[int, Floats]"
"""Ids, each with its corners (4, 2): top left, top right, bottom right, bottom left of the marker itself."""

_NEAR: Final = 0.06
"""Corners are drawn onto edges within this part of a marker's side."""
_STEPS: Final = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)


@functools.cache
def _detector() -> cv2.aruco.ArucoDetector:
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    settings = cv2.aruco.DetectorParameters()
    # Paper on a table: a few window sizes are enough, and half the time.
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = 5, 25
    settings.adaptiveThreshWinSizeStep = 10
    return cv2.aruco.ArucoDetector(known, settings)


def find_markers(picture: Picture, width: int = 1280) -> dict[int, Floats]:
    """The markers of a picture (H, W, 3, BGR), looked for in a copy at most `width` px wide. Corners are exact to px/10
    or so of the picture itself. An id that is seen twice is left out: one of the two is no marker of a mat."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    looked = thumbnail(grey, min(width, grey.shape[1]))
    scale = looked.shape[1] / grey.shape[1]
    quads, ids, _ = _detector().detectMarkers(looked)
    numbers = [int(number) for number in np.asarray(ids).ravel()] if quads else []
    found = {}
    for number, corners in zip(numbers, quads, strict=True):
        if numbers.count(number) == 1:
            rough = (np.asarray(corners, np.float32).reshape(4, 2) + 0.5) / scale - 0.5
            found[number] = _drawn(grey, rough)
    return found


def _drawn(grey: Grey, rough: Floats32) -> Floats:
    """Corners (4, 2) on the edges that cross there."""
    side = float(np.linalg.norm(np.roll(rough, -1, axis=0) - rough, axis=1).min())
    half = max(2, round(_NEAR * side))
    exact = cv2.cornerSubPix(grey, rough.reshape(-1, 1, 2).copy(), (half, half), (-1, -1), _STEPS)
    return np.asarray(exact, np.float64).reshape(4, 2)


def mat_of(markers: Markers) -> Mat | None:
    """The mat that the markers belong to, with zones for as few players as there can be; None where that is open."""
    sort = sort_of(markers)
    return None if sort is None else mat(sort[0], layouts()[sort[0]].players[0], *sort[1:])


def pairs(markers: Markers, layout: Mat) -> tuple[Floats, Floats]:
    """Corners of the mat's markers that are seen, px (N, 2), and where they lie on the mat, mm (N, 2)."""
    seen = [(markers[marker.id], marker.corners) for marker in layout.markers if marker.id in markers]
    both = np.array(seen, np.float64).reshape(-1, 2, 4, 2)
    return both[:, 0].reshape(-1, 2), both[:, 1].reshape(-1, 2)
