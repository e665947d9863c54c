"""`tableside serve`: the page and the API until Ctrl-C."""

from __future__ import annotations

import sys
import threading
import webbrowser
from typing import TYPE_CHECKING

import typer

from engine.errors import EngineError
from engine.games import games
from service.app import assemble, create_app
from service.commands import Mendable
from service.commands.again import NETWORK, chosen, typed
from service.commands.demo import free_port
from service.enrolled import NoneEnrolled, check
from service.server import PortBusy, address, door, in_network
from service.server import serve as serve_app
from service.store.store import StoreError, is_shared
from service.workers import Workers, WorkersFailed

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from service.settings import Settings


def run(settings: Settings, browser: bool | None = None, *, anywhere: bool = False, workers: int = 1) -> int:
    """Serve until Ctrl-C, with so many processes; the exit code.

    The page is opened in a `browser`; None: where the output is a terminal. With `anywhere`, a free port is taken where
    another program has the usual one.
    """
    from service.logs import to_standard_error

    to_standard_error()
    if workers > 1 and not is_shared(settings.url):
        raise Mendable("several processes need PostgreSQL: name it with TABLESIDE_DATABASE_URL, or leave --workers out")
    if anywhere:
        settings = settings.model_copy(update={"port": free_port(settings)[0]})
    kept = "the database" if settings.database_url else str(settings.data)
    try:
        games()
        check(settings)
        with door(settings.host, settings.port) as opened:
            where = address(opened)
            lines = (f"Tableside is at {where} (Ctrl-C stops it)", *in_network(opened, settings))

            def ready() -> None:
                typer.echo("\n".join(lines))
                if sys.stdout.isatty() if browser is None else browser:
                    threading.Thread(target=webbrowser.open, args=[where], daemon=True).start()

            _serve(settings, opened, workers, ready)
    except (PortBusy, WorkersFailed, StoreError, EngineError, NoneEnrolled) as wrong:
        raise Mendable(str(wrong)) from None
    again = typed(["tableside", "serve", *chosen(settings, NETWORK)])
    typer.echo(f"stopped; the games are kept in {kept}; {again} shows them again")
    return 0


def _serve(settings: Settings, opened: socket.socket, workers: int, ready: Callable[[], None]) -> None:
    """Serve in this process, or in several. The page of several opens no camera: `tableside watch` follows games."""
    if workers == 1:
        app = create_app(settings)
        app.state.parts.station.say = _say
        serve_app(app, opened, ready)
        return
    assemble(settings).close()  # what stands against the store is said here, once
    Workers(settings, opened, workers, lambda line: typer.echo(line, err=True)).run(ready)


def _say(line: str) -> None:
    """A line of the camera that the page has opened."""
    from service.commands.watch import speaker  # brings the vision, which is there by then

    speaker()(line)
