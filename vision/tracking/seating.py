"""Where the players sit: which seat's arms come in from where.

It is learnt from moves whose player is known, and then says who moved where the rules leave that open.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan2, cos, exp, hypot, prod, sin
from typing import TYPE_CHECKING, Final, TypeAlias

from vision.scene.hands import ONE, apart

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.scene.hands import HandEntry

    Taken: TypeAlias = tuple[int, float, Mapping[int, float]]
    """The move that took the last arm, how likely that is, and where seats that were not known sit by then."""

NARROW: Final = 5.0
"""How closely the arms of one player come from one angle (von Mises' kappa), once many were seen; after one, half."""
ELSEWHERE: Final = 0.05
"""How likely an arm comes from quite another place than its player's, beside the likeliest."""
ONLY_OTHERS: Final = 0.015
"""How much less likely still nobody who moved came in, but only others from where they are known to sit. Of 247 lone
arms between two plays in 71 films of Stackernoos none did. Of 690 arms in all one did, that of the play after."""
LIKE: Final = 0.3
"""An arm that is so likely somebody's may be theirs."""
LONG: Final = 4.0
"""An arm that stays in view for longer (s) may hide others."""
IDLE: Final = 0.3
"""How often somebody reaches in and does nothing."""
ARMLESS: Final = 0.2
"""How often a move needs no arm of its own: one arm draws a tile and lays it."""
UNSEEN: Final = 0.02
"""How often somebody moves and no arm at all is seen, where arms are seen: chosen by hand. With it in force, one of
126 looks that told plays in 16 films had none."""
REACHING: Final = 0.15
"""An arm takes at least so long (s) from the edge of the picture to where it lays something."""
MISTIMED: Final = 0.02
"""So often the times at which pieces came mislead: one that lay there before seems to be what an arm laid."""
LEARNT: Final = 2
"""After so many moves of a seat its own arms tell more than the table does, …"""
TOLD: Final = 4
"""… which counts as much as so many moves until then."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Where the seats reach in from: by seat the sum of the directions of its arms, and how many there were.

    `unseen` are the seats of which no arm was seen yet: the table alone tells where they sit.
    """

    arms: Mapping[int, tuple[float, float, int]] = field(default_factory=dict)
    unseen: frozenset[int] = frozenset()
    _likelihoods: dict[tuple[tuple[int, ...], tuple[HandEntry, ...], tuple[float | None, ...]], float] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """What was asked already: many hypotheses are played by the same seats."""

    def learnt(self, seats: Sequence[int], reaches: Sequence[HandEntry]) -> Seating:
        """The same after moves by these seats, in their order; arms that cannot be told apart by seat teach nothing."""
        seats = [seat for seat in seats if seat >= 0]
        if len(set(seats)) == 1:
            alike = all(apart(reach.angle, reaches[0].angle) <= ONE for reach in reaches[1:])
            pairs = list(zip(seats[:1], reaches if alike else (), strict=False))
        else:
            pairs = list(zip(seats, reaches, strict=True)) if len(seats) == len(reaches) else []
        arms = dict(self.arms)
        for seat, reach in pairs:
            x, y, count = arms.get(seat, (0.0, 0.0, 0))
            arms[seat] = (x + cos(reach.angle), y + sin(reach.angle), count + 1)
        return Seating(arms)

    def expected(self, sides: Mapping[int, float]) -> Seating:
        """The same, with the angles (radians) at which seats that are not known yet should reach in."""
        arms = {
            seat: (TOLD * cos(angle), TOLD * sin(angle), TOLD)
            for seat, angle in sides.items()
            if self.arms.get(seat, (0.0, 0.0, 0))[2] < LEARNT
        }
        unseen = frozenset(seat for seat in arms if seat not in self.arms)
        return Seating({**self.arms, **arms}, unseen) if arms else self

    def likelihood(
        self, seats: Sequence[int], reaches: Sequence[HandEntry], came: Sequence[float | None] = ()
    ) -> float:
        """How likely, 0 … 1, these arms came in, in this order, if these seats moved in theirs. What they laid `came`
        at these times (s; None where nothing tells).

        Every arm is one of a move's, none of an earlier move's than the arm before; a move may do without an arm. A
        seat that is not known yet sits where none of the others does.
        """
        times = came or [None] * len(seats)
        moved = [(seat, time) for seat, time in zip(seats, times, strict=True) if seat >= 0]
        asked = (tuple(seat for seat, _ in moved), tuple(reaches), tuple(time for _, time in moved))
        if len(seats) and not moved:
            return 1.0
        if asked not in self._likelihoods:
            self._likelihoods[asked] = self._likelihood(*asked)
        return self._likelihoods[asked]

    def _likelihood(self, moved: Sequence[int], reaches: Sequence[HandEntry], came: Sequence[float | None]) -> float:
        """See `likelihood`."""
        if not self.arms:
            return 1.0
        if not reaches:
            seen = bool(moved) and self.unseen < self.arms.keys()
            return UNSEEN * ARMLESS ** (len(moved) - 1) if seen else 1.0
        if not moved:
            return IDLE
        best: list[Taken] = [(-1, 1.0, {})]
        for reach in reaches:
            best = [
                self._taken(best, place, seat, reach, time)
                for place, (seat, time) in enumerate(zip(moved, came, strict=True))
            ]
        likelihood = max(share * ARMLESS ** (len(moved) - 1 - place) for place, share, _ in best)
        return likelihood * self._strange(moved, reaches)

    def _strange(self, moved: Sequence[int], reaches: Sequence[HandEntry]) -> float:
        """How much less likely it is for all arms to be those of others, where all who moved are known to sit
        elsewhere. It is 1 where they are not."""
        known = {seat for seat, (_, _, count) in self.arms.items() if count >= LEARNT}
        theirs = [
            max((self._near(seat, reach.angle) for seat in known.difference(moved)), default=0.0) for reach in reaches
        ]
        strange = known.issuperset(moved) and all(
            likely >= LIKE
            and not reach.stayed
            and reach.end - reach.start <= LONG
            and all(self._near(seat, reach.angle) < ELSEWHERE for seat in moved)
            for likely, reach in zip(theirs, reaches, strict=True)
        )
        return ONLY_OTHERS * prod(theirs) if strange else 1.0

    def _taken(self, before: Sequence[Taken], place: int, seat: int, reach: HandEntry, came: float | None) -> Taken:
        """The likeliest way in which the move at a place, that of a seat, takes one arm more.

        The moves between have none, or the same move takes both.
        """
        ways = []
        for at, share, sits in before[: place + 1]:
            likelihood = share if at == place else share * _in_time(came, reach)
            likelihood *= self._of(seat, reach.angle, sits)
            ways.append((likelihood * ARMLESS ** max(place - at - 1, 0), sits))
        likelihood, sits = max(ways, key=lambda way: way[0])
        return place, likelihood, sits if seat in self.arms or seat in sits else {**sits, seat: reach.angle}

    def _of(self, seat: int, angle: float, sits: Mapping[int, float]) -> float:
        """How likely an arm at an angle is that seat's, beside the angle that is likeliest for it."""
        near = {other: self._near(other, angle) for other in self.arms}
        near |= {other: exp(NARROW / 2 * (cos(angle - there) - 1.0)) for other, there in sits.items()}
        return max(ELSEWHERE, near[seat] if seat in near else 1.0 - max(near.values()))

    def _near(self, seat: int, angle: float) -> float:
        x, y, count = self.arms[seat]
        return exp(NARROW * hypot(x, y) / (count + 1) * (cos(angle - atan2(y, x)) - 1.0))


def _in_time(came: float | None, reach: HandEntry) -> float:
    """How likely what `came` then (s) was laid by an arm, as far as the time tells: 0 … 1. One that had stayed in view
    may have laid it before."""
    return MISTIMED if came is not None and not reach.stayed and came < reach.start + REACHING else 1.0
