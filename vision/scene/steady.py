"""Registration: a hand-held camera and a swaying arm are taken out of the picture before anything is compared.

A frame is laid over the picture in which the table last lay still, by points that both show. What the camera does all
the time is taken out. A jump that is larger than that is a bump: it stays in the picture for all to notice.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry import frame_of, resized, through
from vision.scene.gate import GATE
from vision.scene.plane.motion import STAYED, WATCH, KeyFrame, is_same, simplest, structure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.arrays import Floats, Grey


@dataclass(frozen=True, slots=True)
class SteadySettings:
    """What counts as the camera's own unrest. Lengths are parts of the picture's width, times seconds."""

    agree: float = 0.3
    """So large a share of the points must agree on one motion."""
    miss: float = 0.7
    """A point agrees if it is no further than this from where the motion has it, px of the small picture."""
    calm: float = 0.005
    """A shift up to this is no bump, however calm the camera was: 6 px of 1280."""
    wild: float = 0.03
    """A shift beyond this is a bump, however wild the camera is."""
    usual: float = 4.0
    """A shift is a bump beyond so many times the camera's usual one."""
    reach: float = 0.08
    """A camera that has wandered further than this from where it began has been moved."""
    tiny: float = 0.1
    """A shift smaller than this, px of the small picture, is none."""


STEADY: Final = SteadySettings()


@dataclass(frozen=True, slots=True, eq=False)
class Steadied:
    """How a frame lies: `motion` (3, 3) takes pixels of the steady picture to those of the small frame. `width` is that
    of the small frame, px. `far` is how far the furthest corner was shifted, px of the small frame."""

    motion: Floats
    width: int
    far: float = 0.0

    def undo(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A frame of any size as the steady camera would have seen it; the same object where nothing was shifted."""
        if self.far < STEADY.tiny:
            return pixels
        height, width = pixels.shape[:2]
        small = self.width * height / width, self.width
        motion, flags = resized(self.motion, small, (height, width)), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        back = cv2.warpAffine(pixels, motion[:2], (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(back, np.uint8)


UNSHIFTED: Final = Steadied(STAYED, 1)
"""How the frames of a camera lie that stands."""


@dataclass(frozen=True, slots=True, eq=False)
class _Key:
    """A small picture (h, w), its structure, and how it lay itself."""

    grey: Grey
    frame: KeyFrame
    motion: Floats


class Steady:
    """Registers the small grey frames of one camera, in their order. The same frames at the same times lie the same."""

    def __init__(self) -> None:
        self._restart(np.zeros((0, 0), np.uint8))

    def _restart(self, grey: Grey) -> None:
        """Forget how the camera lay: this frame is the first."""
        self._home: _Key | None = None  # the table at rest
        self._passing: _Key | None = None  # a frame while hands or new pieces leave too little of that
        self._motion, self._mean = STAYED, frame_of(grey.shape)
        self._spread: float = STEADY.calm * grey.shape[1] / STEADY.usual
        self._share = 1.0
        self._astray: float | None = None
        self._time = 0.0
        self._grey, self._frame = grey, KeyFrame(grey)

    def step(self, grey: Grey, time_s: float) -> Steadied:
        """How a frame (h, w) taken at `time_s` lies; another size or a time that runs back starts anew."""
        if self._grey.shape != grey.shape or time_s < self._time:
            self._restart(grey)
        elapsed, self._time = time_s - self._time, time_s
        self._grey, self._frame = grey, KeyFrame(structure(grey))
        motion = None if self._home is None else self._followed(self._home)
        if motion is None or not self._laid(motion, elapsed):
            self._passed()
        return Steadied(self._motion, grey.shape[1], self._apart(self._motion))

    def keep(self) -> None:
        """The last frame shows the table at rest: later ones are laid over it, where it shows more than the one
        before."""
        seen = self._home is not None and self._passing is None and self._share >= WATCH.fresh
        if self._astray is None and not seen:
            self._anew()

    def _followed(self, key: _Key) -> Floats | None:
        """The motion of the last frame by a key; None where too little of it is seen."""
        if is_same(self._grey, key.grey):
            self._share = 1.0
            return key.motion
        self._share = 0.0
        before, after = key.frame.matched(self._frame)
        if len(before) < WATCH.least_points:
            return None
        motion, agree = simplest(before, after, STEADY.miss)
        self._share = float(agree.sum()) / len(key.frame.points)
        return motion @ key.motion if self._share >= STEADY.agree else None

    def _laid(self, motion: Floats, elapsed: float) -> bool:
        """Take up how the camera lies by the table at rest; False where too little of that is seen to tell of a jump. A
        jump stays in the picture. What stays astray is where the camera lies from now on."""
        place = self._corners(motion)
        away = float(np.linalg.norm(place - self._mean, axis=1).max())
        astray = away > self._limit() or self._apart(motion) > STEADY.reach * self._grey.shape[1]
        if astray and self._share < WATCH.fresh:
            return False
        self._passing = None
        if astray:
            self._stray()
            return True
        self._astray = None
        learnt = 1.0 - exp(-elapsed / GATE.forget)
        self._spread = float(np.sqrt(self._spread**2 + learnt * (away**2 - self._spread**2)))
        self._mean = self._mean + learnt * (place - self._mean)
        self._motion = motion
        return True

    def _stray(self) -> None:
        """The camera lies elsewhere: the picture jumps until it comes back, or lies there from now on."""
        if self._astray is None:
            self._astray = self._time
        if self._time - self._astray >= WATCH.settle:
            self._anew()

    def _limit(self) -> float:
        """The largest shift (px) that is no jump."""
        width = float(self._grey.shape[1])
        return min(max(STEADY.usual * self._spread, STEADY.calm * width), STEADY.wild * width)

    def _passed(self) -> None:
        """Lay a frame that hardly shows the table at rest over one a moment ago, which lies where the table did."""
        passing, self._astray = self._passing, None
        base = self._motion if passing is None else passing.motion
        motion = None if passing is None else self._followed(passing)
        # Both frames may be shaken, each by as much as the camera is.
        if motion is not None and self._apart(motion, base) <= 2 * self._limit():
            self._motion = motion
        else:
            self._motion, self._passing = base, _Key(self._grey, self._frame, base)

    def _anew(self) -> None:
        """Lay later frames over the last one, as it lies now."""
        if self._apart(self._motion) > STEADY.reach * self._grey.shape[1] / 2:
            self._motion = STAYED  # the camera is somewhere else: the picture jumps once
        self._home, self._passing, self._astray = _Key(self._grey, self._frame, self._motion), None, None
        self._mean = self._corners(self._motion)

    def _corners(self, motion: Floats) -> Floats:
        """Where a motion takes the corners (4, 2) of the picture, px."""
        return through(motion, frame_of(self._grey.shape))

    def _apart(self, one: Floats, other: Floats = STAYED) -> float:
        """How far two motions are apart at the furthest corner of the picture, px."""
        return float(np.linalg.norm(self._corners(one) - self._corners(other), axis=1).max())
