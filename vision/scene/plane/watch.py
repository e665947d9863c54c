"""Is the table still where it was in the picture? A bumped camera or mat is noticed, and found again.

- known: the table is where it was a moment ago, or where a jump has just told.
- moved: the camera or the mat has just been moved. Where the table is becomes known once it is held there.
- lost: the table is not found. Nothing in the picture is to be believed until it is.
- unknown: nothing in the picture can be followed yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import cv2
import numpy as np

from vision.geometry import resized, through
from vision.scene.memory.change import thumbnail
from vision.scene.plane.motion import FAINT, STAYED, WATCH, KeyFrame, is_same, structure, unlike

if TYPE_CHECKING:
    from vision.arrays import Floats, Grey
    from vision.photo import Picture


State: TypeAlias = Literal["known", "moved", "lost", "unknown"]

DETAILS: Final[dict[State, str]] = {
    "known": "The camera sees the table from where it did.",
    "moved": "The camera or the mat has been moved; the table is being found again.",
    "lost": "The table is not where it was: put the camera back, or show it the whole table again.",
    "unknown": "Nothing on the table can be followed yet: lay the mat or some pieces on it.",
}

GRID: Final = 5
"""So many points along each side of a picture tell how far it moved."""


@dataclass(frozen=True, slots=True, eq=False)
class PlaneState:
    """Where the table is at a frame.

    `jump` (3, 3) is there where the table was found in another place since the frame before. It takes pixels of where
    it was to those of where it is. `anew` says that the watch began anew since then, with another table or after the
    old one was given up.
    """

    state: State
    jump: Floats | None = None
    anew: bool = False

    @property
    def detail(self) -> str:
        """One line for people: what is the matter, and what to do."""
        return DETAILS[self.state]


class PlaneWatch:
    """Follows the frames of one camera. The same frames at the same times give the same states.

    Places are motions (3, 3) of the small picture since the key, which shows the table where it is sure to be.
    """

    def __init__(self) -> None:
        self._anew = self._jumped = False  # since the last frame, and since the watch began
        self._restart(None)

    def begin_anew(self) -> None:
        """Take what is seen for the table. The one that was lost is looked for all the same: it may come back."""
        self._restart(self._shape, self._key)
        self._anew = True

    def _restart(self, shape: tuple[int, ...] | None, former: KeyFrame | None = None) -> None:
        """Forget where the table was, but for the `former` one: the next frame shows it where it is."""
        self._anew |= self._jumped
        self._jumped = False
        self._key: KeyFrame | None = None
        self._former, self._shape = former, shape
        self._looked = self._keyed = -np.inf
        self._share = 0.0
        self._seen: KeyFrame | None = None  # the table where it was last sure to be
        self._before: Grey | None = None
        self._last: KeyFrame | None = None
        self._chained = False  # whether every look since the key's own was sure
        self._held: Floats | None = None  # another place that the table seems to have
        self._held_since = self._agreed = 0.0
        self._jump: Floats | None = None
        self._state: State = "unknown"

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
            grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)  # first, for that is the cheaper way
            self._look(thumbnail(grey, WATCH.width), time_s)
        told, self._anew = PlaneState(self._state, self._jump, self._anew), False
        return told

    def _look(self, grey: Grey, time_s: float) -> None:
        resting, now = self._resting(grey), KeyFrame(structure(grey))
        key = self._key or self._begin(now, time_s)
        before, self._last = self._last, now
        moved = key.follow(now, self._held)
        place, self._share = (None, 0.0) if moved is None else (moved.model, moved.share)
        if place is None and self._chained and self._held is None and before is not None:
            # Enough stayed since the last look: pieces that are shuffled are no bump.
            moved = before.follow(now)
            place = STAYED if moved is not None and moved.stayed else None
        self._chained = place is not None
        # On a plain cloth a bump leaves most of the picture alike, so that one at rest is looked through first.
        if place is None and (resting or self._state == "lost"):
            place = self._found(key, now, time_s)
        if place is None and self._is_stationary(now):
            place = STAYED
        if place is None:
            self._unseen(now, time_s, resting=resting)
        elif _apart(place, STAYED, grey) <= 1.0:
            self._stayed(now, time_s, resting=resting)
        else:
            self._went(place, now, time_s)

    def _resting(self, grey: Grey) -> bool:
        """Whether the picture is as it was at the last look, and shows anything."""
        before, self._before = self._before, grey
        # A picture without structure shows nothing that could agree or not: the lens is covered.
        if before is None or float(grey.std()) < FAINT:
            return False
        return is_same(before, grey)

    def _begin(self, now: KeyFrame, time_s: float) -> KeyFrame:
        """Follow the points of this picture from now on: they belong to the place that is sure."""
        self._key, self._keyed = now, time_s
        return now

    def _is_stationary(self, now: KeyFrame) -> bool:
        """Whether what lies between the pieces is where it was, and nothing tells of a motion."""
        if self._seen is None or self._held is not None:
            return False
        return 1.0 - unlike(self._seen.picture, now.picture) >= WATCH.stationary

    def _found(self, key: KeyFrame, now: KeyFrame, time_s: float) -> Floats | None:
        """Where the table is, if it is seen anywhere in the picture."""
        if self._former is not None and self._former.search(now) is not None:
            self.begin_anew()
            self._former = None
            self._begin(now, time_s)
            return STAYED
        moved = key.search(now)
        return None if moved is None else moved.model

    def _stayed(self, now: KeyFrame, time_s: float, *, resting: bool) -> None:
        self._agreed, self._held = time_s, None
        old = time_s - self._keyed >= WATCH.refresh and self._share < WATCH.fresh
        if resting and old:
            self._begin(now, time_s)
        if resting:
            self._seen = now
        self._state = "known" if self._is_followed() else "unknown"

    def _went(self, place: Floats, now: KeyFrame, time_s: float) -> None:
        """The table is elsewhere: follow it, and believe it once it is held there."""
        self._agreed = time_s
        if self._held is None or _apart(place, self._held, now.picture) > 1.0:
            self._held, self._held_since = place, time_s
        if time_s - self._held_since < WATCH.settle:
            self._state = "moved"
            return
        assert self._shape is not None
        self._jump, self._jumped = resized(place, now.picture.shape, self._shape), True
        self._held, self._seen = None, now
        self._begin(now, time_s)
        self._state = "known"

    def _unseen(self, now: KeyFrame, time_s: float, *, resting: bool) -> None:
        """Nothing agrees: a hand may be before it. What stays so is lost."""
        if not self._is_followed():
            if resting or self._seen is None:
                self._begin(now, time_s)
                self._seen = now
            self._agreed = time_s
            self._state = "unknown"
            return
        limit = WATCH.lose if resting else WATCH.patience
        if time_s - self._agreed >= limit:
            self._state = "lost"

    def _is_followed(self) -> bool:
        """Whether there is anything that the table could be followed by."""
        return self._key is not None and len(self._key.points) >= WATCH.least_points


def _apart(one: Floats, other: Floats, picture: Grey) -> float:
    """How far two motions of a picture (h, w) are apart in the middle of things, in units of what counts as moved."""
    height, width = picture.shape
    x, y = np.meshgrid(np.linspace(0, width, GRID), np.linspace(0, height, GRID))
    points = np.column_stack([x.ravel(), y.ravel()])
    far = np.linalg.norm(through(one, points) - through(other, points), axis=1)
    return float(np.median(far)) / (WATCH.apart * float(width))
