"""One stream a browser: it tells its pages that a game or a table changed, and what they show without asking again.

A browser allows six connections to a server, for all its tabs together. So one stream tells of all that they show.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from starlette.concurrency import run_in_threadpool

from service.bells import HALL
from service.hub.overview import GLANCE
from service.page.live import following
from service.store.store import NoSuchGame
from service.tournament.model import NoSuchTournament

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Sequence

    from service.bells import Bell
    from service.parts import Parts

ATTEND: Final = ("health", "gate", "frames", "delay", "following")
"""What the page shows of a table as it comes, without a new fragment."""

GAME: Final = "game"
TABLE: Final = "table"
TOURNAMENT: Final = "tournament"
MOST: Final = 64
"""So many games and tables one browser may follow at once."""
UNREAD: Final = 16
"""So much may wait to be read by one browser; until it is, nothing more is made ready."""
AGAIN: Final = 2.0
"""s after which all tables are looked at again: a camera that fails, or a table that falls silent, rings no bell."""
STATE, ENDED = "told", "ended"
Heard: TypeAlias = tuple[str, dict[str, Any] | None]
"""What one of the followed says, or that it says no more."""


@contextlib.asynccontextmanager
async def every(parts: Parts, names: Iterable[str]) -> AsyncIterator[AsyncIterator[dict[str, Any] | None]]:
    """What changes of all that is named, as `game:ID`, while the context lasts; None when nothing did for a while.

    `of` is the name. `told` is what its pages must know, and None where there is no such thing any more. Whoever reads
    may leave at any word, and be left there by the server: the context ends what listens.
    """
    heard: asyncio.Queue[Heard] = asyncio.Queue()
    room = asyncio.Semaphore(UNREAD)
    pumps = [asyncio.ensure_future(_pump(parts, name, heard, room)) for name in dict.fromkeys(names)]
    try:
        yield _told(pumps, heard, room)
    finally:
        for each in pumps:
            each.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)


async def _told(
    pumps: Sequence[asyncio.Future[None]], heard: asyncio.Queue[Heard], room: asyncio.Semaphore
) -> AsyncIterator[dict[str, Any] | None]:
    open_ = len(pumps)
    while open_:
        word, body = await heard.get()
        if word == ENDED:
            open_ -= 1
        else:
            room.release()
            yield body
    await asyncio.gather(*pumps)


async def _pump(parts: Parts, name: str, heard: asyncio.Queue[Heard], room: asyncio.Semaphore) -> None:
    kind, _, which = name.partition(":")
    try:
        async for body in _KINDS.get(kind, shows)(parts, which):
            await room.acquire()
            heard.put_nowait((STATE, None if body is None else {"of": name, "told": body}))
    except (NoSuchGame, NoSuchTournament):  # a game without a move is let go when its camera stops
        await room.acquire()
        heard.put_nowait((STATE, {"of": name, "told": None}))
    finally:
        heard.put_nowait((ENDED, None))


async def shows(parts: Parts, table_id: str) -> AsyncIterator[dict[str, Any] | None]:
    """The whole of a table, whenever it changed; None when nothing did for a while, as where no camera looks at it."""
    seen, patience = -1, parts.settings.keepalive_seconds
    with parts.bells.listen(f"{TABLE}:{table_id}") as bell:
        while parts.bells.open:
            table = parts.tables.get(table_id)
            if table is None or not table.open:
                yield None
                await bell.heard(patience)
            elif table.version == seen:
                yield None
                await table.changed(seen, patience)
            else:
                shown = table.snapshot()
                seen = shown["version"]
                yield shown


async def changes(parts: Parts, game_id: str) -> AsyncIterator[dict[str, Any] | None]:
    """What a page must know, whenever it changed; None when nothing did for a while.

    `key` is another one when the fragment of the game would be; `version` is the game's.
    """
    last: dict[str, Any] | None = None
    seen = -1
    with parts.bells.listen(game_id) as bell:
        while parts.bells.open:
            found = await run_in_threadpool(following, parts, game_id)
            table = None if found is None else parts.tables.get(found[0])
            seen = -1 if table is None else table.version
            now = await run_in_threadpool(snapshot, parts, game_id, None if table is None else table.snapshot())
            yield None if now == last else now
            last = now
            await _something(parts, bell, table, seen)


def snapshot(parts: Parts, game_id: str, shown: dict[str, Any] | None) -> dict[str, Any]:
    """What is told of the game and of the table that follows it."""
    version = parts.store.version(game_id)
    open_ = parts.questions.open(game_id)
    asked = [(each.number, str(each.question.text), len(each.question.candidates)) for each in open_]
    clock = parts.tournaments.clock_of(game_id)
    depends: list[Any] = [version, asked, len(parts.disputes.all(game_id)), clock and (clock.left, clock.since)]
    if shown is not None:
        state = shown["following"] and (shown["following"]["state"], shown["following"]["detail"])
        depends += [
            state,
            shown["picture"],
            shown["health"]["state"],
            shown["health"].get("detail"),
            shown["faults"],
            shown["region"],
        ]
    key = hashlib.sha256(json.dumps(depends).encode()).hexdigest()[:16]
    return {"key": key, "version": version, "table": shown and {name: shown[name] for name in ATTEND}}


def halls(parts: Parts, _name: str) -> AsyncIterator[dict[str, Any] | None]:
    """A `key` that is another one when all tables at a glance are others; None when nothing changed for a while."""
    return _keys(parts, lambda: [replace(row, seen=None) for row in parts.hub.overview.glance()])


def contests(parts: Parts, tournament_id: str) -> AsyncIterator[dict[str, Any] | None]:
    """The same of a tournament, with the results that its games have by then."""
    return _keys(parts, lambda: parts.tournaments.find(tournament_id))


async def _keys(parts: Parts, look: Callable[[], object]) -> AsyncIterator[dict[str, Any] | None]:
    last: dict[str, Any] | None = None
    with parts.bells.listen(HALL) as bell:
        while parts.bells.open:
            seen = await run_in_threadpool(look)
            now = {"key": hashlib.sha256(repr(seen).encode()).hexdigest()[:16]}
            yield None if now == last else now
            last = now
            await bell.heard(min(AGAIN, parts.settings.keepalive_seconds))
            await asyncio.sleep(GLANCE)  # what is looked at then is newer than the bell


async def _something(parts: Parts, bell: Bell, table: Any, seen: int) -> None:
    """Wait until the bell rings, the table changes, or it has been silent for long."""
    patience = parts.settings.keepalive_seconds
    waiting = [asyncio.ensure_future(bell.heard(patience))]
    if table is not None:
        waiting.append(asyncio.ensure_future(table.changed(seen, patience)))
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in waiting:
            each.cancel()
        for each in waiting:
            with contextlib.suppress(asyncio.CancelledError):
                await each


_KINDS: Final = {GAME: changes, TABLE: shows, HALL: halls, TOURNAMENT: contests}
"""What tells of the followed, by the first word of its name."""
