"""The server round the app: its door, its one line when it is open, and an end within a second or two."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import os
import signal
import socket
from functools import partial
from typing import TYPE_CHECKING, Final, cast

import uvicorn

from service.access.addresses import local_address
from service.access.announce import announced
from service.limits.connections import Door, Guests
from service.limits.log_lines import limit_lines
from service.limits.timeouts import patient

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterator
    from types import FrameType

    from fastapi import FastAPI

    from service.access.https import Network
    from service.parts import Parts
    from service.settings import Settings

REUSED: Final = "SO_REUSEPORT"
"""What lets two sockets have one port, where the system has it; the others let a nearer address have it anyway."""
ENDINGS: Final = (signal.SIGINT, signal.SIGTERM)
"""The signals that stop the server."""
CUT_OFF: Final = 2
"""s that a request may take to end once its browser has been cut off."""


EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})
"""Names of every address of this machine."""


OPEN_LINE: Final = (
    "This is WITHOUT encryption: everybody in the network can read hands and tokens as they are sent, "
    "play in another’s place, and change what a page shows. Leave --plain-http out to close it."
)


class PortBusy(OSError):  # noqa: N818 - reads as the sentence it is
    """The address cannot be listened on; the text is one line that says what to do."""


class Ending(uvicorn.Server):
    """Cuts off connections that browsers hold when it ends; it listens to no signals, which `run` hears.

    A certificate that it shows is renewed as long as it serves.
    """

    _renewing: asyncio.Task[None] | None = None

    def renew(self, context: Network, settings: Settings, renewed: Callable[[str], None] = lambda _known: None) -> None:
        """Renew a certificate from now on; `told` gets its fingerprint each time it was looked at."""
        from service.access.https import renewing

        self._renewing = asyncio.get_running_loop().create_task(renewing(context, settings, renewed))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; whoever still holds a connection when the patience is over is cut off, and so leaves no task behind."""
        if self._renewing is not None:
            self._renewing.cancel()
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
    """Ends the app's event streams when it stops: else they would keep it open.

    To the network it speaks HTTPS, to this machine HTTP, where no certificate has to be trusted.
    """

    def __init__(self, app: FastAPI, opened: Callable[[], None] = lambda: None, *, several: bool = False) -> None:
        """`opened` is called once the doors are open; `several` processes listen at the same ones."""
        self._several = several
        self._app = app
        self._parts: Parts = app.state.parts
        self._opened = opened
        self._announced = contextlib.ExitStack()
        self._beyond: asyncio.Server | None = None  # the door to the network that the page has opened
        self._turn = asyncio.Lock()  # of those who open it
        limit = self._parts.settings.shutdown_seconds
        config = uvicorn.Config(
            app,
            http=patient(self._parts.settings),
            timeout_keep_alive=self._parts.settings.idle_seconds,
            log_level="warning",
            timeout_graceful_shutdown=limit,
            server_header=False,
            proxy_headers=False,
            ws="none",  # streams are server-sent events; to look for a library of web sockets takes long
        )
        super().__init__(config)
        self._guests = Guests.of(self._parts.settings)
        limit_lines()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the doors, then say so. Raises `PortBusy`."""
        await super().startup([])
        for opened in sockets or ():
            await self._open(opened)
            for here in beside(opened, several=self._several):
                with here:  # the server listens on a copy
                    await self._listen(here, None)
        if not self._several and getattr(self._app.state, "network", None) is None:
            self._app.state.server = self  # whose page may open it to the network
        self._opened()

    async def open_network(self) -> None:
        """Open a second door, to the network; the first one stays. Raises `PortBusy`."""
        here, port = local_address(), self.servers[0].sockets[0].getsockname()[1]
        if ipaddress.ip_address(here).is_loopback:
            raise PortBusy("this computer is in no network: join one, then try again")
        async with self._turn:
            if self._beyond is not None:
                return
            try:
                opened = door(here, port)
            except PortBusy:
                opened = door(here, 0)  # another program has that port there
            with opened:  # the server listens on a copy
                self._beyond = await self._open(opened)

    def close_network(self) -> None:
        """Close the door that `open_network` opened; whoever came in by it is cut off."""
        if self._beyond is None:
            return
        self.servers.remove(self._beyond)
        self._beyond.close()
        self._beyond = None
        self._announced.close()
        if self._renewing is not None:
            self._renewing.cancel()
        self._app.state.network = self._app.state.certificate = None
        for connection in list(self.server_state.connections):
            transport = connection.transport
            name = None if transport is None else transport.get_extra_info("sockname")
            if name is not None and not _is_loopback(name):  # one that is closing by itself has no name any more
                transport.abort()

    async def _open(self, opened: socket.socket) -> asyncio.Server:
        """Listen at a door; where it leads to the network, tell the app and the network."""
        settings = self._parts.settings
        context = await asyncio.to_thread(self._tls, opened)
        listening = await self._listen(opened, context)
        if is_beyond(opened):
            self._tell_app(opened)
        if context is not None:
            self.renew(context, settings, partial(setattr, self._app.state, "certificate"))
        if is_beyond(opened) and settings.announce:
            self._announced.enter_context(announced(opened, secure=not settings.plain_http))
        return listening

    async def _listen(self, opened: socket.socket, tls: ssl.SSLContext | None) -> asyncio.Server:
        protocol = cast("Callable[..., asyncio.Protocol]", self.config.http_protocol_class)
        made = partial(protocol, config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        loop = asyncio.get_running_loop()
        patience = None if tls is None else self._parts.settings.head_seconds
        counted = Door.of(opened.dup(), self._guests)
        listening = await loop.create_server(
            made, sock=counted, ssl=tls, ssl_handshake_timeout=patience, backlog=self.config.backlog
        )
        self.servers.append(listening)
        return listening

    def _tell_app(self, opened: socket.socket) -> None:
        """Let the app know where others reach it: its codes lead there."""
        settings = self._parts.settings
        self._app.state.network = network_address(opened, settings)
        if not settings.plain_http:
            from service.access.certificate import files, fingerprint

            self._app.state.certificate = fingerprint(files(settings)[0])

    def _tls(self, opened: socket.socket) -> Network | None:
        settings = self._parts.settings
        if not is_beyond(opened) or settings.plain_http:
            return None
        from service.access.certificate import CertificateUnusable  # loaded when it is needed: a start is fast
        from service.access.https import tls

        try:
            return tls(settings, network_address(opened, settings))
        except CertificateUnusable as wrong:
            raise PortBusy(f"{wrong}; name others with --certificate and --certificate-key") from wrong

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the streams end, then everything else."""
        self._announced.close()
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
        opened = _listening(host, port, family)
        if is_beyond(opened) and opened.getsockname()[0] in EVERYWHERE:
            # Now that nobody else has the port, its loopback side is shared with `beside`.
            port = opened.getsockname()[1]
            opened.close()
            opened = _listening(host, port, family, shared=True)
    except (OSError, OverflowError) as wrong:
        raise PortBusy(_refused(host, port, wrong)) from wrong
    # Connections inherit it. Without it, headers and body of an answer wait 40 ms for one another.
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return opened


