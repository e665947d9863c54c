"""Hints: the best plays of a seat by the bots' search, with what each promises. A hint uses what the seat may see."""

from __future__ import annotations

import functools
import random
import time
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from engine.bots import GreedyBot, SearchBot
from engine.core import TABLE
from service import answers
from service.problems import Problem

if TYPE_CHECKING:
    from engine.bots import Weighed
    from engine.core import Move, Seat
    from engine.games import AnyGame
    from service.settings import Settings
    from service.store.entry import Entry

KEPT: Final = 1024
"""Answers that are kept, so that a position that is weighed again has the same: those of a few long games."""


def hints(entry: Entry, seat: Seat, hand: str | None, settings: Settings) -> dict[str, Any]:
    """The best plays in JSON types, first what the bots would play. Raises `Problem` where there are none."""
    if entry.header.rated:
        raise Problem("no-hints", "this game is rated")
    state, faults = answers.held(entry, seat, hand)
    weighed = weigh(entry, state, seat, settings)
    listed = [_hint_json(entry, state, seat, each) for each in weighed]
    cited = {rule for each in [*listed, *faults] for rule in each["rules"]}
    answer = {"version": entry.version, "seat": seat, "hints": listed, "faults": faults}
    return answer | {"rules": answers.titles(entry, cited)}


def weigh(
    entry: Entry, state: Any, seat: Seat, settings: Settings, also: Move | None = None
) -> tuple[Weighed[Any], ...]:
    """The best plays of a seat in a state that holds no more than the seat sees; `also` one that is weighed with them.

    The same question has the same answer while that is kept. A search takes a whole processor: who asks waits for their
    turn (`service.limits.fair_queue.Errand`).
    """
    if seat == TABLE or seat not in entry.game.actors(entry.replay.state) or entry.game.odds(state, seat):
        return ()
    return _searched(entry.game, state, seat, also, settings.hint_seconds, settings.hint_plies)


@functools.lru_cache(maxsize=KEPT)
def _searched(  # noqa: PLR0913, PLR0917 - all that an answer depends on
    game: AnyGame, state: Any, seat: Seat, also: Move | None, seconds: float, plies: int
) -> tuple[Weighed[Any], ...]:
    """What a search finds in so many seconds. A new one would have other chances, and so other numbers."""
    end = time.monotonic() + seconds
    return SearchBot(random.Random(), lambda _: time.monotonic() >= end, GreedyBot(), plies).weigh(
        game, state, seat, also=also
    )


def likely(each: Weighed[Any]) -> tuple[float, float] | None:
    """Between what the gain likely lies, to a tenth of a point; None where too little was tried to say."""
    low, high = each.likely
    return (round(low, 1), round(high, 1)) if isfinite(each.error) else None


def _hint_json(entry: Entry, state: Any, seat: Seat, each: Weighed[Any]) -> dict[str, Any]:
    return {
        "move": str(each.move),
        "points": each.points,
        "expected": round(each.expected, 1),
        "behind": round(each.behind, 2),
        "reply": round(each.reply, 1),
        "likely": likely(each),
        "samples": each.samples,
        "rules": list(entry.game.judge(state, seat, each.move).rules),
    }
