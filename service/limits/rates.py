"""Requests a minute: each address has an allowance that fills up again, and so has each token."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from engine.said import Said
from service.limits.connections import is_here
from service.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

MINUTE: Final = 60.0
MOST_KNOWN: Final = 10_000
"""Clients whose allowance is remembered; the one that asked least lately is forgotten."""


class Allowances:
    """A bucket of requests for each client (token bucket): full after a minute of silence."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, client: str, most: float) -> float:
        """Take one request of a client's `most` a minute; the seconds until it may ask again, 0 where it may now."""
        now = self._clock()
        left, since = self._left.pop(client, (most, now))
        left = min(most, left + (now - since) * most / MINUTE)
        allowed = left >= 1.0
        self._left[client] = (left - 1.0 if allowed else left, now)
        while len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1.0 - left) * MINUTE / most


class RateLimit:
    """ASGI middleware: whoever asks too often is told so (429) before anything else is done."""

    def __init__(
        self,
        app: ASGIApp,
        a_minute: int,
        here: int,
        by: Callable[[Scope], str | None],
        refuse: Callable[[Request, Problem], Response],
    ) -> None:
        """`a_minute` of each client, `here` of this machine itself; `by` names the client, None for one not counted."""
        self._app, self._a_minute, self._here, self._by, self._refuse = app, a_minute, here, by, refuse
        self._allowances = Allowances()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        client = self._by(scope) if scope["type"] == "http" else None
        most = self._here if is_here(client_of(scope)) else self._a_minute
        wait = self._allowances.spend(client, most) if client is not None else 0.0
        if wait <= 0.0:
            await self._app(scope, receive, send)
            return
        from starlette.requests import Request

        wrong = Problem("too-many", Said("more than {many} requests a minute came from here", many=most))
        answer = self._refuse(Request(scope), wrong)
        answer.headers["Retry-After"] = str(math.ceil(wait))
        await answer(scope, receive, send)


def client_of(scope: Scope) -> str:
    """The address that a request comes from; empty where nobody says."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def token_of(scope: Scope) -> str | None:
    """The token that a request came with, by its id; None where it came with none."""
    caller = scope.get("state", {}).get("caller")
    return None if caller is None else caller.token
