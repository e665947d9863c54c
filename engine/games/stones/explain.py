"""How a known state became what is seen: the one- and two-move ways, legal and not, with their likelihoods.

A way is as likely as its outcomes are common and as its last state fits what is seen. What only people see, a lean,
a touch, who knocked a stack over, stays open between the ways that the tokens allow.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.core import Explanation
from engine.games.stones import move as kinds
from engine.games.stones.clues import falls_between, forbidden, likely
from engine.games.stones.fit import fit
from engine.games.stones.judgement import judge
from engine.games.stones.listing import COMMON, actors, moves
from engine.games.stones.turn import play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Verdict
    from engine.games.stones.sight import Sight
    from engine.games.stones.state import State

    Way = tuple[tuple[tuple[int, kinds.StonesMove], ...], State, float, Verdict | None]

NEXT: Final = 0.9
"""One move is a simpler way than two."""
AGAINST_THE_RULES: Final = 0.02
"""How often people do what the rules refuse, beside what they allow."""
LEAST: Final = 1e-6
"""Less likely ways are not told, but for the likeliest ones against the rules."""
MOST: Final = 200
"""Where next to nothing was seen, so many ways are enough."""
NEAREST: Final = 5


def explain(state: State, seen: Sight, plies: int) -> list[Explanation[kinds.StonesMove]]:
    """The ways from a state to a sight, likeliest first; the likelihoods of all that are told add up to 1.

    Among them are always that nothing happened and the nearest ways against the rules, if any is in reach.
    """
    start: Way = ((), state, 1.0, None)
    ways = [start, *_legal(start, seen, plies), *_illegal(start, seen, plies)]
    weighed = sorted(((prior * fit(after, seen), plays, bad) for plays, after, prior, bad in ways), key=_first)
    best = weighed[0][0] or 1.0
    told = [way for at, way in enumerate(weighed) if (at < MOST and way[0] >= LEAST * best) or not way[1]]
    told += [way for way in weighed if way[2] is not None and way not in told][:NEAREST]
    total = sum(weight for weight, _, _ in told) or 1.0
    return [Explanation(plays, weight / total, bad, weight) for weight, plays, bad in sorted(told, key=_first)]


def _first(way: tuple[float, tuple[tuple[int, kinds.StonesMove], ...], Verdict | None]) -> tuple[float, int, bool]:
    return -way[0], len(way[1]), way[2] is not None


def _legal(way: Way, seen: Sight, plies: int) -> Iterator[Way]:
    """Every way on by legal moves of which the sight has a trace."""
    plays, state, prior, bad = way
    if not plies:
        return
    for seat, move in _candidates(state, seen, last=bool(plays)):
        after = play(state, seat, move)
        further: Way = ((*plays, (seat, move)), after, prior * _prior(move) * (NEXT if plays else 1.0), bad)
        yield further
        yield from _legal(further, seen, plies - 1)


def _candidates(state: State, seen: Sight, last: bool) -> Iterator[tuple[int, kinds.StonesMove]]:
    for seat in actors(state):
        for move in likely(state, seen, moves(state, seat), last):
            yield seat, move
    yield from falls_between(state, seen)


def _illegal(way: Way, seen: Sight, plies: int) -> Iterator[Way]:
    """What the rules refuse but a hand can do, and how it may have gone on."""
    _, state, prior, _ = way
    if not plies:
        return
    for seat, move in forbidden(state, seen):
        verdict = judge(state, seat, move)
        if verdict.legal:
            continue
        acting = state if isinstance(move, kinds.Exchange) else replace(state, turn=seat)
        further: Way = (((seat, move),), play(acting, seat, move), prior * AGAINST_THE_RULES * _prior(move), verdict)
        yield further
        yield from _legal(further, seen, plies - 1)


def _prior(move: kinds.StonesMove) -> float:
    return COMMON[move.outcome] if isinstance(move, kinds.Place) else 1.0
