"""What else than the table at rest speaks for a way: the order in which pieces came, and whose arms came in."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.core import TABLE
from vision.follow.accused import Accused
from vision.follow.seating import Seating

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from engine.core import Explanation
    from vision.follow.reach import Reach

    Way: TypeAlias = Explanation[Any]

APART: Final = 0.25
"""Pieces that came so far apart (s) were seen to come one after the other."""
BACKWARDS: Final = 0.02
"""How often the order in which pieces came is seen wrong."""
STALE: Final = 2e-4
"""How often a piece that lay there before the last known play is a move after it, or one that lay there when the table
was last accounted for is against the rules."""

PASSED_OVER: Final = 0.3
"""How often others play on over what the rules refuse."""
TWICE: Final = 2.0
"""An arm that stays in view for so long (s) may have come for two things: 973 that came for one were out again by then
but for 2 in a hundred, …"""
AT_ONCE: Final = 0.05
"""… and of 33 times that a tile was taken back and another laid, at most 2 show arms for fewer."""


@dataclass(frozen=True, slots=True)
class Witness:
    """`arrivals`: when (s) the pieces of these labels came to where they lie; `reaches`: the arms that came in since
    the table was settled; `seating`: where the players sit; `last`: when the pieces of the last known play came;
    `accused`: what lies there against the rules; `guesses`: labels that no look has read surely; `said`:
    moves for which nobody reaches in; `settled`: when the table was last accounted for."""

    arrivals: Mapping[str, float] = field(default_factory=dict)
    reaches: tuple[Reach, ...] = ()
    seating: Seating = field(default_factory=Seating)
    last: float | None = None
    accused: Accused = field(default_factory=Accused)
    guesses: frozenset[str] = frozenset()
    said: frozenset[str] = frozenset()
    settled: float | None = None

    def weigh(self, ways: Sequence[Way]) -> Sequence[Way]:
        """The ways, weighed again; likeliest first."""
        weighed = [replace(way, weight=way.weight * self.speaks_for(way)) for way in ways]
        total = sum(way.weight for way in weighed)
        if not total:
            return ways
        return sorted((replace(way, likelihood=way.weight / total) for way in weighed), key=lambda way: -way.likelihood)

    def taken_back(self, moves: Sequence[tuple[int, Any]], ways: Sequence[Way]) -> Sequence[Way]:
        """The ways from before these moves, weighed again: whoever made them may have reached in to take them back."""
        seats = [seat for seat, _ in reached_for(moves, self.said)]
        return self.weigh([replace(way, weight=way.weight * self._reached_too(seats, way)) for way in ways])

    def _reached_too(self, seats: Sequence[int], way: Way) -> float:
        """How much likelier the arms are if these seats reached in first."""
        later = [seat for seat, _ in reached_for(way.plays, self.said)]
        without = self.seating.likelihood(later, self.reaches)
        return max(self.seating.likelihood([*seats, *later], self.reaches) / without, 1.0)

    def speaks_for(self, way: Way) -> float:
        """How likely it is that pieces and arms came as they did, if this was played; 0 … 1."""
        plays = self.in_order(way)
        # What the table turns up may lie there in any order, and before all plays.
        came = [time for seat, move in plays if seat != TABLE and (time := self.came(move)) is not None]
        backwards = sum(one > other + APART for one, other in pairwise(came))
        stale = sum(self._is_stale(play, way) for play in plays)
        reached = reached_for(way.plays[:-1] if self.accused.known(way) else plays, self.said)
        times = [self._came_now(move) for _, move in reached]
        seats = self.seating.likelihood([seat for seat, _ in reached], self.reaches, times)
        order = BACKWARDS**backwards * (1.0 if plays[-1:] == way.plays[-1:] else PASSED_OVER)
        return order * STALE**stale * seats * self.accused.likelihood(way, self.arrivals)

    def _came_now(self, move: Any) -> float | None:
        """When the last piece that a move names came (s), if that was since the table was accounted for: others may be
        called the same."""
        time = self.came(move)
        return None if time is None or (self.settled is not None and time <= self.settled) else time

    def reached_again(self, plays: Sequence[tuple[int, Any]], back: int) -> float:
        """How likely these arms came in if so many moves were taken back and these played since."""
        came = sum(1 + (reach.stayed or reach.end - reach.start >= TWICE) for reach in self.reaches)
        fewer = bool(plays and self.reaches) and came < back + len(reached_for(plays, self.said))
        return AT_ONCE if fewer else 1.0

    def _is_stale(self, play: tuple[int, Any], way: Way) -> bool:
        """Whether the pieces of a play lay there before it could be played. Others may have played on over what the
        rules refuse, as long as the table was not accounted for."""
        refused = way.illegal is not None and play == way.plays[-1]
        if refused and self.accused.is_left(way):
            return False
        since, time = self.settled if refused else self.last, self.came(play[1])
        return play[0] != TABLE and since is not None and time is not None and since > time + APART

    def in_order(self, way: Way) -> Sequence[tuple[int, Any]]:
        """The plays of a way; the one that the rules refuse, which ways name last, where its pieces came: others may
        have played on while it lay there."""
        time = None if way.illegal is None else self.came(way.plays[-1][1])
        if time is None:
            return way.plays
        *legal, refused = way.plays
        later = (n for n, (_, move) in enumerate(legal) if (self.came(move) or 0.0) > time + APART)
        at = next(later, len(legal))
        return (*legal[:at], refused, *legal[at:])

    def refused_last(self, way: Way) -> bool:
        """Whether what the rules refuse came after all legal plays of a way, as was seen: then they may be taken
        first."""
        times = [self.came(move) for _, move in reached_for(way.plays, self.said)]
        known = [time for time in times if time is not None]
        return len(known) == len(times) > 1 and known[-1] > max(known[:-1]) + APART

    @property
    def slack(self) -> float:
        """How much less likely than else the table may look like the game."""
        return self.accused.slack(self.arrivals)

    def came(self, move: Any) -> float | None:
        """When the last piece that a move names came (s); None where none is known."""
        return max((self.arrivals[word] for word in str(move).split()[1:] if word in self.arrivals), default=None)

    def guessed(self, move: Any) -> bool:
        """Whether what a move names is only guessed: of cards that cover each other one is enough that was read."""
        named = set(str(move).split()[1:])
        return not self.guesses.isdisjoint(named) and self.guesses.issuperset(named & self.arrivals.keys())


def reached_for(plays: Sequence[tuple[int, Any]], said: Container[str]) -> list[tuple[int, Any]]:
    """The plays but those that are only `said`: those for which somebody reaches in."""
    return [(seat, move) for seat, move in plays if str(move) not in said]
