"""What `--hub` of a command means: where the hub is, what this table is called there, and the thread that sends."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from service.access.tokens import cleaned
from service.commands import Mendable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.following.tables import Table
    from service.parts import Parts

MISSING: Final = "--hub needs a library more: pip install -e '.[client]' in Tableside’s folder"


@dataclass(frozen=True, slots=True)
class Away:
    """The hub that a table is told to, by its address; the table's name there; a token where one was made for it."""

    url: str
    table: str
    token: str = ""


def hub_of(url: str | None, table: str | None, token: str = "") -> Away | None:
    """What was asked for; None where no hub was. Raises `Mendable`."""
    if url is None:
        if table is not None:
            raise Mendable("--table names a table at a hub; give the hub’s address with --hub")
        return None
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise Mendable(f"--hub {url} is no address; write it as https://192.168.1.5:8080")
    name = cleaned(table or "")
    if not name:
        raise Mendable("--hub needs the table’s name there: --table 'Table 4'")
    return Away(f"{parts.scheme}://{parts.netloc}", name, token)


@contextmanager
def forwarding(
    away: Away | None, parts: Parts, table: Table, game_id: str, say: Callable[[str], None]
) -> Iterator[None]:
    """While this lasts, a game is sent to the hub, if there is one. Raises `Mendable`."""
    if away is None:
        yield
        return
    try:
        from service.hub.forwarder import Forwarder
    except ImportError:
        raise Mendable(MISSING) from None
    from service.hub import connection as connections

    folder = parts.settings.data.expanduser()
    connection = connections.read(folder, away.url, away.table)
    connection = replace(connection, token=away.token) if away.token else connection
    thread = Forwarder(parts, table, game_id, connection, folder, say)
    thread.start()
    try:
        yield
    finally:
        thread.close()
