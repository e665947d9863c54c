"""Slow work: a few at a time, and those who wait take turns, so that nobody waits for all that another asked."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection  # noqa: TC002 - FastAPI reads it

from service.limits.rates import client_of, token_of
from service.problems import Problem

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class Turns:
    """Who is at work, and who waits. Used by one event loop."""

    def __init__(self, at_once: int, most_waiting: int, most_each: int) -> None:
        self._free, self._most_waiting, self._most_each = at_once, most_waiting, most_each
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return sum(map(len, tuple(self._waiting.values())))

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """A turn at work, once it comes. Raises `Problem` where too many wait already."""
        await self._await(client)
        try:
            yield
        finally:
            self._free += 1
            self._next()

    def close(self) -> None:
        """Send all who wait away: the server is stopping."""
        waiting, self._waiting = self._waiting, OrderedDict()
        for come in (each for mine in waiting.values() for each in mine):
            if not come.done():
                come.set_exception(Problem("busy", "the server is stopping; ask again when it is back"))

    async def _await(self, client: str) -> None:
        mine = self._waiting.get(client, ())
        if len(mine) >= self._most_each or self.waiting >= self._most_waiting:
            raise Problem("busy", "as many as may be wait for this already; ask again in a moment")
        come: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(come)
        self._next()
        try:
            await come
        except asyncio.CancelledError:
            if come.done() and not come.cancelled():  # its turn came just as it went
                self._free += 1
                self._next()
            raise

    def _next(self) -> None:
        """Give free turns away: the one who waited longest for one of theirs, then the next one, round and round."""
        while self._free and self._waiting:
            client, mine = self._waiting.popitem(last=False)
            come = mine.popleft()
            if mine:
                self._waiting[client] = mine  # to the end of the line
            if not come.done():
                self._free -= 1
                come.set_result(None)


async def _errand(connection: HTTPConnection) -> AsyncIterator[None]:
    scope = connection.scope
    errands: Turns = connection.app.state.parts.errands
    async with errands.turn(token_of(scope) or client_of(scope)):
        yield


Errand = Annotated[None, Depends(_errand, scope="function")]
"""A parameter of an endpoint: it works for long, and so waits for its turn before it takes a thread."""
