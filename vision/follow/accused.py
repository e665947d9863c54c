"""Plays that the rules refused, and that were not taken back: what they laid lies there, and is no move later."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.core import Explanation

    Way: TypeAlias = Explanation[Any]

AFTERWARDS: Final = 1e-6
"""How often what was laid against the rules becomes a move where it lies."""
PLACE: Final = "@"
"""What the words of a move begin with that say where."""
LEFT: Final = 1e-3
"""How much less likely a table may look like the game for every piece that lies there against the rules."""


@dataclass(frozen=True, slots=True)
class Accused:
    """By the names of their pieces when plays were reported (s): those of which the table still has to say what becomes
    of them, and those after which the game just went on."""

    reported: Mapping[str, float] = field(default_factory=dict)
    left: Mapping[str, float] = field(default_factory=dict)

    def report(self, move: Any, time: float) -> Accused:
        """The same with one play more."""
        names = {name: self.reported.get(name, time) for name in _pieces(move) if name not in self.left}
        return replace(self, reported={**self.reported, **names})

    def go_on(self) -> Accused:
        """The same once another move was played."""
        return Accused({}, {**self.left, **self.reported})

    def likelihood(self, way: Way, arrivals: Mapping[str, float]) -> float:
        """How likely a way is, given when pieces came: what lies there since it was reported is no legal play, nor one
        that came after others, and what the game went on from is not reported again."""
        first = len(way.plays) == 1 and way.illegal is not None
        again = 0 if first else sum(_lies(move, self.reported, arrivals) for _, move in way.plays)
        again += sum(_lies(move, self.left, arrivals) for _, move in way.plays)
        return AFTERWARDS**again

    def explains(self, labels: Iterable[str]) -> bool:
        """Whether any of these labels is that of a piece that was reported."""
        return any(name in self.reported or name in self.left for label in labels for name in (label, _turned(label)))

    def slack(self, arrivals: Mapping[str, float]) -> float:
        """How much less likely the table may look like the game, for what lies there against the rules."""
        known = {**self.reported, **self.left}
        names = {name for name, time in known.items() if name in arrivals and arrivals[name] <= time}
        return LEFT ** len({"-".join(sorted(name.split("-"))) for name in names})


def _lies(move: Any, known: Mapping[str, float], arrivals: Mapping[str, float]) -> bool:
    """Whether a move names a piece that lies where it lay when it was reported; one that is not read surely does."""
    return any(name in known and arrivals.get(name, known[name]) <= known[name] for name in _pieces(move))


def _pieces(move: Any) -> set[str]:
    """The pieces that a move names, both ways where they are dominoes."""
    names = {word for word in str(move).split()[1:] if not word.startswith(PLACE)}
    return names | {_turned(name) for name in names}


def _turned(name: str) -> str:
    """A domino's name as it is told from its other end."""
    return "-".join(reversed(name.split("-")))
