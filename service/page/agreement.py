"""Whether the table that the camera sees is the one of the record, piece by piece; and whether frames were skipped."""

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
SKIPPED: Final = 0.75
"""The share of skipped frames from which a quick move may be missed: of 30 frames a second some 8 are looked at."""
LISTED: Final = 6
"""Pieces that are named of each kind."""


@dataclass(frozen=True, slots=True)
class Differences:
    """Pieces that the camera sees and the record has not (`extra`), and those the other way round (`missing`).
    `skipped` frames of all that came are 0 where they were too few to matter."""

    extra: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    skipped: int = 0
    frames: int = 0

    def __bool__(self) -> bool:
        return bool(self.extra or self.missing or self.skipped)

    @property
    def apart(self) -> bool:
        """Whether the two tables disagree."""
        return bool(self.extra or self.missing)


def differences(camera: Mapping[str, Any], entry: Entry, t: Language) -> Differences:
    """What the camera's table (a snapshot of it) has other than the record's. There is nothing while something else
    explains it: a table in motion, an open question, a camera out of step."""
    count, skipped = camera["frames"]["seen"] + camera["frames"]["dropped"], behind(camera)
    state = (camera["following"] or {}).get("state")
    quiet = camera["gate"] is not None and camera["gate"]["state"] == QUIET
    seen = camera["position"]
    if not quiet or state not in ("following", "over") or seen is None or camera["game"] != entry.header.game:
        return Differences((), (), skipped, count)
    recorded = entry.game.position(entry.game.view(entry.replay.state, None))
    extra, missing = page_of(entry.header.game).compared(seen, recorded, t)
    return Differences(extra[:LISTED], missing[:LISTED], skipped, count)


def behind(camera: Mapping[str, Any]) -> int:
    """How many frames were skipped, where so many were that a move may be missed; else 0."""
    seen, dropped = camera["frames"]["seen"], camera["frames"]["dropped"]
    return int(dropped) if dropped > SKIPPED * (seen + dropped) else 0
