"""Plays that the rules refused, and that were not taken back: what they laid lies there, and is no move later."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from vision.memory.reads import turned

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from engine.core import Explanation

    Way: TypeAlias = Explanation[Any]
    Pieces: TypeAlias = frozenset[str]

AFTERWARDS: Final = 1e-6
"""How often what was laid against the rules becomes a move where it lies."""
ANOTHER: Final = 0.1
"""How often what somebody took back is played by somebody else: who had laid it is not always known."""
PLACE: Final = "@"
"""What the words of a move begin with that say where."""
LEFT: Final = 1e-5
"""How much less likely a table may look like the game for every play that lies there against the rules."""


@dataclass(frozen=True, slots=True)
class Accused:
    """By the names of their pieces when plays were reported (s): those of which the table still has to say what becomes
    of them, and those after which the game just went on. `seats` laid them, in `cells`; those of `returned` took theirs
    back. `before` are the moves that were told before each."""

    reported: Mapping[Pieces, float] = field(default_factory=dict)
    left: Mapping[Pieces, float] = field(default_factory=dict)
    returned: Mapping[Pieces, int] = field(default_factory=dict)
    seats: Mapping[Pieces, int] = field(default_factory=dict)
    before: Mapping[Pieces, tuple[str, ...]] = field(default_factory=dict)
    cells: Mapping[Pieces, str] = field(default_factory=dict)

    def report(self, plays: Sequence[tuple[int, Any]], time: float, arrivals: Mapping[str, float]) -> Accused:
        """The same with one play more, the last of several (seat, move), if a piece of it is known to have come
        (`arrivals`)."""
        seat, pieces = plays[-1][0], _named(plays[-1][1])
        if pieces in self.left or pieces in self.reported or not any(name in arrivals for name in pieces):
            return self
        seats, before = {**self.seats, pieces: seat}, {**self.before, pieces: _before(plays)}
        cells = {**self.cells, pieces: _cell(plays[-1][1])}
        return replace(self, reported={**self.reported, pieces: time}, seats=seats, before=before, cells=cells)

    def lying(self, names: Container[str]) -> Accused:
        """The same once a table was seen on which only pieces of these names may lie: what is not there was taken back
        by whoever laid it, be it after the game went on, and is reported anew if it is laid again."""
        known = {**self.reported, **self.left}
        back = [pieces for pieces in known if not any(name in names for name in pieces)]
        if not back:
            return self
        reported = {pieces: time for pieces, time in self.reported.items() if pieces not in back}
        left = {pieces: time for pieces, time in self.left.items() if pieces not in back}
        returned = {**self.returned, **{pieces: self.seats[pieces] for pieces in back}}
        return replace(self, reported=reported, left=left, returned=returned)

    def go_on(self) -> Accused:
        """The same once another move was played."""
        return replace(self, reported={}, left={**self.left, **self.reported})

    def likelihood(self, way: Way, arrivals: Mapping[str, float]) -> float:
        """How likely a way is, given when pieces came: what lies there since it was reported is no legal play. What was
        taken back is played by who took it."""
        first = way.illegal is not None and _before(way.plays) in ((), self._before(way))
        known = self.left if first else {**self.reported, **self.left}
        plays = way.plays[:-1] if self.beside(way) else way.plays
        lies = sum(self._stays(move, known, arrivals) for _, move in plays)
        others = sum(self.returned.get(_named(move), seat) != seat for seat, move in way.plays)
        return AFTERWARDS**lies * ANOTHER**others

    def _stays(self, move: Any, known: Mapping[Pieces, float], arrivals: Mapping[str, float]) -> bool:
        """Whether a move only names what was reported and lies there still: what is not read surely at present lies in
        the same cell."""
        pieces = _named(move)
        seen = any(name in arrivals for name in pieces)
        return _lies(pieces, known, arrivals) and (seen or self.cells.get(pieces) == _cell(move))

    def beside(self, way: Way) -> bool:
        """Whether a way goes on beside what was reported and still lies there, which it names last; beside what the
        game went on from, be it by nothing more."""
        return self.known(way) and (self.is_left(way) or _before(way.plays) not in ((), self._before(way)))

    def is_left(self, way: Way) -> bool:
        """Whether a way ends with what was reported before the game went on, and still lies there."""
        return way.illegal is not None and _named(way.plays[-1][1]) in self.left

    def _before(self, way: Way) -> tuple[str, ...] | None:
        """The moves that were told before what a way ends with, when that was reported."""
        return self.before.get(_named(way.plays[-1][1]))

    def known(self, way: Way) -> bool:
        """Whether a way ends with what was reported: whose arm that was is settled."""
        return way.illegal is not None and _named(way.plays[-1][1]) in {**self.reported, **self.left}

    def explains(self, labels: Iterable[str]) -> bool:
        """Whether any of these labels is that of a piece that was reported."""
        names = {name for pieces in (*self.reported, *self.left) for name in pieces}
        return any(name in names for label in labels for name in (label, turned(label)))

    def slack(self, arrivals: Mapping[str, float]) -> float:
        """How much less likely the table may look like the game, for what lies there against the rules."""
        known = {**self.reported, **self.left}
        return LEFT ** sum(
            _lies(pieces, known, arrivals) and any(name in arrivals for name in pieces) for pieces in known
        )


def _lies(named: Pieces, known: Mapping[Pieces, float], arrivals: Mapping[str, float]) -> bool:
    """Whether these pieces are those of a play that was reported, and none of them came since; one that is not read
    surely at present did not."""
    return named in known and all(arrivals[name] <= known[named] for name in named if name in arrivals)


def _before(plays: Sequence[tuple[int, Any]]) -> tuple[str, ...]:
    """The moves before the last."""
    return tuple(str(move) for _, move in plays[:-1])


def _cell(move: Any) -> str:
    """The words of a move that say where, but for the level; empty where none do."""
    return " ".join(word.rsplit(",", 1)[0] for word in str(move).split()[1:] if word.startswith(PLACE))


def _named(move: Any) -> Pieces:
    """The pieces that a move names, both ways where they are dominoes."""
    names = {word for word in str(move).split()[1:] if not word.startswith(PLACE)}
    return frozenset(names | {turned(name) for name in names})
