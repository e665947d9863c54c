"""How large a body is, how long it takes to come, and how many large ones are under way."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.requests import Request

from engine.said import Said
from service.limits.rates import client_of
from service.problems import Problem

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from service.settings import Settings


@dataclass(frozen=True, slots=True)
class Bodies:
    """What bodies may take: times in seconds; uploads are bodies larger than `small` bytes."""

    seconds: float = 60.0
    """A body is whole after so long."""
    pause: float = 10.0
    """So long nothing may come of it."""
    uploads: int = 4
    uploads_each: int = 2
    wait: float = 10.0
    """So long an upload may wait for its turn."""
    small: int = 2**20

    @classmethod
    def of(cls, settings: Settings) -> Bodies:
        """As the settings have it."""
        return cls(
            settings.body_seconds,
            settings.body_pause_seconds,
            settings.max_uploads,
            settings.max_uploads_each,
            settings.busy_seconds,
            settings.max_json_bytes,
        )


class BodyLimit:
    """ASGI middleware: a body that is larger than `limit(path)` bytes is a 413, said or found out.

    One that takes too long is a 408; an upload that gets no turn is a 503.
    """

    def __init__(
        self, app: ASGIApp, limit: Callable[[str], int], bodies: Bodies, refuse: Callable[[Request, Problem], Response]
    ) -> None:
        self._app = app
        self._limit = limit
        self._bodies = bodies
        self._refuse = refuse
        self._turns = asyncio.Semaphore(self._bodies.uploads)
        self._each: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = self._limit(scope["path"])
        said = Headers(scope=scope).get("content-length", "0")
        if said.isdecimal() and int(said[:20]) > limit:
            await self._refuse(Request(scope), _too_large(limit))(scope, receive, send)
            return
        taken = _Counted(receive, limit, self._bodies)
        if limit <= self._bodies.small or scope["method"] not in {"POST", "PUT", "PATCH"}:
            await self._app(scope, taken, send)
            return
        try:
            async with self._turn(client_of(scope)):
                await self._app(scope, taken, send)
        except _NoTurn:
            busy = Problem("busy", "as many photos as may be are on their way; send this one again in a moment")
            await self._refuse(Request(scope), busy)(scope, receive, send)

    @asynccontextmanager
    async def _turn(self, client: str) -> AsyncIterator[None]:
        """A turn for an upload, held until it is answered: so long its bytes are in memory."""
        if self._each[client] >= self._bodies.uploads_each:
            raise _NoTurn
        self._each[client] += 1
        try:
            try:
                async with asyncio.timeout(self._bodies.wait):
                    await self._turns.acquire()
            except TimeoutError:
                raise _NoTurn from None
            try:
                yield
            finally:
                self._turns.release()
        finally:
            self._each[client] -= 1
            if self._each[client] <= 0:
                del self._each[client]


class _NoTurn(Exception):  # noqa: N818 - it is no error of ours
    """Too many uploads are under way."""


class _Counted:
    """A body as it comes in, with an end to waiting for it."""

    def __init__(self, receive: Receive, limit: int, bodies: Bodies) -> None:
        self._receive, self._limit, self._bodies = receive, limit, bodies
        self._taken = 0
        self._whole = False
        self._until: float | None = None

    async def __call__(self) -> Message:
        """The next part of it; afterwards what comes then, which may take its time."""
        if self._whole:
            return await self._receive()
        now = asyncio.get_running_loop().time()
        self._until = now + self._bodies.seconds if self._until is None else self._until
        try:
            async with asyncio.timeout(min(self._bodies.pause, max(self._until - now, 0.0))):
                message = await self._receive()
        except TimeoutError:
            raise Problem("too-slow", "the body did not come in time; send it again over a better network") from None
        self._taken += len(message.get("body", b""))
        self._whole = message["type"] != "http.request" or not message.get("more_body", False)
        if self._taken > self._limit:
            raise _too_large(self._limit)
        return message


def _too_large(limit: int) -> Problem:
    return Problem("too-large", Said("the body is larger than {many} MiB", many=f"{limit / 2**20:g}"))
