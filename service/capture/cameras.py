"""The cameras of this machine by their names, and the back-end of OpenCV that opens them by the same numbers."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Final

import cv2

BACKENDS: Final = {"linux": cv2.CAP_V4L2, "win32": cv2.CAP_DSHOW, "darwin": cv2.CAP_AVFOUNDATION}
"""The back-end of each system. Another one may count the cameras in another order."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A camera of this machine: its number, and what its maker calls it."""

    number: int
    name: str


def backend() -> int:
    """The back-end of OpenCV for this system's cameras."""
    return BACKENDS.get(sys.platform, cv2.CAP_ANY)


def cameras() -> tuple[Listed, ...]:
    """Every camera that is plugged in, in the order of the numbers; none where the system does not list them."""
    from cv2_enumerate_cameras import enumerate_cameras  # loaded when it is asked for: a start is fast

    try:
        found = enumerate_cameras(backend())
    except (NotImplementedError, OSError):
        return ()
    named = {each.index: each.name or "" for each in found}
    return tuple(Listed(number, named[number].strip()) for number in sorted(named))
