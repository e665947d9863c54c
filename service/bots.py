"""Bots that play missing seats: each plays when its turn comes, by the search of the hints.

A bot sees what its seat may see. What a seat does not choose, such as whether a stone stands, is for people to enter.
Where a camera follows the game, people play it, and no bot does.
"""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING, Final

from engine.bots import GreedyBot, SearchBot
from engine.core import TABLE
from engine.errors import EngineError
from service.bells import HALL
from service.page.live import following
from service.problems import Problem
from service.store.ledger_errors import LedgerError
from service.store.store import StoreError

if TYPE_CHECKING:
    from engine.core import Seat
    from service.parts import Parts
    from service.store.entry import Entry

BOT: Final = "bot"
"""Who enters a bot's moves, as the record says it."""
IDLE: Final = 30.0
"""s after which all games are looked at again, though no bell rang."""
BETWEEN: Final = 0.1
"""s from one look to the next, however many bells ring."""


async def playing(parts: Parts) -> None:
    """Play for the bots of all games until the bells are closed. A move that fails is tried again after a change."""
    looked: dict[str, int] = {}
    with parts.bells.listen(HALL) as bell:
        while parts.bells.open:
            for game_id, version in (await _waiting(parts)).items():
                if looked.get(game_id) != version:
                    looked[game_id] = version
                    await _play(parts, game_id)
            await asyncio.sleep(BETWEEN)
            await bell.heard(IDLE)


def turn(parts: Parts, entry: Entry) -> Seat | None:
    """The bot's seat whose turn it is to choose; None where people are to move, or a camera follows the game.

    It waits for what the table turns up: it would choose from pieces that nobody has told.
    """
    if entry.fault is not None or entry.home or following(parts, entry.id) is not None:
        return None
    state, seats = entry.replay.state, parts.bots.of(entry.id)
    able = entry.game.actors(state)
    mine = [seat for seat in able if seat in seats and not entry.game.odds(state, seat)]
    return mine[0] if mine and TABLE not in able else None


def play(parts: Parts, game_id: str) -> None:
    """Play the move of a bot whose turn it is."""
    entry = parts.ledger.find(game_id)
    seat = turn(parts, entry)
    if seat is None:
        return
    end = time.monotonic() + parts.bots.of(game_id)[seat]
    search = SearchBot(random.Random(), lambda _: time.monotonic() >= end, GreedyBot(), parts.settings.hint_plies)
    hint = search(entry.game, entry.game.view(entry.replay.state, seat), seat)
    if hint is not None:
        parts.ledger.play(game_id, entry.version, seat, str(hint.move), by=BOT)


async def _waiting(parts: Parts) -> dict[str, int]:
    try:
        return await asyncio.to_thread(parts.bots.games)
    except StoreError:
        return {}  # the store says so itself; it is asked again


async def _play(parts: Parts, game_id: str) -> None:
    """One move at most, in its turn among all that takes a processor."""
    try:
        async with parts.errands.turn(BOT):
            await asyncio.to_thread(play, parts, game_id)
    except (StoreError, LedgerError, EngineError, Problem) as wrong:
        from service.logs import logger  # loaded when it is needed: a server should start fast

        logger().warning("a bot did not move", game=game_id, reason=str(wrong))
