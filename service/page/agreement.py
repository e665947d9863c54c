"""Whether the table that the camera sees is the one of the record, piece by piece."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from service.page.games import page_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.page.language import Language
    from service.store.entry import Entry

QUIET: Final = "still"
"""The state of the gate in which a table can be compared."""
LISTED: Final = 6
"""Pieces that are named of each kind."""


@dataclass(frozen=True, slots=True)
class Differences:
    """Pieces that the camera sees and the record has not (`extra`), and those the other way round (`missing`)."""

    extra: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.extra or self.missing)


def differences(camera: Mapping[str, Any], entry: Entry, t: Language) -> Differences:
    """What the camera's table (a snapshot of it) has other than the record's. There is nothing while something else
    explains it: a table in motion, an open question, a camera out of step."""
    state = (camera["following"] or {}).get("state")
    quiet = camera["gate"] is not None and camera["gate"]["state"] == QUIET
    seen = camera["position"]
    if not quiet or state not in ("following", "over") or seen is None or camera["game"] != entry.header.game:
        return Differences()
    recorded = entry.game.position(entry.game.view(entry.replay.state, None))
    extra, missing = page_of(entry.header.game).compared(seen, recorded, t)
    return Differences(extra[:LISTED], missing[:LISTED])
