"""Who reached in: arms come over the edge of the picture from where their players sit.

While something moves, the pixels that changed along the edge tell at which angles arms come in. Which seat sits where
is learnt from moves whose player is known, and then says who moved where the rules leave that open.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan2, cos, exp, hypot, sin
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    Grey: TypeAlias = NDArray[np.uint8]

STEP: Final = 18
"""A pixel has changed if its grey differs by more than this."""
SPARSE: Final = 4
"""Of so many pixels one is enough to tell how much brighter the picture is."""
MOST: Final = 2
"""More arms than this at once are none: the picture moved, or its light."""
STAYS: Final = 4.0
"""What is seen at the edge of a still picture for so long (s) is no arm."""
BAND: Final = 3
"""Pixels of the small picture that count as its edge."""
WIDE: Final = 0.02
"""An arm covers at least so much of the edge all round."""
NOISE: Final = 3
"""Fewer places along the edge that changed are noise."""
ONE: Final = 0.7
"""Arms at angles (radians) no further apart than this are one player's."""
NARROW: Final = 5.0
"""How closely the arms of one player come from one angle (von Mises' kappa), once many were seen."""
ELSEWHERE: Final = 0.05
"""How likely an arm comes from quite another place than its player's, beside the likeliest."""
IDLE: Final = 0.3
"""How often somebody reaches in and does nothing."""
ARMLESS: Final = 0.2
"""How often a move needs no arm: a pass, a tile that is kept."""
LEARNT: Final = 2
"""After so many moves of a seat its own arms tell more than the table does, …"""
TOLD: Final = 4
"""… which counts as much as so many moves until then."""


@dataclass(frozen=True, slots=True)
class Reach:
    """An arm that came in: its angle round the middle of the picture (radians), from when to when (s)."""

    angle: float
    start: float
    end: float


class Reaches:
    """The arms that came in since the table was last settled. Frames are small grey pictures (h, w)."""

    def __init__(self) -> None:
        self._rest: Grey | None = None
        self._still: tuple[Grey, float] | None = None
        self._reaches: list[Reach] = []

    def frame(self, grey: Grey, time: float, *, still: bool) -> None:
        """Take in a frame taken at `time` (s). An arm that rests in a still picture is an arm, until it stays."""
        if self._rest is None or self._rest.shape != grey.shape:
            self._rest, self._still = grey, None
        seen = arms(self._rest, grey)
        if len(seen) > MOST:
            self._rest, seen = (grey if still else self._rest), []
        if still and (not seen or self._stays(grey, time)):
            self._rest, seen = grey, []
        if not seen:
            self._still = None
        for angle in seen:
            self._add(angle, time)

    def _stays(self, grey: Grey, time: float) -> bool:
        """Whether what is seen at the edge of this still picture has been lying there; an arm that moves for long and
        rests here and there does not."""
        if self._still is None or int(_edge(_differs(self._still[0], grey))[0].sum()) >= NOISE:
            self._still = (grey, time)
        return time - self._still[1] >= STAYS

    def told(self) -> tuple[Reach, ...]:
        """The arms that came in, in their order; a fingertip that crosses the far edge meanwhile is no arm."""
        return tuple(reach for reach in self._reaches if not any(_during(reach, other) for other in self._reaches))

    def settle(self) -> None:
        """What came in until now has been accounted for."""
        self._reaches.clear()

    def _add(self, angle: float, time: float) -> None:
        for number, reach in enumerate(self._reaches):
            if apart(angle, reach.angle) <= ONE and time - reach.end < 1.0:
                length = max(time - reach.start, 0.1)
                x, y = length * cos(reach.angle) + 0.1 * cos(angle), length * sin(reach.angle) + 0.1 * sin(angle)
                self._reaches[number] = Reach(atan2(y, x), reach.start, time)
                return
        self._reaches.append(Reach(angle, time, time))


def _during(reach: Reach, other: Reach) -> bool:
    return other.start <= reach.start and reach.end <= other.end and reach.end - reach.start < other.end - other.start


def arms(rest: Grey, grey: Grey) -> list[float]:
    """The angles (radians) at which something comes over the edge that is not in the picture at rest."""
    ring, angles = _edge(_differs(rest, grey))
    least = max(3, round(WIDE * len(ring)))
    closed = cv2.morphologyEx(ring.astype(np.uint8).reshape(1, -1), cv2.MORPH_CLOSE, np.ones((1, 7), np.uint8))
    ring = np.array(closed > 0, dtype=np.bool_).ravel()
    if ring.all() or not ring.any():
        return []
    first = int(np.argmin(ring))  # begin where nothing comes in, so that no arm is cut in two
    ring, angles = np.roll(ring, -first), np.roll(angles, -first)
    bounds = np.flatnonzero(np.diff(np.concatenate([[0], ring.astype(np.int8), [0]])))
    runs = zip(bounds[::2], bounds[1::2], strict=True)
    return [_mean(angles[start:end]) for start, end in runs if end - start >= least]


