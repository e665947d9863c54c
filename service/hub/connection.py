"""What a machine knows of its hub: the address, the table's name, the token, and the games that are not sent whole yet.

It is a file of the data folder that its owner alone reads, so that a machine goes on after a restart.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final

from service.access.file_modes import BINARY

if TYPE_CHECKING:
    from pathlib import Path

FILE: Final = "hub.json"


@dataclass(frozen=True, slots=True)
class HubConnection:
    """`certificate` is the hub's own, as PEM, that was trusted when the machine was let in; empty for a known one."""

    url: str
    table: str
    token: str = ""
    certificate: str = ""
    games: tuple[str, ...] = ()

    @property
    def is_paired(self) -> bool:
        """Whether the hub has let this machine in."""
        return bool(self.token)


def read(folder: Path, url: str, table: str) -> HubConnection:
    """What is known of a hub; a fresh start where the file is of another one. Raises `OSError`."""
    try:
        document = json.loads((folder / FILE).read_text(encoding="utf-8"))
        kept = HubConnection(**{**document, "games": tuple(document["games"])})
    except (FileNotFoundError, ValueError, TypeError, KeyError):
        return HubConnection(url, table)
    return kept if (kept.url, kept.table) == (url, table) else HubConnection(url, table)


def write(folder: Path, connection: HubConnection) -> None:
    """Keep it: whole or not at all. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = folder / f"{FILE}.part"
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600), "wb") as file:
        file.write(json.dumps(asdict(connection), indent=1).encode())
    part.replace(folder / FILE)


def begun(connection: HubConnection, game_id: str) -> HubConnection:
    """With one game more that is to be sent."""
    return connection if game_id in connection.games else replace(connection, games=(*connection.games, game_id))


def sent(connection: HubConnection, game_id: str) -> HubConnection:
    """Without a game that is sent whole."""
    return replace(connection, games=tuple(each for each in connection.games if each != game_id))
