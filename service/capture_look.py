"""How a live camera's frames look and come, without reading them: black, or too seldom to follow a game by."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from service.capture_slot import Frame

BLACK: Final = 28
"""A picture is black if hardly anything in it is brighter than this, of 255: a covered camera's noise stays below."""
SPECKS: Final = 99.5
"""Single pixels of a sensor may always be bright: so many in a hundred must not be."""
SPACING: Final = 16

BLACK_LINE: Final = "Black picture: uncover the camera, or switch on a light."
SLOW_LINE: Final = "Only {rate:.1f} frames a second come: bring more light, or a nearer network."


def is_black(frame: NDArray[np.uint8]) -> bool:
    """Whether a picture (H, W, 3) shows nothing at all."""
    return float(np.percentile(frame, SPECKS)) < BLACK


@dataclass(frozen=True, slots=True)
class LookSettings:
    """Times in seconds."""

    black: float = 1.0
    """How long a picture must be black before it is said."""
    slow: float = 2.0
    """Fewer frames a second than this are too few."""
    window: float = 2.4
    """The time over which frames are counted."""


class Look:
    """What is wrong with the frames of one opened camera, from the time (s) when it was opened."""

    def __init__(self, opened: float, settings: LookSettings | None = None) -> None:
        self._settings = settings or LookSettings()
        self._opened = opened
        self._black: float | None = None
        self._dark = False
        self._came: deque[tuple[float, int]] = deque()

    def see(self, frame: Frame) -> None:
        """A frame that came, and by its number those that came before it and were not taken."""
        dark = is_black(frame.pixels[::SPACING, ::SPACING])
        if dark and self._black is None:
            self._black = frame.time
        elif not dark:
            self._black = None
        self._dark = dark and self._black is not None and frame.time - self._black >= self._settings.black
        self._came.append((frame.time, frame.number))

    def wrong(self, now: float) -> tuple[str, str] | None:
        """`black` or `slow`, with a line that says what to do; None where all is well."""
        if self._dark:
            return "black", BLACK_LINE
        start = now - self._settings.window
        while len(self._came) > 1 and self._came[1][0] <= start:
            self._came.popleft()
        if self._opened > start or not self._came:
            return None
        rate = (self._came[-1][1] - self._came[0][1]) / self._settings.window
        return ("slow", SLOW_LINE.format(rate=rate)) if rate < self._settings.slow else None
