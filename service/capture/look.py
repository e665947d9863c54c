"""How a live camera's frames look and come, without reading them: black, or too seldom to follow a game by."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from service.capture.slot import Frame

BLACK: Final = 28
"""A picture is black if hardly anything in it is brighter than this, of 255: a covered camera's noise stays below."""
SPECKS: Final = 99.5
"""Single pixels of a sensor may always be bright: so many in a hundred must not be."""
SPACING: Final = 16

BLACK_LINE: Final = "Nothing can be seen: uncover the camera, or switch on a light."
SLOW_LINE: Final = "Hardly any frames come: bring more light, or use a nearer network."


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
    window: float = 1.8
    """The time before the newest frame over which frames are counted; none at all is for others to notice."""


class Look:
    """What is wrong with the frames of one opened camera."""

    def __init__(self, settings: LookSettings | None = None) -> None:
        self._settings = settings or LookSettings()
        self._black: float | None = None
        self._dark = False
        self._came: deque[tuple[float, int]] = deque()

    def see(self, frame: Frame) -> None:
        """A frame that came, and by its number those that came before it and were not taken."""
        dark = is_black(frame.pixels[::SPACING, ::SPACING])
        if not dark:
            self._black = None
        elif self._black is None:
            self._black = frame.time
        self._dark = self._black is not None and frame.time - self._black >= self._settings.black
        self._came.append((frame.time, frame.number))
        while len(self._came) > 2 and self._came[1][0] < frame.time - self._settings.window:
            self._came.popleft()

    def wrong(self) -> tuple[str, str] | None:
        """`black` or `slow`, with a line that says what to do; None where all is well."""
        if self._dark:
            return "black", BLACK_LINE
        if len(self._came) < 2:
            return None
        (began, first), (ended, last) = self._came[0], self._came[-1]
        slow = last - first < self._settings.slow * (ended - began)
        return ("slow", SLOW_LINE) if slow and ended - began >= self._settings.window else None
