"""The server round the app: its door, its one line when it is open, and an end within a second or two."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import socket
from typing import TYPE_CHECKING, Final

import uvicorn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from fastapi import FastAPI

    from service.parts import Parts

ENDINGS: Final = (signal.SIGINT, signal.SIGTERM)
"""The signals that stop the server."""
CUT_OFF: Final = 2
"""s that a request may take to end once its browser has been cut off."""


class PortBusy(OSError):  # noqa: N818 - reads as the sentence it is
    """The address cannot be listened on; the text is one line that says what to do."""


class Ending(uvicorn.Server):
    """Cuts off connections that browsers hold when it ends; it listens to no signals, which `run` hears."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; whoever still holds a connection when the patience is over is cut off, and so leaves no task behind."""
        patience = self.config.timeout_graceful_shutdown or 0
        self.config.timeout_graceful_shutdown = patience + CUT_OFF
        cut = asyncio.get_running_loop().call_later(patience, self._cut_off)
        try:
            await super().shutdown(sockets)
        finally:
            cut.cancel()
            self._cut_off()
        while self.server_state.connections:
            await asyncio.sleep(0)  # each is closed by the loop's next round

    def _cut_off(self) -> None:
        for connection in list(self.server_state.connections):
            if (transport := connection.transport) is not None:
                transport.abort()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """None: the server's own way cuts the closing short at a second Ctrl-C."""
        yield


class Server(Ending):
    """Ends the app's event streams when it stops: else they would keep it open."""

    def __init__(self, app: FastAPI, opened: Callable[[], None] = lambda: None) -> None:
        self._parts: Parts = app.state.parts
        self._opened = opened
        limit = self._parts.settings.shutdown_seconds
        super().__init__(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=limit))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the door, then say so."""
        await super().startup(sockets)
        self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the streams end, then everything else."""
        self._parts.end_streams()
        await super().shutdown(sockets)

    def stop(self) -> None:
        """End the server soon, whatever it does now; from any thread, and as often as one likes."""
        self.should_exit = True


def door(host: str, port: int) -> socket.socket:
    """A listening socket; `::` means every address, of either kind. Raises `PortBusy`."""
    host = host.removeprefix("[").removesuffix("]")  # as addresses have it
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.getaddrinfo(host or None, 0)
    except (socket.gaierror, UnicodeError) as wrong:
        raise PortBusy(f"there is no host {host!r} to listen on; choose another with --host") from wrong
    try:
        both = host == "::" and socket.has_dualstack_ipv6()
        opened = socket.create_server((host, port), family=family, dualstack_ipv6=both)
    except (OSError, OverflowError) as wrong:
        raise PortBusy(_refused(host, port, wrong)) from wrong
    # Connections inherit it. Without it, headers and body of an answer wait 40 ms for one another.
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return opened


def _refused(host: str, port: int, wrong: Exception) -> str:
    """Why an address cannot be listened on, in the system's words, and which of its parts is to be changed."""
    number = getattr(wrong, "errno", None)
    why = os.strerror(number) if number else str(wrong)
    option = "--host" if number == errno.EADDRNOTAVAIL else "--port"
    return f"cannot listen on {_bracketed(host)}:{port} ({why}); choose another with {option}"


def address(opened: socket.socket) -> str:
    """Where a browser on this machine finds the page."""
    host, port = opened.getsockname()[:2]
    if host in {"0.0.0.0", "::"}:
        host = "localhost"
    return f"http://{_bracketed(host)}:{port}/"


def _bracketed(host: str) -> str:
    """A host as an address has it."""
    return f"[{host}]" if ":" in host else host


def serve(app: FastAPI, opened: socket.socket, say: Callable[[], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; `say` is called once requests are answered."""
    run(Server(app, say), opened)


def run(server: Server, opened: socket.socket) -> None:
    """Run a server until Ctrl-C, SIGTERM, or until it is stopped."""
    with opened, _stopped_by_signals(server):
        server.run(sockets=[opened])


@contextlib.contextmanager
def _stopped_by_signals(server: Server) -> Iterator[None]:
    """Ctrl-C and SIGTERM stop the server. Once one has come, the process is ending and listens to no other."""
    told = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal told
        told = True
        server.stop()

    before = {each: signal.signal(each, stop) for each in ENDINGS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, signal.SIG_IGN if told else handler)
