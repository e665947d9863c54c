"""`tableside serve`: the page and the API until Ctrl-C."""

from __future__ import annotations

import shlex
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING

import typer

from engine.errors import EngineError
from engine.games import games
from service.app import create_app
from service.commands import Mendable
from service.commands.again import NETWORK, chosen
from service.commands.demo import free_port
from service.enrolled import NoneEnrolled, check
from service.server import PortBusy, address, door, in_network
from service.server import serve as serve_app
from service.store.store import StoreError

if TYPE_CHECKING:
    from service.settings import Settings


def run(settings: Settings, browser: bool | None = None, *, anywhere: bool = False) -> int:
    """Serve until Ctrl-C; the exit code.

    The page is opened in a `browser`; None: where the output is a terminal. With `anywhere`, a free port is taken where
    another program has the usual one.
    """
    from service.logs import to_standard_error

    to_standard_error()
    if anywhere:
        settings = settings.model_copy(update={"port": free_port(settings)[0]})
    kept = "the database" if settings.database_url else str(settings.data)
    try:
        games()
        check(settings)
        with door(settings.host, settings.port) as opened:
            where = address(opened)
            lines = (f"Tableside is at {where} (Ctrl-C stops it)", *in_network(opened, settings))
            app = create_app(settings)
            app.state.parts.station.say = _say

            def ready() -> None:
                typer.echo("\n".join(lines))
                if sys.stdout.isatty() if browser is None else browser:
                    threading.Thread(target=webbrowser.open, args=[where], daemon=True).start()

            serve_app(app, opened, ready)
    except (PortBusy, StoreError, EngineError, NoneEnrolled) as wrong:
        raise Mendable(str(wrong)) from None
    again = shlex.join(["tableside", "serve", *chosen(settings, NETWORK)])
    typer.echo(f"stopped; the games are kept in {kept}; {again} shows them again")
    return 0


def _say(line: str) -> None:
    """A line of the camera that the page has opened."""
    from service.commands.watch import speaker  # brings the vision, which is there by then

    speaker()(line)
