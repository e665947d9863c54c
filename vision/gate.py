"""When is the table worth reading? Still, lit and sharp: measured in seconds, whatever the frame rate.

Every frame is compared with the frame in which the table last came to rest, not with the one before: so a slow hand
counts as much at 60 frames a second as at 5. Light that changes everywhere at once is no movement.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Grey = NDArray[np.uint8]

State: TypeAlias = Literal["moving", "settling", "still", "dark", "blurred"]

DETAILS: Final[dict[State, str]] = {
    "moving": "Something moves over the table.",
    "settling": "The table is coming to rest.",
    "still": "The table is still.",
    "dark": "The picture is too dark: switch on a light, or uncover the camera.",
    "blurred": "The picture is blurred: clean the lens, or let the camera focus.",
}


@dataclass(frozen=True, slots=True)
class GateSettings:
    """When a picture counts as moved, dark or blurred. Greys are 0 … 255, shares 0 … 1, times seconds."""

    width: int = 320
    """Pixels across of the small grey picture that is looked at."""
    settle: float = 0.4
    """How long nothing may move before the table is still."""
    forget: float = 2.0
    """The time in which the resting picture follows slow changes of light."""
    step: float = 14.0
    """A pixel has changed if its grey differs by more than this."""
    share: float = 0.0015
    """Something moves if more than this share of the pixels has changed; a domino is some 0.003 of a picture."""
    dark: float = 60.0
    """It is dark if even the brightest parts are darker than this: a black table with a domino is none."""
    bright: float = 99.5
    """The percentile of the pixels that tells how bright the brightest parts are."""
    sharp: float = 0.2
    """It is blurred if the strongest edges are this soft: a sharp photo has 0.4 to 1.6, one blurred by 5 of 1280
    pixels (sigma) 0.12 to 0.3."""
    contrast: float = 40.0
    """A picture with less contrast than this has no edges to judge by."""
    strong: float = 0.6
    """An edge is among the strongest from this part of the greatest contrast."""
    near: int = 7
    """Pixels across of the patch in which contrast is measured."""


@dataclass(frozen=True, slots=True)
class GateState:
    """What the gate says of a frame.

    `since` is the time (s) when this state began, `rested` that of the first frame that looked like this one, and
    `changed` the share of pixels that differ from that one.
    """

    state: State
    since: float
    rested: float
    changed: float = 0.0

    @property
    def detail(self) -> str:
        """One line for people: what is the matter, and what to do."""
        return DETAILS[self.state]


def small(frame: NDArray[np.uint8], settings: GateSettings | None = None) -> Grey:
    """A frame (H, W, 3, BGR) as the small grey picture (h, w) that the gate looks at."""
    width = (settings or GateSettings()).width
    if frame.shape[1] > width:
        height = max(1, round(frame.shape[0] * width / frame.shape[1]))
        frame = np.asarray(cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


class Gate:
    """Follows the frames of one camera. The same frames at the same times give the same states."""

    def __init__(self, settings: GateSettings | None = None) -> None:
        self.settings = settings or GateSettings()
        self._rest: NDArray[np.float32] | None = None
        self._rested = 0.0
        self._time = 0.0
        self._state: GateState | None = None

    def step(self, frame: Grey, time_s: float) -> GateState:
        """The state at a frame (h, w, grey) taken at `time_s`; a new size or a time that runs back starts anew."""
        grey = frame.astype(np.float32)
        fresh = self._rest is None or self._rest.shape != grey.shape or time_s < self._time
        if fresh:
            self._state = None
        changed = 0.0 if fresh or self._rest is None else self._compare(grey, self._rest, time_s - self._time)
        if fresh or changed > self.settings.share:
            self._rest, self._rested = grey, time_s
        self._time = time_s
        state = self._judge(frame, time_s, moved=changed > self.settings.share)
        since = self._state.since if self._state is not None and self._state.state == state else time_s
        self._state = GateState(state, since, self._rested, changed)
        return self._state

    def _compare(self, grey: NDArray[np.float32], rest: NDArray[np.float32], elapsed: float) -> float:
        """The share of pixels that differ from the resting picture, which then follows those that do not."""
        apart = grey - rest
        light = float(np.median(apart[::4, ::4]))
        differs = np.abs(apart - light) > self.settings.step
        rest += np.where(differs, light, apart) * (1.0 - exp(-elapsed / self.settings.forget))
        return float(differs.mean())

    def _judge(self, frame: Grey, time_s: float, *, moved: bool) -> State:
        if float(np.percentile(frame[::2, ::2], self.settings.bright)) < self.settings.dark:
            return "dark"
        if moved:
            return "moving"
        if time_s - self._rested < self.settings.settle:
            # Between two movements of one hand the table is no more than settling.
            return "settling"
        return "blurred" if self._blurred(frame) else "still"

    def _blurred(self, frame: Grey) -> bool:
        """Whether the strongest edges are soft: a sharp step's second derivative is about as high as the step."""
        near = np.ones((self.settings.near, self.settings.near), np.uint8)
        contrast = cv2.subtract(cv2.dilate(frame, near), cv2.erode(frame, near)).astype(np.float32)
        strongest = float(np.percentile(contrast, 99.9))
        if strongest < self.settings.contrast:
            return False
        bend = np.asarray(cv2.dilate(np.abs(np.asarray(cv2.Laplacian(frame, cv2.CV_32F))), near))
        edges = contrast >= self.settings.strong * strongest
        return float(np.median(bend[edges] / contrast[edges])) < self.settings.sharp
