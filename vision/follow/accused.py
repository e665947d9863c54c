"""Plays that the rules refused, and that were not taken back: what they laid lies there, and is no move later."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.core import Explanation

    Way: TypeAlias = Explanation[Any]
    Pieces: TypeAlias = frozenset[str]

AFTERWARDS: Final = 1e-6
"""How often what was laid against the rules becomes a move where it lies."""
PLACE: Final = "@"
"""What the words of a move begin with that say where."""
LEFT: Final = 1e-3
"""How much less likely a table may look like the game for every play that lies there against the rules."""


@dataclass(frozen=True, slots=True)
class Accused:
    """By the names of their pieces when plays were reported (s): those of which the table still has to say what becomes
    of them, and those after which the game just went on."""

    reported: Mapping[Pieces, float] = field(default_factory=dict)
    left: Mapping[Pieces, float] = field(default_factory=dict)

    def report(self, move: Any, time: float, arrivals: Mapping[str, float]) -> Accused:
        """The same with one play more, if a piece of it is known to have come (`arrivals`)."""
        pieces = _named(move)
        if pieces in self.left or pieces in self.reported or not any(name in arrivals for name in pieces):
            return self
        return Accused({**self.reported, pieces: time}, self.left)

    def go_on(self) -> Accused:
        """The same once another move was played."""
        return Accused({}, {**self.left, **self.reported})

    def likelihood(self, way: Way, arrivals: Mapping[str, float]) -> float:
        """How likely a way is, given when pieces came: what lies there since it was reported is no legal play, nor one
        that came after others, and what the game went on from is not reported again."""
        first = len(way.plays) == 1 and way.illegal is not None
        known = self.left if first else {**self.reported, **self.left}
        return AFTERWARDS ** sum(_lies(_named(move), known, arrivals) for _, move in way.plays)

    def explains(self, labels: Iterable[str]) -> bool:
        """Whether any of these labels is that of a piece that was reported."""
        names = {name for pieces in (*self.reported, *self.left) for name in pieces}
        return any(name in names for label in labels for name in (label, _turned(label)))

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


def _named(move: Any) -> Pieces:
    """The pieces that a move names, both ways where they are dominoes."""
    names = {word for word in str(move).split()[1:] if not word.startswith(PLACE)}
    return frozenset(names | {_turned(name) for name in names})


def _turned(name: str) -> str:
    """A domino's name as it is told from its other end."""
    return "-".join(reversed(name.split("-")))
