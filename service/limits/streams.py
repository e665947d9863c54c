"""Event streams: each holds a connection and wakes at every entry, so a client has a few."""

from __future__ import annotations

import contextlib
from collections import Counter
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection  # noqa: TC002 - FastAPI reads it

from service.limits.rates import client_of, token_of
from service.problems import Problem

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


class Streams:
    """The streams that are open, by who reads them. Used by one event loop."""

    def __init__(self, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        """How many are open."""
        return self._open.total()

    @contextlib.contextmanager
    def one_of(self, client: str) -> Iterator[None]:
        """A stream of a client, while the context lasts. Raises `Problem` where it has too many."""
        if self._open.total() >= self._most or self._open[client] >= self._most_each:
            raise Problem("too-many", "as many event streams as may be are open; close another page")
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            if self._open[client] <= 0:
                del self._open[client]


async def _stream(connection: HTTPConnection) -> AsyncIterator[None]:
    scope = connection.scope
    streams: Streams = connection.app.state.parts.streams
    with streams.one_of(token_of(scope) or client_of(scope)):
        yield


Stream = Annotated[None, Depends(_stream)]
"""A parameter of an endpoint: it answers with a stream, and the client may have one more."""
