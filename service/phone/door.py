"""The second server, over HTTPS, for the phone's page alone; and the code that leads there."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING, Final, cast

import uvicorn
from fastapi import FastAPI
from starlette.responses import HTMLResponse

from service import refusals
from service.access import code
from service.access.addresses import local_address, own_names
from service.access.certificate import CertificateUnusable, files
from service.access.guard import Guard, Nobody
from service.access.hosts import hosts
from service.access.https import tls
from service.access.routes import routes
from service.following.tables import Tables
from service.headers import WITH_CAMERA, SafeHeaders
from service.limits.bodies import Bodies, BodyLimit
from service.limits.connections import Door, Guests
from service.limits.rates import RateLimit, client_of
from service.limits.timeouts import patient
from service.page.language import chosen
from service.phone.inbox import NotJoined
from service.phone.page import lost_page
from service.phone.process import Calls, served
from service.server import Ending, PortBusy, door

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator

    from starlette.requests import Request
    from starlette.responses import Response

    from service.phone.inbox import Inbox
    from service.phone.process import Elsewhere
    from service.problems import Problem
    from service.settings import Settings

EVERYWHERE: Final = "0.0.0.0"
"""A phone comes from the network; nothing but its page is served there."""
FRAMES: Final = 4
"""So many times as many requests as elsewhere: each frame is one."""


class PhoneDoor:
    """What a phone needs to join: `inbox` takes its pictures, `line` is what its page says now.

    `table` is where the network reaches the table's own page; empty where it does not.
    """

    def __init__(
        self, inbox: Inbox, address: str, port: int, line: Callable[[], str], table: Callable[[], str] = str
    ) -> None:
        self.inbox = inbox
        self.address = address
        self.port = port
        self.line = line
        self.table = table

    @property
    def url(self) -> str:
        """Where the code leads; it lets one phone in. Its secret stands behind the `#`, which is never sent."""
        return f"https://{self.address}:{self.port}/phone#{self.inbox.invite()[0]}"

    def svg(self) -> str:
        """The code for the page that shows it."""
        return code.svg(self.url)

    def text(self) -> str:
        """The code for a terminal."""
        return code.text(self.url)


def phone_app(opened: PhoneDoor, names: tuple[str, ...], settings: Settings) -> FastAPI:
    """The application that the network sees: the phone's page and its pictures, for these hosts only."""
    from service.api import phone

    app = FastAPI(title="Tableside", docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    app.state.phone = opened
    bodies = Bodies.of(settings)
    app.add_middleware(
        BodyLimit, limit=lambda _path: settings.max_upload_bytes, bodies=bodies, refuse=refusals.answered
    )
    app.add_middleware(SafeHeaders, headers=WITH_CAMERA)
    app.state.show_problem = _lost
    refusals.install(app)
    app.include_router(phone.router)
    # A page elsewhere must not reach the phone's by a name of its own that it lets point here.
    known, nobody = hosts(names), Nobody()
    app.add_middleware(Guard, routes=routes(app), known=known, tokens=nobody, tables=Tables(), refuse=refusals.answered)
    limits = {"a_minute": FRAMES * settings.requests_a_minute, "here": settings.requests_a_minute_here}
    app.add_middleware(RateLimit, **limits, by=client_of, refuse=refusals.answered)
    return app


def _lost(request: Request, problem: Problem) -> Response | None:
    """For a browser at another address than the code's, a page that says where to go; None for the page's own calls."""
    if "text/html" not in request.headers.get("accept", ""):
        return None
    opened: PhoneDoor = request.app.state.phone
    try:
        table = opened.table()
    except NotJoined:  # the table's process has just ended
        table = ""
    page = lost_page(chosen(request).code, request.url.hostname or opened.address, table)
    return HTMLResponse(page, problem.kind.status)


@contextlib.contextmanager
def open_for_phone(
    inbox: Inbox, settings: Settings, line: Callable[[], str], table: Callable[[], str] = str
) -> Iterator[PhoneDoor]:
    """Serve the phone's page over HTTPS, beside all else. Raises `PortBusy`, with one line."""
    try:
        files(settings)
    except CertificateUnusable as wrong:
        raise PortBusy(str(wrong)) from wrong
    with _door(settings.phone_port) as listening:
        opened = PhoneDoor(inbox, local_address(), listening.getsockname()[1], line, table)
        try:
            with served(listening, settings, Calls(inbox, line, table)):
                try:
                    yield opened
                finally:
                    inbox.close()
        except TimeoutError:
            raise PortBusy("the page for the phone does not start; try again, or choose another camera") from None
        finally:
            inbox.leave()


class PageServer(Ending):
    """The server in the page's own process."""

    def __init__(self, inbox: Elsewhere, settings: Settings, port: int) -> None:
        self._inbox, self._settings = inbox, settings
        address = local_address()
        self._where = f"https://{address}:{port}/phone"
        line, table = (partial(inbox.ask, name) for name in ("line", "table"))
        opened = PhoneDoor(cast("Inbox", inbox), address, port, line, table)
        config = uvicorn.Config(
            phone_app(opened, own_names(address), settings),
            http=patient(settings),
            timeout_keep_alive=settings.idle_seconds,
            server_header=False,
            proxy_headers=False,
            log_level="critical",  # a phone that does not trust the certificate yet is no error
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=settings.shutdown_seconds,
        )
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the door, and tell."""
        await super().startup([])
        made = partial(
            cast("Callable[..., asyncio.Protocol]", self.config.http_protocol_class),
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        guests, patience = Guests.of(self._settings), self._settings.head_seconds
        context = tls(self._settings, self._where)
        for opened in sockets or ():
            listening = await asyncio.get_running_loop().create_server(
                made, sock=Door.of(opened, guests), ssl=context, ssl_handshake_timeout=patience
            )
            self.servers.append(listening)
        self.renew(context, self._settings)
        self._inbox.ask("ready")


def _door(port: int) -> socket.socket:
    try:
        return door(EVERYWHERE, port)
    except PortBusy as wrong:
        raise PortBusy(f"{str(wrong).partition(';')[0]}; choose another with TABLESIDE_PHONE_PORT") from wrong
