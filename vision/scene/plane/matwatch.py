"""Where the mat is, frame after frame: its markers tell more surely than anything else how it moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry import through
from vision.scene.plane.markers import find_markers, mat_of
from vision.scene.plane.motion import sound
from vision.scene.plane.pose import plane_of_markers
from vision.scene.plane.settings import WATCH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.scene.mat import Mat
    from vision.scene.plane.lens import Lens
    from vision.scene.plane.pose import Plane

    Floats = NDArray[np.float64]
    Picture = NDArray[np.uint8]

STRAY: Final = 3.0
"""A corner that misses the others' motion by more than this, px, pulls no more."""
FEWEST_MARKERS: Final = 2
"""One marker alone may have been taken by a hand."""


class MatWatch:
    """Remembers where each marker was in the frame that the watch began with (px)."""

    def __init__(self, lens: Lens | None) -> None:
        self._lens = lens
        self._checked = -np.inf
        self._layout: Mat | None = None
        self._begun: dict[int, Floats] = {}

    def look(self, frame: Picture, time_s: float, motion: Floats, *, hurry: bool) -> tuple[Floats, Plane] | None:
        """The motion since the beginning and the plane in this frame, by the markers. None where it is not time to look
        for them, or fewer than two are seen. `motion` (3, 3) is how the picture moved as far as is known. It comes back
        where no marker has moved since."""
        known = self._layout is not None
        if not (hurry and known) and time_s - self._checked < (WATCH.check if known else WATCH.seek):
            return None
        self._checked = time_s
        markers = find_markers(frame, WATCH.check_width)
        self._layout = self._layout or mat_of(markers)
        if self._layout is None:
            return None
        ours = {marker.id for marker in self._layout.markers}
        markers = {number: corners for number, corners in markers.items() if number in ours}
        if len(markers) < FEWEST_MARKERS:
            return None
        plane = plane_of_markers(markers, self._lens, self._layout)
        moved = self._moved(markers, motion, frame.shape)
        if plane is None or moved is None:
            return None
        back = np.asarray(np.linalg.inv(moved), np.float64)
        for number in markers.keys() - self._begun.keys():
            self._begun[number] = through(back, markers[number])
        return moved, plane

    def _moved(self, markers: dict[int, Floats], motion: Floats, shape: tuple[int, ...]) -> Floats | None:
        """The motion since the beginning that brings the markers where they are; None where they do not agree."""
        known = [number for number in markers if number in self._begun]
        if not self._begun:
            return motion
        if len(known) < FEWEST_MARKERS:
            return None
        before = np.array([self._begun[number] for number in known])
        after = np.array([markers[number] for number in known])
        expected = through(motion, before.reshape(-1, 2)).reshape(-1, 4, 2)
        slips = np.linalg.norm(after - expected, axis=2).max(axis=1)
        if float(np.median(slips)) <= WATCH.slip * shape[1]:
            return motion
        model, _ = cv2.findHomography(before.reshape(-1, 2), after.reshape(-1, 2), cv2.RANSAC, STRAY)
        if model is None or not sound(np.asarray(model, np.float64), shape):
            return None
        return np.asarray(model, np.float64)
