"""When is the table worth reading? Still, lit, sharp and in view: measured in seconds, whatever the frame rate.

Every frame is compared with the frame in which the table last came to rest, not with the one before. A slow hand thus
counts as much at 60 frames a second as at 5. Light that changes everywhere at once is no movement, nor is a lamp that
flickers in bands. Whether the view is blocked is judged against the last picture that was still: what had been seen has
gone, and nothing sharp came. What came over the rim and still reaches across it is a hand at rest, unless it is a soft
shadow. It was in none of the last still pictures: one of them may show a hand that kept to the rim, and has left.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import cv2
import numpy as np

from vision.scene.masks import closed, components, shrunk
from vision.scene.memory.background import BESIDE
from vision.scene.memory.change import REGISTERED, SPARSE, STEP, contrast
from vision.scene.quality import is_dark, is_sharp
from vision.scene.rim import DEEP, GLOW, Rim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Floats32, Grey, Mask
    from vision.scene.rim import Points


State: TypeAlias = Literal["moving", "settling", "still", "dark", "blurred", "blocked"]

DETAILS: Final[dict[State, str]] = {
    "moving": "Something moves over the table.",
    "settling": "The table is coming to rest.",
    "still": "The table is still.",
    "dark": "The picture is too dark: switch on a light, or uncover the camera.",
    "blurred": "The picture is blurred: clean the lens, or let the camera focus.",
    "blocked": "Something is before the camera: clear its view of the table.",
}


@dataclass(frozen=True, slots=True)
class GateSettings:
    """When a picture counts as moved or covered. Greys are 0 … 255, shares 0 … 1, times seconds."""

    settle: float = 0.25
    """How long nothing may move before the table is still."""
    forget: float = 2.0
    """The time in which the resting picture follows slow changes of light."""
    noise: float = 7.0
    """A pixel has changed if its grey differs by more than `STEP`, or than so many times the camera's noise, …"""
    most_step: float = 24.0
    """… of which so much is believed: what differs by more has changed in any light. In a picture that had to be
    registered, a part of the contrast beside it is added."""
    faint: float = 0.5
    """A pixel that differs by this share of the least change belongs to what hangs together with it and has changed."""
    share: float = 0.0015
    """Something moves if more than this share of the pixels has changed; a domino is some 0.003 of a picture."""
    edge: float = 0.12
    """Where nobody knows how far the table reaches, what keeps this close to the picture's edge, in its widths, …"""
    loiters: float = 0.75
    """… and moves there for so long without reaching further in, is somebody who sits there."""
    rests: float = 4.0
    """What came over the rim and has not moved for so long is no hand that holds still."""
    block: float = 1.0
    """How long nothing of the table may be seen before the view is called blocked."""
    kept_view: float = 0.6
    """A view is blocked if the picture, in patches, resembles the still one by less than this correlation."""
    patches: tuple[int, int] = (16, 9)
    views: int = 3
    """So many of the last still pictures tell what came over the rim: two in a row may show a hand."""


GATE: Final = GateSettings()


@dataclass(frozen=True, slots=True)
class GateState:
    """What the gate says of a frame. `rested` is the time (s) of the first frame that looked like this one."""

    state: State
    rested: float

    @property
    def detail(self) -> str:
        """One line for people: what is the matter, and what to do."""
        return DETAILS[self.state]


