"""The server round the app: its door, its one line when it is open, and an end within a second or two."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from typing import TYPE_CHECKING, Any

import uvicorn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from fastapi import FastAPI

    from service.parts import Parts


class PortBusy(OSError):  # noqa: N818 - reads as the sentence it is
    """The address cannot be listened on; the text is one line that says what to do."""


class Server(uvicorn.Server):
    """Ends the app's event streams as soon as it is told to stop: else they would keep it open."""

    def __init__(self, app: FastAPI, opened: Callable[[], None] = lambda: None) -> None:
        self._parts: Parts = app.state.parts
        self._opened = opened
        self._loop: asyncio.AbstractEventLoop | None = None
        limit = self._parts.settings.shutdown_seconds
        super().__init__(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=limit))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the door, then say so."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        self._opened()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C. The streams are ended by the loop: a signal may come while their locks are held."""
        super().handle_exit(sig, frame)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._parts.end_streams)


def door(host: str, port: int) -> socket.socket:
    """A listening socket. Raises `PortBusy`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        opened = socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as wrong:
        why = getattr(wrong, "strerror", None) or wrong
        raise PortBusy(f"cannot listen on {host}:{port} ({why}); choose another with --port") from wrong
    # Connections inherit it. Without it, headers and body of an answer wait 40 ms for one another.
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return opened


def address(opened: socket.socket) -> str:
    """Where a browser on this machine finds the page."""
    host, port = opened.getsockname()[:2]
    if host in {"0.0.0.0", "::"}:
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(app: FastAPI, opened: socket.socket, say: Callable[[], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; `say` is called once requests are answered."""
    run(Server(app, say), opened)


def run(server: Server, opened: socket.socket) -> None:
    """Run a server until Ctrl-C, SIGTERM, or until its `should_exit` is set."""
    with opened, _terminated_like_interrupted(), contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[opened])


@contextlib.contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """The server passes a signal on once it has closed; SIGTERM is then as clean an end as Ctrl-C."""

    def interrupt(_signal: int, _frame: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
