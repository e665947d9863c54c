"""`tableside home`: a game told to a home, by MQTT and webhooks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import typer

from service.commands import Mendable

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(server: str, token: str, game: str, broker: str, addresses: Sequence[str], secret: str) -> int:  # noqa: PLR0913, PLR0917
    """Tell of a game until it is over; the exit code."""
    if not broker and not addresses:
        raise Mendable("name a broker with --mqtt mqtt://HOST, or an address with --webhook URL")
    try:
        asyncio.run(_tell(server, token, game, broker, addresses, secret))
    except KeyboardInterrupt:
        return 0
    return 0


async def _tell(  # noqa: PLR0913, PLR0917
    server: str, token: str, game: str, broker: str, addresses: Sequence[str], secret: str
) -> None:
    try:
        from service.client import Client, TableError
        from service.home.bridge import to_mqtt, to_webhooks
    except ImportError as missing:
        raise Mendable(f"{missing.name} is missing: install tableside[home]") from None
    with Client(server, token) as client:
        work = [to_mqtt(client, game, broker, _say)] if broker else []
        work += [to_webhooks(client, game, addresses, secret, _say)] if addresses else []
        try:
            await asyncio.gather(*work)
        except TableError as wrong:
            raise Mendable(f"{wrong} {wrong.remedy}") from None
        except ImportError as missing:
            raise Mendable(f"{missing.name} is missing: install tableside[home]") from None


def _say(line: str) -> None:
    typer.echo(line, err=True)
