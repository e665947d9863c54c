"""Where the players sit: which seat's hands come in from where.

It is learnt from moves whose player is known, and then says who moved where the rules leave that open.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import atan2, cos, exp, hypot, sin
from typing import TYPE_CHECKING, Final, TypeAlias

from vision.scene.gate import GATE
from vision.scene.hands import ONE, HandEntry, apart

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Directions: TypeAlias = Mapping[int, tuple[float, float, int]]
    """By seat the sum of the directions of its hand entries, and how many there were."""
    Assignment: TypeAlias = tuple[int, float, Directions]
    """The index of the move that the last hand entry is assigned to, how likely that is, and where seats sit by it."""

NARROW: Final = 5.0
"""How closely the hands of one player come from one angle (von Mises' kappa), once many were seen; after one, half."""
ELSEWHERE: Final = 0.05
"""How likely a hand comes from quite another place than its player's, beside the likeliest."""
IDLE: Final = 0.3
"""How often somebody reaches in and does nothing."""
NO_ENTRY: Final = 0.2
"""How often a move needs no hand entry of its own: one hand draws a tile and lays it."""
UNSEEN: Final = 0.02
"""How often somebody moves and no hand of theirs is seen, where hands are seen: chosen by hand. With it in force, one
of 126 looks that told plays in 16 films had none. Of 247 lone hand entries between two plays in 71 films of Stackernoos
none was of another who is known to sit elsewhere. Of 690 in all one was, that of the play after."""
REACHING: Final = 0.15
"""A hand takes at least so long (s) from the edge of the picture to where it lays something."""
MISTIMED: Final = 0.02
"""So often the times at which pieces came mislead: one that lay there before seems to be what a hand laid. It
was chosen by hand."""
LEARNT: Final = 2
"""The table tells as much of a seat as so many moves do. After so many its own hand entries are believed instead."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Where the seats reach in from, by their `directions`. `unseen` are the seats of which no hand was seen yet: the
    table alone tells where they sit."""

    directions: Directions = field(default_factory=dict)
    unseen: frozenset[int] = frozenset()
    _likelihoods: dict[tuple[tuple[int, ...], tuple[HandEntry, ...], tuple[float | None, ...]], float] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """What was asked already: many hypotheses are played by the same seats."""

    @property
    def sides(self) -> dict[int, float]:
        """The angle (radians) at which each known seat reaches in."""
        return {seat: atan2(y, x) for seat, (x, y, _) in self.directions.items()}

    def learnt(self, seats: Sequence[int], entries: Sequence[HandEntry]) -> Seating:
        """The same after moves by these seats, in their order. Hands that could be of either seat teach nothing."""
        seats = [seat for seat in seats if seat >= 0]
        if len(set(seats)) == 1:
            alike = all(apart(entry.angle, entries[0].angle) <= ONE for entry in entries[1:])
            pairs = list(zip(seats[:1], entries if alike else (), strict=False))
        else:
            pairs = list(zip(seats, entries, strict=True)) if len(seats) == len(entries) else []
        directions = dict(self.directions)
        for seat, entry in pairs:
            x, y, count = directions.get(seat, (0.0, 0.0, 0))
            directions[seat] = (x + cos(entry.angle), y + sin(entry.angle), count + 1)
        return Seating(directions)

    def expected(self, sides: Mapping[int, float]) -> Seating:
        """The same, with the angles (radians) at which seats that are not known yet should reach in."""
        directions = {
            seat: (LEARNT * cos(angle), LEARNT * sin(angle), LEARNT)
            for seat, angle in sides.items()
            if self.directions.get(seat, (0.0, 0.0, 0))[2] < LEARNT
        }
        unseen = frozenset(seat for seat in directions if seat not in self.directions)
        return Seating({**self.directions, **directions}, unseen) if directions else self

    def likelihood(
        self, seats: Sequence[int], entries: Sequence[HandEntry], came: Sequence[float | None] = ()
    ) -> float:
        """How likely, 0 … 1, these hands came in, in this order, if these seats moved in theirs. What they laid `came`
        at these times (s; None where nothing tells). Every entry is of one move, and of none earlier than the entry
        before it. A move may do without an entry. A seat that is not known yet sits where none of the others does."""
        times = came or [None] * len(seats)
        moved = [(seat, time) for seat, time in zip(seats, times, strict=True) if seat >= 0]
        asked = (tuple(seat for seat, _ in moved), tuple(entries), tuple(time for _, time in moved))
        if len(seats) and not moved:
            return 1.0
        if asked not in self._likelihoods:
            self._likelihoods[asked] = self._likelihood(*asked)
        return self._likelihoods[asked]

    def _likelihood(self, moved: Sequence[int], entries: Sequence[HandEntry], came: Sequence[float | None]) -> float:
        """See `likelihood`. Until it is known where anybody sits, only a move without a hand of its own is unlikely."""
        if not self.directions:
            return NO_ENTRY ** max(len(moved) - len(entries), 0) if entries else 1.0
        if not entries:
            seen = bool(moved) and self.unseen < self.directions.keys()
            return UNSEEN * NO_ENTRY ** (len(moved) - 1) if seen else 1.0
        if not moved:
            return IDLE
        best: list[Assignment] = [(-1, 1.0, self.directions)]
        for entry in entries:
            best = [
                _assigned(best, move_index, seat, entry, time)
                for move_index, (seat, time) in enumerate(zip(moved, came, strict=True))
            ]
        likelihood = max(share * NO_ENTRY ** (len(moved) - 1 - move_index) for move_index, share, _ in best)
        return likelihood * self._by_others_only(moved, entries)

    def _by_others_only(self, moved: Sequence[int], entries: Sequence[HandEntry]) -> float:
        """How much less likely it is for all hands to be those of others, where all who moved are known to sit
        elsewhere. It is 1 where they are not. A hand that stays in view for long may occlude another."""
        known = {seat: direction for seat, direction in self.directions.items() if direction[2] >= LEARNT}
        if not known.keys() >= set(moved):
            return 1.0
        theirs = 1.0
        for entry in entries:
            near = {seat: _near(direction, entry.angle) for seat, direction in known.items()}
            lasts = entry.stayed or entry.end - entry.start > GATE.rests
            if lasts or any(near[seat] >= ELSEWHERE for seat in moved):
                return 1.0
            theirs *= max((near[seat] for seat in near.keys() - set(moved)), default=0.0)
        return 1.0 - theirs * (1.0 - UNSEEN)


def _assigned(
    before: Sequence[Assignment], move_index: int, seat: int, entry: HandEntry, came: float | None
) -> Assignment:
    """The likeliest assignment in which one entry more is of the move of this index, by that seat. The moves between
    have none, or the same move takes both. A seat that is not known yet sits where none of the others does."""
    candidates = []
    for at, share, directions in before[: move_index + 1]:
        near = {other: _near(direction, entry.angle) for other, direction in directions.items()}
        theirs = near[seat] if seat in near else 1.0 - max(near.values())
        likelihood = share * max(ELSEWHERE, theirs) * (1.0 if at == move_index else _in_time(came, entry))
        candidates.append((likelihood * NO_ENTRY ** max(move_index - at - 1, 0), directions))
    likelihood, directions = max(candidates, key=lambda candidate: candidate[0])
    here = (cos(entry.angle), sin(entry.angle), 1)
    return move_index, likelihood, directions if seat in directions else {**directions, seat: here}


@lru_cache(maxsize=1024)
def _near(direction: tuple[float, float, int], angle: float) -> float:
    """How likely a hand at an angle is that of who sits in a direction, beside the likeliest angle: 0 … 1."""
    x, y, count = direction
    return exp(NARROW * hypot(x, y) / (count + 1) * (cos(angle - atan2(y, x)) - 1.0))


def _in_time(came: float | None, entry: HandEntry) -> float:
    """How likely what `came` then (s) was laid by a hand, as far as the time tells: 0 … 1. One that had stayed in view
    may have laid it before."""
    return MISTIMED if came is not None and not entry.stayed and came < entry.start + REACHING else 1.0
