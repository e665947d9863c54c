"""How a known state became what was seen: the one- and two-move ways, legal and not, with their likelihoods.

A way is as likely as its last state fits what was seen. That nobody reacts to a Hammer shows on no picture, so a
`decline` is told among the moves and counts as none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.core import TABLE, Explanation, Seat, Verdict
from engine.games.stonerow.actors import actors
from engine.games.stonerow.build import Build
from engine.games.stonerow.clues import holder_of, of_the_table, suspects
from engine.games.stonerow.discard import Discard
from engine.games.stonerow.displacer import DECLINE, askable
from engine.games.stonerow.fit import Fit
from engine.games.stonerow.golddigger import DigBrickyard
from engine.games.stonerow.hammer import Break
from engine.games.stonerow.highwayman import Steal
from engine.games.stonerow.mason import Mortar, Repair
from engine.games.stonerow.state import ACTION, OVER, State, find_row
from engine.games.stonerow.teammate import Add
from engine.games.stonerow.turns import judged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.stonerow.play import Play
    from engine.games.stonerow.sight import Sight

PLAYED: Final = 0.2
"""Between two looks mostly nothing happens, and one move is a simpler way than two."""
SILENT: Final = 0.9
"""Every `decline` that nobody saw."""
AGAINST_THE_RULES: Final = 0.02
"""How often people do what the rules refuse, beside what they allow."""
UNSEEN_CHOICE: Final = 0.1
"""What a GoldDigger took from the brickyard is one choice of many."""
LEAST: Final = 1e-6
"""Less likely ways are not told, but for the likeliest ones against the rules."""
MOST: Final = 200
NEAREST: Final = 5
TRACES: Final = (Build, Break, Steal, Repair, Mortar, Discard, Add)
"""What can be seen to have been done against the rules."""


class Way(NamedTuple):
    """Plays from the known state, where they lead, how likely people go it, and the first refusal on it."""

    plays: tuple[tuple[Seat, Play], ...]
    state: State
    prior: float
    illegal: Verdict | None = None


def explain(state: State, sight: Sight, plies: int) -> list[Explanation[Play]]:
    """The ways from a state to a sight, likeliest first; the likelihoods of all that are told add up to 1.

    Among them are always that nothing happened and the nearest ways against the rules, if any is in reach.
    """
    fit = Fit(sight)
    weighed = [(way.prior * fit.of(way.state), way) for way in _ways(Way((), state, 1.0), sight, plies)]
    weighed.sort(key=_first)
    best = weighed[0][0]
    told = [one for at, one in enumerate(weighed) if (at < MOST and one[0] >= LEAST * best) or not one[1].plays]
    against = [one for one in weighed if one[1].illegal is not None]
    told += [one for one in against[:NEAREST] if not any(one is other for other in told)]
    total = sum(weight for weight, _ in told) or 1.0
    return [Explanation(way.plays, weight / total, way.illegal, weight) for weight, way in sorted(told, key=_first)]


def _first(weighed: tuple[float, Way]) -> tuple[float, int, bool]:
    weight, way = weighed
    return -weight, len(way.plays), way.illegal is not None


def _ways(way: Way, sight: Sight, plies: int) -> Iterator[Way]:
    """The way itself, and every way on by plays that the sight shows a trace of; one against the rules ends it."""
    yield way
    quiet = _nobody_reacts(way)
    if quiet is not None:
        yield from _ways(quiet, sight, plies)
    if plies == 0:
        return
    may = actors(way.state)
    if TABLE in may:
        for move in of_the_table(way.state, sight):
            if move.judge(way.state, TABLE).legal:
                yield from _ways(_on(way, TABLE, move), sight, plies - 1)
    for move in suspects(way.state, sight):
        for seat in may:
            if seat != TABLE and judged(way.state, seat, move).legal:
                yield from _ways(_on(way, seat, move), sight, plies - 1)
        if isinstance(move, TRACES):
            against = _against(way, sight, move)
            if against is not None:
                yield against


def _on(way: Way, seat: Seat, move: Play) -> Way:
    factor = PLAYED * UNSEEN_CHOICE if isinstance(move, DigBrickyard) else PLAYED
    return Way((*way.plays, (seat, move)), move.play(way.state, seat), way.prior * factor)


def _nobody_reacts(way: Way) -> Way | None:
    """The way after everyone asked has let the Hammer fall (A-SR-46)."""
    seats = askable(way.state)
    if not seats:
        return None
    state, plays, prior = way.state, list(way.plays), way.prior
    while seats:
        plays.append((seats[0], DECLINE))
        state, prior = DECLINE.play(state, seats[0]), prior * SILENT
        seats = askable(state)
    return Way(tuple(plays), state, prior)


def _against(way: Way, sight: Sight, move: Play) -> Way | None:
    """A play that the rules refuse, as if its player had the turn for it."""
    state = way.state
    seat = holder_of(move, state, sight)
    named = getattr(move, "row", None)
    if state.phase == OVER or (named is not None and find_row(state, named) is None):
        return None
    verdict = judged(state, seat, move)
    if verdict.legal:
        return None
    acting = state.but(turn=seat, phase=ACTION, pending=None, last=None)
    return Way((*way.plays, (seat, move)), move.play(acting, seat), way.prior * PLAYED * AGAINST_THE_RULES, verdict)
