"""The newest frame of a camera, as whoever aims it wants to see it: at once, and while things move."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, Final

import cv2

if TYPE_CHECKING:
    from numpy.typing import NDArray

WIDTH: Final = 960
"""Pixels across at most: enough to aim a camera by, and quickly sent."""
QUALITY: Final = 75
"""The JPEG quality, 0 … 100."""


class Viewfinder:
    """Holds one frame, and makes a JPEG of it only where somebody asks."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._frame: NDArray[Any] | None = None
        self._encoded: bytes | None = None
        self.taken = 0.0
        """When the frame came, in seconds since the epoch."""

    def show(self, frame: NDArray[Any] | None) -> None:
        """The newest frame (H, W, 3, BGR), which nobody changes any more; None once the camera is closed."""
        with self._lock:
            self._frame, self._encoded, self.taken = frame, None, time.time()

    def jpeg(self) -> tuple[bytes | None, float]:
        """The newest frame as a JPEG, None before there is one, and when it came, in seconds since the epoch."""
        with self._lock:
            frame, encoded, taken = self._frame, self._encoded, self.taken
        if frame is None or encoded is not None:
            return encoded, taken
        if frame.shape[1] > WIDTH:
            size = WIDTH, max(1, round(frame.shape[0] * WIDTH / frame.shape[1]))
            picture = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
        else:
            picture = frame
        made = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        with self._lock:
            if self._frame is frame:
                self._encoded = made
        return made, taken
