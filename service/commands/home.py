"""`tableside home`: a game told to a home, by MQTT and webhooks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import typer

from service.commands import Mendable

if TYPE_CHECKING:
    from collections.abc import Sequence

MQTT: Final = "mqtt://localhost:1883"
WEBHOOK: Final = "http://localhost:8123/api/webhook/table"


def run(server: str, token: str, game: str, broker: str, addresses: Sequence[str], secret: str) -> int:  # noqa: PLR0913, PLR0917
    """Tell of a game until it is over; the exit code."""
    if not broker and not addresses:
        raise Mendable("name a broker with --mqtt mqtt://HOST, or an address with --webhook URL")
    for option, example, given in (("--mqtt", MQTT, [broker] * bool(broker)), ("--webhook", WEBHOOK, addresses)):
        if not all(map(_is_address, given)):
            raise Mendable(f"{option} takes an address such as {example}")  # what was given may hold a password
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
    try:
        with Client(server, token) as client:
            work = [to_mqtt(client, game, broker, _say)] if broker else []
            work += [to_webhooks(client, game, addresses, secret, _say)] if addresses else []
            await asyncio.gather(*work)
    except TableError as wrong:
        raise Mendable(f"{str(wrong).rstrip('.')}. {wrong.remedy}".rstrip()) from None
    except ImportError as missing:
        raise Mendable(f"{missing.name} is missing: install tableside[home]") from None


def _is_address(text: str) -> bool:
    try:
        where = urlsplit(text)
        return bool(where.scheme and where.hostname) and where.port != 0
    except ValueError:  # its port is no number
        return False


def _say(line: str) -> None:
    typer.echo(line, err=True)
