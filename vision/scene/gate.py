"""When is the table worth reading? Still, lit, sharp and in view: measured in seconds, whatever the frame rate.

Every frame is compared with the frame in which the table last came to rest, not with the one before: so a slow hand
counts as much at 60 frames a second as at 5. Light that changes everywhere at once is no movement. Whether the view
is blocked is judged against the last picture that was still: what had been seen has gone, and nothing sharp came.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import cv2
import numpy as np

from vision.scene.quality import glares

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.observation import Notice

    Grey = NDArray[np.uint8]

State: TypeAlias = Literal["moving", "settling", "still", "dark", "blurred", "blocked"]

DETAILS: Final[dict[State, str]] = {
    "moving": "Something moves over the table.",
    "settling": "The table is coming to rest.",
    "still": "The table is still.",
    "dark": "The picture is too dark: switch on a light, or uncover the camera.",
    "blurred": "The picture is blurred: clean the lens, or let the camera focus.",
    "blocked": "Something is before the camera: clear its view of the table.",
}
MAD: Final = 1.4826
"""The standard deviation of noise is so many times its median distance from the median."""


@dataclass(frozen=True, slots=True)
class GateSettings:
    """When a picture counts as moved, dark or blurred. Greys are 0 … 255, shares 0 … 1, times seconds."""

    width: int = 320
    """Pixels across of the small grey picture that is looked at."""
    settle: float = 0.25
    """How long nothing may move before the table is still."""
    forget: float = 2.0
    """The time in which the resting picture follows slow changes of light."""
    step: float = 14.0
    """A pixel has changed if its grey differs by more than this, …"""
    noise: float = 7.0
    """… or by more than so many times the noise of the camera (its standard deviation), …"""
    most_step: float = 24.0
    """… of which so much is believed: what differs by more has changed in any light."""
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
    block: float = 1.0
    """How long nothing of the table may be seen before the view is called blocked."""
    detail: float = 24.0
    """A pixel shows detail if greys beside it differ by more than this."""
    least_detail: float = 0.01
    """A picture in which less than this share shows detail tells nothing of what is before the camera."""
    kept_detail: float = 0.3
    """A view is blocked if less than this part of the detail is left,"""
    kept_view: float = 0.6
    """and if the picture, in patches, resembles the still one by less than this correlation."""
    patches: tuple[int, int] = (16, 9)


@dataclass(frozen=True, slots=True)
class GateState:
    """What the gate says of a frame.

    `since` is the time (s) when this state began, `rested` that of the first frame that looked like this one, and
    `changed` the share of pixels that differ from that one. `glare` is where light burns out a still table. It is None
    where it does not, or where that was not looked at. Its region is in pixels of the frame that the gate was given.
    """

    state: State
    since: float
    rested: float
    changed: float = 0.0
    glare: Notice | None = None

    @property
    def detail(self) -> str:
        """One line for people: what is the matter, and what to do."""
        return DETAILS[self.state] if self.glare is None else f"Glare: {self.glare.detail}."


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
        self._noise: float | None = None
        self._time = 0.0
        self._state: GateState | None = None
        self._view: _View | None = None
        self._unseen: float | None = None

    def look(self, frame: NDArray[np.uint8], time_s: float) -> GateState:
        """The state at a frame (H, W, 3, BGR) taken at `time_s`; a glare's region is in its pixels."""
        grey = small(frame, self.settings)
        return self.step(grey, time_s, grey.shape[1] / frame.shape[1])

    def step(self, frame: Grey, time_s: float, scale: float = 1.0) -> GateState:
        """The state at a frame (h, w, grey) taken at `time_s`; a new size or a time that runs back starts anew.

        `scale` is how many of its pixels make one in which a glare's region is to be told.
        """
        grey = frame.astype(np.float32)
        fresh = self._rest is None or self._rest.shape != grey.shape or time_s < self._time
        if fresh:
            self._state = self._view = self._unseen = self._noise = None
        changed = 0.0 if fresh or self._rest is None else self._compare(grey, self._rest, time_s - self._time)
        moved = changed > self.settings.share
        if fresh or moved:
            self._rest, self._rested = grey, time_s
        self._time = time_s
        state = self._judge(frame, time_s, moved=moved)
        before = self._state if self._state is not None and self._state.state == state else None
        since = time_s if before is None else before.since
        glare = before.glare if before is not None else self._glare(frame, state, scale)
        if state == "still" and before is None:
            self._view = _View.of(frame, self.settings)
        self._state = GateState(state, since, self._rested, changed, glare)
        return self._state

    def _compare(self, grey: NDArray[np.float32], rest: NDArray[np.float32], elapsed: float) -> float:
        """The share of pixels that differ from the resting picture, which then follows those that do not."""
        apart = grey - rest
        light = float(np.median(apart[::4, ::4]))
        differs = np.abs(apart - light) > self._step(apart - light, elapsed)
        rest += np.where(differs, light, apart) * (1.0 - exp(-elapsed / self.settings.forget))
        return float(differs.mean())

    def _step(self, apart: NDArray[np.float32], elapsed: float) -> float:
        """By how much a pixel must differ to have changed. What moves looks like noise for a while: that is believed
        only slowly, and less of it at once."""
        noise = MAD * float(np.median(np.abs(apart[::4, ::4])))
        if self._noise is not None and noise > self._noise:
            noise = self._noise + (noise - self._noise) * (1.0 - exp(-elapsed / self.settings.forget))
        self._noise = noise
        return min(max(self.settings.step, self.settings.noise * noise), self.settings.most_step)

    def _judge(self, frame: Grey, time_s: float, *, moved: bool) -> State:
        if float(np.percentile(frame[::2, ::2], self.settings.bright)) < self.settings.dark:
            return "dark"
        resting = time_s - self._rested >= self.settings.settle
        if self._blocked(frame, time_s, worth=moved or not resting or self._unseen is not None):
            return "blocked"
        if moved:
            return "moving"
        if not resting or self._unseen is not None:
            # Between two movements of one hand the table is no more than settling.
            return "settling"
        return "blurred" if self._blurred(frame) else "still"

    def _blocked(self, frame: Grey, time_s: float, *, worth: bool) -> bool:
        """Whether nothing of the last still picture has been seen for a while; `worth` looking, where that may be."""
        if self._view is None or not worth or not self._view.gone(frame, self.settings) or self._sharp(frame):
            self._unseen = None
            return False
        if self._unseen is None:
            self._unseen = time_s
        return time_s - self._unseen >= self.settings.block

    def _glare(self, frame: Grey, state: State, scale: float) -> Notice | None:
        return next(glares(frame, scale), None) if state == "still" else None

    def _blurred(self, frame: Grey) -> bool:
        sharpness = self._sharpness(frame)
        return sharpness is not None and sharpness < self.settings.sharp

    def _sharp(self, frame: Grey) -> bool:
        sharpness = self._sharpness(frame)
        return sharpness is not None and sharpness >= self.settings.sharp

    def _sharpness(self, frame: Grey) -> float | None:
        """How sharp the strongest edges are, None where there are none: a sharp step's second derivative is about as
        high as the step."""
        near = np.ones((self.settings.near, self.settings.near), np.uint8)
        contrast = cv2.subtract(cv2.dilate(frame, near), cv2.erode(frame, near)).astype(np.float32)
        strongest = float(np.percentile(contrast, 99.9))
        if strongest < self.settings.contrast:
            return None
        bend = np.asarray(cv2.dilate(np.abs(np.asarray(cv2.Laplacian(frame, cv2.CV_32F))), near))
        edges = contrast >= self.settings.strong * strongest
        return float(np.median(bend[edges] / contrast[edges]))


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """What a still picture showed: its share of detail, and its patches (n) about their mean, of length 1."""

    detail: float
    patches: NDArray[np.float32]

    @classmethod
    def of(cls, frame: Grey, settings: GateSettings) -> _View:
        return cls(_detail(frame, settings), _patches(frame, settings))

    def gone(self, frame: Grey, settings: GateSettings) -> bool:
        """Whether hardly anything of it is left in a frame, which shows nothing sharp in its place."""
        if self.detail < settings.least_detail or _detail(frame, settings) >= settings.kept_detail * self.detail:
            return False
        return float((self.patches * _patches(frame, settings)).sum()) < settings.kept_view


def _detail(frame: Grey, settings: GateSettings) -> float:
    """The share of pixels beside which greys differ."""
    near = np.ones((3, 3), np.uint8)
    return float((cv2.morphologyEx(frame, cv2.MORPH_GRADIENT, near) > settings.detail).mean())


def _patches(frame: Grey, settings: GateSettings) -> NDArray[np.float32]:
    coarse = cv2.resize(frame, settings.patches, interpolation=cv2.INTER_AREA).astype(np.float32).ravel()
    about = coarse - coarse.mean()
    return np.asarray(about / max(float(np.linalg.norm(about)), 1.0), np.float32)