class Gate:
    """Follows the frames of one camera. The same frames at the same times give the same states."""

    def __init__(self) -> None:
        self._rest: Floats32 | None = None
        self._rested = 0.0
        self._unrest: float | None = None
        self._noise: float | None = None
        self._time = 0.0
        self._state: GateState | None = None
        self._views: tuple[Grey, ...] = ()  # the first pictures of the last times at which all was still
        self._unseen: float | None = None
        self._edgy: tuple[float, float] | None = None  # since when, and until when, something moves along the edge
        self._table = _Table.of((1, 1), None)

    def step(self, frame: Grey, time_s: float, inside: Mask | None = None, *, registered: bool = False) -> GateState:
        """The state at a frame (h, w, grey) taken at `time_s`; a new size or a time that runs back starts anew. What
        moves outside of the mask `inside` (h, w) is nobody's move. A `registered` frame was shifted: its edges may be
        off by a part of a px."""
        grey = frame.astype(np.float32)
        if self._table.shape != frame.shape or self._table.given is not inside:
            self._table = _Table.of(frame.shape, inside)
        if self._rest is None or self._rest.shape != grey.shape or time_s < self._time:
            self._rest = self._state = self._unseen = self._noise = self._unrest = self._edgy = None
            self._views = ()
        elapsed, self._time = time_s - self._time, time_s
        changed = 0.0 if self._rest is None else self._compare(grey, self._rest, elapsed, registered=registered)
        moved = changed > GATE.share
        if self._rest is None or moved:
            self._rest, self._rested = grey, time_s
            self._unrest = time_s if self._unrest is None else self._unrest
        state = self._judge(frame, time_s, moved=moved)
        if state == "still":
            self._unrest = None
            if not self._views or self._state is None or self._state.state != state:
                self._views = (*self._views, frame)[-GATE.views :]
        self._state = GateState(state, self._rested)
        return self._state

    def bumped(self) -> None:
        """The camera lies elsewhere: what it saw before does not tell what came over the rim, or what is covered."""
        self._views = ()

    def _compare(self, grey: Floats32, rest: Floats32, elapsed: float, *, registered: bool) -> float:
        """The share of pixels that differ from the resting picture, which then follows those that do not."""
        light, apart = _past_light(rest, grey)
        self._measure_noise(grey - light, elapsed)
        step: Any = self._least_change
        if registered:
            step = step + REGISTERED * contrast(rest)
        differs = (apart > step) & self._table.inside
        if float(differs.mean()) > GATE.share and self._loiters(differs):
            rest[differs], differs = grey[differs], np.zeros_like(differs)
        rest += np.where(differs, light - rest, grey - rest) * (1.0 - exp(-elapsed / GATE.forget))
        return float(differs.mean())

    def _loiters(self, differs: Mask) -> bool:
        """Whether all that moves has kept to the edge of the picture for long: bodies beside a table never rest."""
        if self._table.reaches_in(differs):
            self._edgy = None
            return False
        if self._edgy is None or self._time - self._edgy[1] > GATE.settle:
            self._edgy = self._time, self._time
        self._edgy = self._edgy[0], self._time
        return self._time - self._edgy[0] >= GATE.loiters

    def _measure_noise(self, apart: Floats32, elapsed: float) -> None:
        """What moves looks like noise for a while: that is believed only slowly, and less of it at once."""
        # The standard deviation of noise is so many times its median distance from the median.
        noise = 1.4826 * float(np.median(np.abs(apart[::SPARSE, ::SPARSE])))
        if self._noise is not None and noise > self._noise:
            noise = self._noise + (noise - self._noise) * (1.0 - exp(-elapsed / GATE.forget))
        self._noise = noise

    @property
    def _least_change(self) -> float:
        """By how much a pixel must differ to have changed."""
        return min(max(STEP, GATE.noise * (self._noise or 0.0)), GATE.most_step)

    def _is_reached_over(self, frame: Grey, time_s: float) -> bool:
        """Whether something came over the rim since the table was still, and reaches across it. What was not there a
        frame ago, and has not moved since, was not carried in."""
        if not self._views or self._unrest is None or self._unrest >= self._rested:
            return False
        if time_s - self._rested >= GATE.rests:
            return False
        return all(self._is_reached_over_since(view, frame) for view in reversed(self._views))

    def _is_reached_over_since(self, view: Grey, frame: Grey) -> bool:
        """Whether something reaches over the rim that a still picture (h, w) does not show."""
        grey, rest = frame.astype(np.float32), view.astype(np.float32)
        _, apart = _past_light(rest, grey)
        apart = np.where(self._table.inside, apart - REGISTERED * contrast(rest), 0.0)
        faint = apart > GATE.faint * self._least_change
        crossings = self._table.rim.crossings(faint, rest, grey)
        return self._table.is_crossed(apart > self._least_change, faint, crossings)

    def _judge(self, frame: Grey, time_s: float, *, moved: bool) -> State:
        if is_dark(frame):
            return "dark"
        resting = time_s - self._rested >= GATE.settle
        if (moved or not resting or self._unseen is not None) and self._is_blocked(frame, time_s):
            return "blocked"
        if moved:
            return "moving"
        if not resting or self._unseen is not None or self._is_reached_over(frame, time_s):
            # Between two movements of one hand the table is no more than settling.
            return "settling"
        return "blurred" if is_sharp(frame) is False else "still"

    def _is_blocked(self, frame: Grey, time_s: float) -> bool:
        """Whether nothing of the last still picture has been seen for a while."""
        views = self._views[-1:]
        gone = any(_likeness(view, frame) < GATE.kept_view for view in views)
        if not gone or is_sharp(frame):
            self._unseen = None
            return False
        if self._unseen is None:
            self._unseen = time_s
        return time_s - self._unseen >= GATE.block


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """What of a picture (h, w) is the table: the mask that was `given`, the pixels `inside`, its `rim`, and the `core`
    for hands."""

    given: Mask | None
    inside: Mask
    rim: Rim
    core: Mask

    @classmethod
    def of(cls, shape: tuple[int, ...], given: Mask | None) -> _Table:
        inside = np.ones(shape[:2], np.bool_) if given is None else given
        edge = round(GATE.edge * shape[1]) if given is None else DEEP
        return cls(given, inside, Rim.of(inside), shrunk(inside, 2 * edge + 1))

    @property
    def shape(self) -> tuple[int, ...]:
        """The height and width of the picture."""
        return self.inside.shape

    def reaches_in(self, differs: Mask) -> bool:
        """Whether more than noise of what differs reaches into the core."""
        count, marks = components(closed(differs, BESIDE))
        deep = np.bincount(marks[self.core], minlength=count) > 0
        size = np.bincount(marks[differs], minlength=count)
        return float(size[1:][deep[1:]].sum()) > GATE.share * differs.size

    def is_crossed(self, differs: Mask, faint: Mask, crossings: Sequence[Points]) -> bool:
        """Whether one thing that differs, and came over the rim where there are crossings, reaches into the core.

        What differs `faint`ly (h, w) and hangs together with it belongs to it: a hand hardly differs from some tables.
        """
        count, marks = components(closed(faint, BESIDE))
        size = np.bincount(marks[differs], minlength=count)
        deep = np.bincount(marks[differs & self.core], minlength=count) > 0
        near = cv2.dilate(marks.astype(np.uint16), np.ones((2 * DEEP - 1, 2 * DEEP - 1), np.uint8))
        over = [near[y, x] for x, y in map(np.transpose, crossings)]
        return bool(((size > GATE.share * differs.size) & deep)[np.unique(np.concatenate([[0], *over]))][1:].any())


