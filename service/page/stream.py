"""One stream a page: it tells that the game or its table changed, and what of that a page shows without asking again.

A browser allows six connections to a server; a page that followed the game and the table apart would use up two.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from starlette.concurrency import run_in_threadpool

from service.api.events import LAST
from service.page.agreement import behind
from service.page.live import following

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from service.bells import Bell
    from service.parts import Parts

ATTEND: Final = ("health", "gate", "frames", "delay", "following")
"""What the page shows of a table as it comes, without a new fragment."""
SKIPS: Final = 100
"""Skipped frames from one telling of them to the next."""


async def changes(parts: Parts, game_id: str) -> AsyncIterator[dict[str, Any] | None]:
    """What a page must know, whenever it changed; None when nothing did for a while.

    `key` is another one when the fragment of the game would be; `version` is the game's.
    """
    told: dict[str, Any] | None = None
    seen = -1
    with parts.bells.listen(game_id) as bell:
        while parts.bells.open:
            found = await run_in_threadpool(following, parts, game_id)
            table = None if found is None else parts.tables.get(found[0])
            seen = -1 if table is None else table.version
            now = await run_in_threadpool(snapshot, parts, game_id, None if table is None else table.snapshot())
            yield None if now == told else now
            told = now
            await _something(parts, bell, table, seen)


def snapshot(parts: Parts, game_id: str, shown: dict[str, Any] | None) -> dict[str, Any]:
    """What is told of the game and of the table that follows it."""
    version = parts.store.load(game_id, LAST).version
    asked = [each.number for each in parts.questions.open(game_id)]
    depends: list[Any] = [version, asked, len(parts.disputes.all(game_id))]
    if shown is not None:
        state = shown["following"] and (shown["following"]["state"], shown["following"]["detail"])
        depends += [state, shown["picture"], shown["health"]["state"], shown["faults"]]
        depends.append(behind(shown) // SKIPS)
    key = hashlib.sha256(json.dumps(depends).encode()).hexdigest()[:16]
    return {"key": key, "version": version, "table": shown and {name: shown[name] for name in ATTEND}}


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
