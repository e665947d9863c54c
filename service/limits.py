"""The size of a request's body is checked while it comes in, before anything is made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers

from service.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send


class BodyLimit:
    """ASGI middleware: a body that is larger than `limit(path)` bytes is a 413, said or found out."""

    def __init__(self, app: ASGIApp, limit: Callable[[str], int]) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = self._limit(scope["path"])
        said = Headers(scope=scope).get("content-length", "0")
        if said.isdecimal() and int(said) > limit:
            await _too_large(limit).response()(scope, receive, send)
            return
        await self._app(scope, _counted(receive, limit), send)


def _counted(receive: Receive, limit: int) -> Receive:
    taken = 0

    async def counted() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > limit:
            raise _too_large(limit)
        return message

    return counted


def _too_large(limit: int) -> Problem:
    return Problem("too-large", f"the body is larger than {limit / 2**20:g} MiB")