def _past_light(rest: Floats32, grey: Floats32) -> tuple[Floats32, Floats32]:
    """The resting picture (h, w) in the light of another, and by how much that differs from all that light may give. A
    lamp multiplies and a camera's black level adds: what lies between both is light. A lamp flickers in bands, which
    rows of a sensor see: each row has its own."""
    few, few_rest = grey[:, ::SPARSE], rest[:, ::SPARSE]
    gain = np.median((few + GLOW) / (few_rest + GLOW), axis=1, keepdims=True)
    apart = np.median(few - few_rest, axis=1, keepdims=True)
    added, multiplied = rest + apart, (rest + GLOW) * gain - GLOW
    low, high = np.minimum(added, multiplied), np.minimum(np.maximum(added, multiplied), 255.0)
    return (low + high) / 2, np.maximum(low - grey, grey - high)


def _likeness(one: Grey, other: Grey) -> float:
    """The correlation of two pictures, in patches."""
    ours, theirs = (cv2.resize(each, GATE.patches, interpolation=cv2.INTER_AREA) for each in (one, other))
    if min(int(np.ptp(each)) for each in (ours, theirs)) == 0:
        return 0.0  # nothing is like a picture that shows nothing, whatever the library says of it
    return float(np.asarray(cv2.matchTemplate(ours, theirs, cv2.TM_CCOEFF_NORMED)).item())
