"""Whether a film's frames are of a size that is decoded, told before the first of them is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.header import FILM, refused
from vision.settings import FRAME_LIMITS

if TYPE_CHECKING:
    import cv2


def unfit(film: cv2.VideoCapture) -> str:
    """What stands against decoding an opened film, in a line; empty where nothing does, or it says no size."""
    import cv2

    width, height = (int(film.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    if not film.isOpened() or width <= 0 or height <= 0:
        return ""
    return refused(width, height, FRAME_LIMITS, FILM)
