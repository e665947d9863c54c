"""What may have been played instead: histories that leave the record some moves ago and lead to what is seen now.

Where the record does not explain a table, or only by plays against the rules, a move of before may have been missed,
taken for another, or taken back and played upon. So the game is searched anew from there, play by play, the likeliest
few at a time. What was told last is kept with the arms that came in before it, for they speak for histories too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.core import Explanation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from engine.games import AnyGame
    from vision.follow.reach import Reach
    from vision.follow.seating import Seating
    from vision.tables import Sight

    Way: TypeAlias = Explanation[Any]
    Play: TypeAlias = tuple[int, Any]
    Explain: TypeAlias = Callable[[Any], Sequence[Way]]
    Likely: TypeAlias = Callable[[Sequence[Play]], float]

WIDE: Final = 24
"""So many beginnings are gone on from at a time, …"""
DEEP: Final = 4
"""… so many times."""
KEPT: Final = 8
"""So much of what was told at once is kept."""


@dataclass(frozen=True, slots=True)
class Told:
    """What was told at once: so many moves, the arms that came in before, and where the players were known to sit."""

    moves: int
    reaches: tuple[Reach, ...]
    seating: Seating


@dataclass(frozen=True, slots=True)
class Past:
    """What was told last, oldest first."""

    told: tuple[Told, ...] = ()

    def then(self, moves: int, reaches: Iterable[Reach], seating: Seating) -> Past:
        """The same with some moves more."""
        return Past((*self.told, Told(moves, tuple(reaches), seating))[-KEPT:])

    def before(self, count: int) -> Told | None:
        """What was told since the last `count` moves began, with the arms since; None of moves further back. Of moves
        told at once all came with all of their arms."""
        for told in accumulate(reversed(self.told), _joined):
            if told.moves >= count:
                return told
        return None


def _joined(later: Told, earlier: Told) -> Told:
    return Told(later.moves + earlier.moves, (*earlier.reaches, *later.reaches), earlier.seating)


@dataclass(frozen=True, slots=True)
class Supposed:
    """What follows if the last moves of the record, `moves`, were none: `see` is what a state of before makes of the
    picture."""

    moves: Sequence[Play] = ()
    see: Callable[[Any], Sight] | None = None

    def lie(self, count: int, way: Way) -> bool:
        """Whether a way from `count` moves ago begins with the first of these moves, or plays all of them in another
        order: then they were not taken back."""
        moves = self.moves[-count:]
        if not moves:
            return False
        played = {str(move) for _, move in way.plays}
        return way.plays[:1] == tuple(moves[:1]) or all(str(move) in played for _, move in moves)


@dataclass(frozen=True, slots=True)
class Node:
    """Plays, the state that they lead to, how likely they are with what they leave unexplained, and how likely it is
    that their pieces came so."""

    plays: tuple[Play, ...]
    state: Any
    weight: float = 1.0
    came: float = 1.0

    @property
    def worth(self) -> float:
        """How likely all of it is."""
        return self.weight * self.came


def histories(rules: AnyGame, state: Any, explain: Explain, likely: Likely, whole: float) -> list[Way]:
    """The legal ways from a state to what `explain` knows of the table, likeliest first, by as many moves as it takes;
    `likely` is how likely the pieces of plays came as they did, 0 … 1. The search ends once a way explains as much as
    a `whole` one."""
    nodes, best = [Node((), state)], dict[Any, Node]()
    for _ in range(DEEP):
        children = [child for node in nodes for child in _after(rules, node, explain, likely)]
        nodes = []
        for child in sorted(children, key=lambda child: -child.worth):
            if child.state not in best or best[child.state].worth < child.worth:
                best[child.state] = child
                nodes.append(child)
        nodes = nodes[:WIDE]
        if not nodes or nodes[0].weight >= whole:
            break
    found = sorted(best.values(), key=lambda node: -node.weight)
    return [Explanation(node.plays, 0.0, None, node.weight) for node in found]


def _after(rules: AnyGame, node: Node, explain: Explain, likely: Likely) -> Iterator[Node]:
    """The nodes that follow on one."""
    ways = [way for way in explain(node.state) if way.illegal is None]
    rest = sum(way.weight for way in ways if not way.plays)
    before = node.weight / rest if node.plays and rest else float(not node.plays)
    for way in ways:
        if way.plays and before:
            plays = (*node.plays, *way.plays)
            after = reduce(lambda now, play: rules.play(now, *play), way.plays, node.state)
            yield Node(plays, after, before * way.weight, likely(plays))
