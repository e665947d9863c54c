"""`tableside serve`: the page and the API until Ctrl-C."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import typer

from engine.errors import EngineError
from engine.games import games
from service.app import create_app
from service.commands import Mendable
from service.commands.again import NETWORK, chosen
from service.enrolled import NoneEnrolled, check
from service.server import PortBusy, address, door, in_network
from service.server import serve as serve_app
from service.store.store import StoreError

if TYPE_CHECKING:
    from service.settings import Settings


def run(settings: Settings) -> int:
    """Serve until Ctrl-C; the exit code."""
    kept = "the database" if settings.database_url else str(settings.data)
    try:
        games()
        check(settings)
        with door(settings.host, settings.port) as opened:
            where = address(opened)
            lines = (f"Tableside is at {where} (Ctrl-C stops it)", *in_network(opened, settings))
            serve_app(create_app(settings), opened, lambda: typer.echo("\n".join(lines)))
    except (PortBusy, StoreError, EngineError, NoneEnrolled) as wrong:
        raise Mendable(str(wrong)) from None
    again = shlex.join(["tableside", "serve", *chosen(settings, NETWORK)])
    typer.echo(f"stopped; the games are kept in {kept}; {again} shows them again")
    return 0