def beside(opened: socket.socket, *, several: bool = False) -> list[socket.socket]:
    """What this machine itself is answered at, where a door leads to the network: its loopback, at the same port.

    The system hands a connection to the socket that names its address. Raises `PortBusy`.
    """
    if not is_beyond(opened):
        return []
    host, port = opened.getsockname()[:2]
    places = [("127.0.0.1", socket.AF_INET)] + [("::1", socket.AF_INET6)] * (host == "::")
    try:
        return [_listening(name, port, family, shared=several or host in EVERYWHERE) for name, family in places]
    except OSError as wrong:
        raise PortBusy(_refused("127.0.0.1", port, wrong)) from wrong


def is_beyond(opened: socket.socket) -> bool:
    """Whether a door leads to the network."""
    return not _is_loopback(opened.getsockname())


def _is_loopback(name: tuple[str, *tuple[object, ...]]) -> bool:
    """Whether a socket's name, its address first, is one of this machine alone."""
    return ipaddress.ip_address(name[0].partition("%")[0]).is_loopback


def _listening(host: str, port: int, family: int, *, shared: bool = False) -> socket.socket:
    both = host == "::" and socket.has_dualstack_ipv6()
    return socket.create_server(
        (host, port), family=family, dualstack_ipv6=both, reuse_port=shared and hasattr(socket, REUSED)
    )


def _refused(host: str, port: int, wrong: Exception) -> str:
    """Why an address cannot be listened on, in the system's words, and which of its parts is to be changed."""
    number = getattr(wrong, "errno", None)
    why = os.strerror(number) if number else str(wrong)
    option = "--host" if number == errno.EADDRNOTAVAIL else "--port"
    return f"cannot listen on {_bracketed(host)}:{port} ({why}); choose another with {option}"


def address(opened: socket.socket) -> str:
    """Where a browser on this machine finds the page."""
    host, port = opened.getsockname()[:2]
    if is_beyond(opened):
        host = "localhost"
    return f"http://{_bracketed(host)}:{port}/"


def in_network(opened: socket.socket, settings: Settings) -> tuple[str, ...]:
    """Lines that say where a door to the network leads, and how it is known there; none for a door to this machine.

    Raises `PortBusy`.
    """
    if not is_beyond(opened):
        return ()
    where = network_address(opened, settings)
    if settings.plain_http:
        return (f"Phones and screens: {where}", OPEN_LINE)
    from service.access.certificate import CertificateUnusable, files, fingerprint

    try:
        known = fingerprint(files(settings)[0])
    except (CertificateUnusable, OSError, ValueError) as wrong:
        raise PortBusy(f"{wrong}; name others with --certificate and --certificate-key") from wrong
    return (f"Phones and screens: {where}", f"They trust its certificate once; its SHA-256 is {known}")


def network_address(opened: socket.socket, settings: Settings) -> str:
    """Where a browser in the network finds the page."""
    host, port = opened.getsockname()[:2]
    host = local_address() if host in EVERYWHERE else host
    return f"{'http' if settings.plain_http else 'https'}://{_bracketed(host)}:{port}/"


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
    asked = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        server.stop()

    before = {each: signal.signal(each, stop) for each in ENDINGS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, signal.SIG_IGN if asked else handler)
