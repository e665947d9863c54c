"""Is the table still where it was in the picture? A bumped camera or mat is noticed, and found again.

known      the table is where `motion` says, which is nowhere else than it was a moment ago
moved      the camera or the mat has just been moved; `motion` follows it, and becomes known once it is held
lost       the table is not found: nothing in the picture is to be believed until it is
unknown    nothing in the picture can be followed yet
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import cv2
import numpy as np

from vision.geometry import resized, through
from vision.scene.plane.motion import FAINT, KeyFrame, structure, unlike
from vision.scene.plane.settings import WATCH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Grey = NDArray[np.uint8]
    Picture = NDArray[np.uint8]

State: TypeAlias = Literal["known", "moved", "lost", "unknown"]

DETAILS: Final[dict[State, str]] = {
    "known": "The camera sees the table from where it did.",
    "moved": "The camera or the mat has been moved; the table is being found again.",
    "lost": "The table is not where it was: put the camera back, or show it the whole table again.",
    "unknown": "Nothing on the table can be followed yet: lay the mat or some pieces on it.",
}


GRID: Final = 5


@dataclass(frozen=True, slots=True, eq=False)
class PlaneState:
    """Where the table is at a frame.

    `motion` (3, 3) takes pixels of the frame that the watch began with to pixels of this one. Whatever lay still then
    is to be looked for there now. `jump` (3, 3) is there where the table was found in another place since the frame
    before. It takes pixels of where it was to those of where it is. `anew` says that the watch began anew since then,
    with another table or after the old one was given up.
    """

    state: State
    motion: Floats
    jump: Floats | None = None
    anew: bool = False

    @property
    def detail(self) -> str:
        """One line for people: what is the matter, and what to do."""
        return DETAILS[self.state]


class PlaneWatch:
    """Follows the frames of one camera. The same frames at the same times give the same states."""

    def __init__(self) -> None:
        self._anew = self._moved = False  # since the last frame, and since the watch began
        self._restart(None)

    def begin_anew(self) -> None:
        """Take what is seen for the table. The one that was lost is looked for all the same: it may come back."""
        self._begin_with(self._shape)
        self._anew = True

    def _restart(self, shape: tuple[int, ...] | None) -> None:
        """Forget where the table was: the next frame is the one that `motion` begins with."""
        self._key: KeyFrame | None = None
        self._anew |= self._moved
        self._begin_with(shape)

    def _begin_with(self, shape: tuple[int, ...] | None) -> None:
        self._former, self._key = self._key, None
        self._shape = shape
        self._looked = self._searched = self._keyed = -np.inf
        self._key_home = np.eye(3)
        self._share = 0.0
        self._tried = False  # whether the table was looked for in this picture at rest
        self._seen: Grey | None = None  # the structure of the table where it was last sure to be
        self._before: Grey | None = None
        self._last: Grey | None = None
        self._chained = False  # whether every look since the key's own was sure
        self._home = self._motion = np.eye(3)  # the motion that is sure, and that of the last look
        self._held: Floats | None = None
        self._held_since = self._agreed = 0.0
        self._jump: Floats | None = None
        self._moved = False
        self._state = PlaneState("unknown", np.eye(3))

    def due(self, time_s: float) -> bool:
        """Whether a frame taken at `time_s` is looked at; of others only the size counts."""
        return not 0.0 <= time_s - self._looked < WATCH.every

    def step(self, frame: Picture, time_s: float) -> PlaneState:
        """The state at a frame (H, W, 3, BGR) taken at `time_s`; another size or a time that runs back starts anew."""
        if self._shape != frame.shape or time_s < self._looked:
            self._restart(frame.shape)
        self._jump = None
        if self.due(time_s):
            self._looked = time_s
            self._look(self._small(frame), time_s)
        told, self._anew = replace(self._state, jump=self._jump, anew=self._anew), False
        return told

    def _small(self, frame: Picture) -> Grey:
        size = WATCH.width, max(1, round(frame.shape[0] * WATCH.width / frame.shape[1]))
        grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)  # first, for that is the cheaper way
        return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)

    def _look(self, grey: Grey, time_s: float) -> None:
        resting, picture = self._resting(grey), structure(grey)
        if self._key is None:
            self._begin(picture, time_s)
        before, self._last = self._last, picture
        place = self._place(picture)
        if place is None and self._chained and before is not None:
            place = self._linked(before, picture)
        self._chained = place is not None
        self._tried &= resting
        if place is None and (resting or self._state.state == "lost"):
            place = self._found(picture, time_s)
        if place is None and self._is_stationary(picture, resting=resting):
            place = self._home
        if place is None:
            self._unseen(picture, time_s, resting=resting)
        elif self._apart(place, self._home) <= 1.0:
            self._stayed(picture, time_s, resting=resting)
        else:
            self._went(place, picture, time_s)

    def _resting(self, grey: Grey) -> bool:
        """Whether the picture is as it was at the last look, and shows anything."""
        before, self._before = self._before, grey
        # A picture without structure shows nothing that could agree or not: the lens is covered.
        if before is None or float(grey.std()) < FAINT:
            return False
        return float((cv2.absdiff(before, grey) > WATCH.grain).mean()) <= WATCH.rest

    def _begin(self, picture: Grey, time_s: float) -> None:
        """Points to follow from now on: they belong to the place that is sure."""
        self._key, self._keyed = KeyFrame.of(picture), time_s
        self._key_home = self._home

    def _place(self, picture: Grey) -> Floats | None:
        """The motion since the beginning by what agrees now."""
        assert self._key is not None and self._shape is not None
        held = None if self._held is None else self._held @ np.linalg.inv(self._key_home)
        guess = None if held is None else resized(held, self._shape, picture.shape)
        moved = self._key.follow(picture, guess)
        self._share = 0.0 if moved is None else moved.share
        return None if moved is None else resized(moved.model, picture.shape, self._shape) @ self._key_home

    def _linked(self, before: Grey, picture: Grey) -> Floats | None:
        """The place that is sure, if enough stayed since the last look: pieces that are shuffled are no bump."""
        if self._held is not None or self._state.state == "lost":
            return None
        moved = KeyFrame.of(before).follow(picture)
        return self._home if moved is not None and moved.stayed else None

    def _is_stationary(self, picture: Grey, *, resting: bool) -> bool:
        """Whether what lies between the pieces is where it was, and nothing tells of a motion.

        A picture at rest is looked through for the table first: on a plain cloth a bump leaves most of it alike.
        """
        if self._seen is None or self._held is not None or (resting and not self._tried):
            return False
        return 1.0 - unlike(self._seen, picture) >= WATCH.stationary

    def _found(self, picture: Grey, time_s: float) -> Floats | None:
        """The motion, if the table is seen anywhere in the picture; looked for now and then."""
        if self._key is None or time_s - self._searched < WATCH.search:
            return None
        self._searched, self._tried = time_s, True
        if self._former is not None and self._former.search(picture) is not None:
            self.begin_anew()
            self._former = None
            self._begin(picture, time_s)
            return self._home
        moved = self._key.search(picture)
        assert self._shape is not None
        return None if moved is None else resized(moved.model, picture.shape, self._shape) @ self._key_home

    def _stayed(self, picture: Grey, time_s: float, *, resting: bool) -> None:
        self._agreed, self._held, self._motion = time_s, None, self._home
        old = time_s - self._keyed >= WATCH.refresh and self._share < WATCH.fresh
        if resting and old:
            self._begin(picture, time_s)
        if resting:
            self._seen = picture
        self._say("known" if self._is_followed() else "unknown")

    def _went(self, place: Floats, picture: Grey, time_s: float) -> None:
        """The table is elsewhere: follow it, and believe it once it is held there."""
        self._agreed = time_s
        if self._held is None or self._apart(place, self._held) > 1.0:
            self._held, self._held_since = place, time_s
        self._motion = place
        if time_s - self._held_since < WATCH.settle:
            self._say("moved")
            return
        self._jump, self._moved = place @ np.linalg.inv(self._home), True
        self._home, self._held, self._seen = place, None, picture
        self._begin(picture, time_s)
        self._say("known")

    def _unseen(self, picture: Grey, time_s: float, *, resting: bool) -> None:
        """Nothing agrees: a hand may be before it. What stays so is lost."""
        assert self._key is not None
        if not self._is_followed():
            if resting or self._seen is None:
                self._begin(picture, time_s)
                self._seen = picture
            self._agreed = time_s
            self._say("unknown")
            return
        limit = WATCH.lose if resting else WATCH.patience
        if self._state.state == "lost" or time_s - self._agreed >= limit:
            self._say("lost")

    def _is_followed(self) -> bool:
        """Whether there is anything that the table could be followed by."""
        assert self._key is not None
        return len(self._key.points) >= WATCH.least_points

    def _say(self, state: State) -> None:
        self._state = PlaneState(state, self._motion)

    def _apart(self, one: Floats, other: Floats) -> float:
        """How far two motions are apart in the middle of things, in units of what counts as moved."""
        if one is other:
            return 0.0
        assert self._shape is not None
        points = _grid(*self._shape[:2])
        far = np.linalg.norm(through(one, points) - through(other, points), axis=1)
        return float(np.median(far)) / (WATCH.apart * self._shape[1])


def _grid(height: int, width: int) -> Floats:
    """Points (N, 2) all over a frame."""
    x, y = np.meshgrid(np.linspace(0, width, GRID), np.linspace(0, height, GRID))
    return np.column_stack([x.ravel(), y.ravel()])