def _differs(rest: Grey, grey: Grey) -> NDArray[np.bool_]:
    """The pixels that changed, past a change of light all over the table."""
    apart = grey.astype(np.int16) - rest
    return np.array(np.abs(apart - int(np.median(apart[::SPARSE, ::SPARSE]))) > STEP, dtype=np.bool_)


def _edge(mask: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """What is set along the edge, clockwise from the upper left corner, and the angle of each place."""
    height, width = mask.shape
    top, bottom = mask[:BAND].max(axis=0), mask[-BAND:].max(axis=0)
    left, right = mask[:, :BAND].max(axis=1), mask[:, -BAND:].max(axis=1)
    ring = np.concatenate([top, right, np.flip(bottom), np.flip(left)])
    x = np.concatenate([np.arange(width), np.full(height, width), np.arange(width)[::-1], np.zeros(height)])
    y = np.concatenate([np.zeros(width), np.arange(height), np.full(width, height), np.arange(height)[::-1]])
    return ring, np.arctan2((y - height / 2) / height, (x - width / 2) / width)


def _mean(angles: NDArray[np.float64]) -> float:
    return atan2(float(np.sin(angles).mean()), float(np.cos(angles).mean()))


def apart(one: float, other: float) -> float:
    """The angle between two directions, 0 … π."""
    return abs(atan2(sin(one - other), cos(one - other)))


@dataclass(frozen=True, slots=True)
class Seating:
    """Where the seats reach in from: by seat the sum of the directions of its arms, and how many there were."""

    arms: Mapping[int, tuple[float, float, int]] = field(default_factory=dict)

    def learnt(self, seat: int, reaches: Sequence[Reach]) -> Seating:
        """The same after one more move by a seat; arms from several sides teach nothing."""
        if not reaches or any(apart(reach.angle, reaches[0].angle) > ONE for reach in reaches):
            return self
        x, y, count = self.arms.get(seat, (0.0, 0.0, 0))
        angle = reaches[0].angle
        return Seating({**self.arms, seat: (x + cos(angle), y + sin(angle), count + 1)})

    def expected(self, sides: Mapping[int, float]) -> Seating:
        """The same, with the angles (radians) at which seats that are not known yet should reach in."""
        told = {
            seat: (TOLD * cos(angle), TOLD * sin(angle), TOLD)
            for seat, angle in sides.items()
            if self.arms.get(seat, (0.0, 0.0, 0))[2] < LEARNT
        }
        return Seating({**self.arms, **told}) if told else self

    def likelihood(self, seats: Sequence[int], reaches: Sequence[Reach]) -> float:
        """How likely these arms came in, in this order, if these seats moved in theirs: 0 … 1.

        Every arm is one of a move's, none of an earlier move's than the arm before; a move may do without an arm. A
        seat that is not known yet sits where none of the known ones does.
        """
        moved = [seat for seat in seats if seat >= 0]
        if not self.arms or (seats and not moved):
            return 1.0
        if not reaches:  # where arms are seen whenever somebody moves
            return ARMLESS ** len(moved) if all(count >= LEARNT for _, _, count in self.arms.values()) else 1.0
        if not moved:
            return IDLE
        best = [self._of(seat, reaches[0].angle) * ARMLESS**place for place, seat in enumerate(moved)]
        for reach in reaches[1:]:
            # A later move takes this arm, the moves between having none, or the same move takes both.
            best = [
                self._of(seat, reach.angle)
                * max(before * ARMLESS ** max(place - at - 1, 0) for at, before in enumerate(best[: place + 1]))
                for place, seat in enumerate(moved)
            ]
        return max(each * ARMLESS ** (len(moved) - 1 - place) for place, each in enumerate(best))

    def _of(self, seat: int, angle: float) -> float:
        """How likely an arm at an angle is that seat's, beside the angle that is likeliest for it."""
        if seat in self.arms:
            return max(ELSEWHERE, self._near(seat, angle))
        return max(ELSEWHERE, 1.0 - max(self._near(other, angle) for other in self.arms))

    def _near(self, seat: int, angle: float) -> float:
        x, y, count = self.arms[seat]
        return exp(NARROW * hypot(x, y) / (count + 1) * (cos(angle - atan2(y, x)) - 1.0))


def only(plays: Iterable[tuple[int, Any]]) -> int | None:
    """The seat that made all of these plays but the table's; None where there are several, or none."""
    seats = {seat for seat, _ in plays if seat >= 0}
    return seats.pop() if len(seats) == 1 else None
