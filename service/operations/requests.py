"""How long requests take, counted by route and status; light, for every request passes here."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the histogram, s; 0.15 is what a move may take."""
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
NOWHERE: Final = "none"
"""The route of an address that leads nowhere, and a method that there is not: what strangers make up is no name."""


class Kind(NamedTuple):
    """Requests that are counted together."""

    method: str
    route: str
    status: int


@dataclass(slots=True)
class Times:
    """How many took at most each of `BOUNDS`, the last one any longer; and the seconds of all together."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    seconds: float = 0.0


class Requests:
    """What has been answered by this process. Safe to use from many threads."""

    def __init__(self) -> None:
        self._times: defaultdict[Kind, Times] = defaultdict(Times)
        self._lock = threading.Lock()

    def count(self, kind: Kind, seconds: float) -> None:
        """Count a request that was answered."""
        with self._lock:
            times = self._times[kind]
            times.counts[bisect_left(BOUNDS, seconds)] += 1
            times.seconds += seconds

    def all(self) -> dict[Kind, Times]:
        """The counts now."""
        with self._lock:
            return {kind: Times(list(each.counts), each.seconds) for kind, each in self._times.items()}


class Timed:
    """ASGI middleware that counts each request once its answer begins: a stream lasts as long as its reader wants."""

    def __init__(self, app: ASGIApp, requests: Requests) -> None:
        self._app, self._requests = app, requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        method = scope["method"] if scope["method"] in METHODS else NOWHERE
        began, known = time.perf_counter(), scope.setdefault("state", {})

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                kind = Kind(method, known.get("route", NOWHERE), message["status"])
                self._requests.count(kind, time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, sent)
