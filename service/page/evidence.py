"""The time line of a game: every picture that was kept, when and why, and which move it belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from service.page.hidden import told
from service.page.plays import standing, whose

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine import record
    from service.page.language import Language
    from service.parts import Parts
    from service.store.ledger import Entry


@dataclass(frozen=True, slots=True)
class Moment:
    """A picture of the time line. `move` is the number of the move that it shows or follows, 0 before the first."""

    sha256: str
    time: str
    why: str
    held: bool
    kept: bool
    move: int
    said: str
    hidden: tuple[str, ...]


def timeline(parts: Parts, entry: Entry, t: Language) -> dict[str, Any]:
    """The moments of a game, oldest first, and one line where no new evidence can be kept."""
    words = dict(standing(entry.record, t))
    stood = list(words)
    owners = {sha256: event for event in stood for sha256 in event.frames}
    shots = sorted(parts.evidence.line(entry.id), key=lambda shot: _instant(shot.time))
    moments = []
    for shot in shots:
        event = owners.get(shot.sha256) or _last_before(stood, shot.time)
        said = "" if event is None else whose(event.seat, words[event], t)
        about = parts.evidence.about(entry.id, shot.sha256) or {}
        moments.append(
            Moment(
                shot.sha256,
                shot.time,
                shot.why,
                shot.held,
                shot.kept,
                0 if event is None else event.seq,
                said,
                told(about.get("hidden") or (), t),
            )
        )
    return {"moments": tuple(moments), "full": parts.evidence.full, "id": entry.id}


def _last_before(stood: Iterable[record.Event], time: str) -> record.Event | None:
    found = None
    for event in stood:
        if _instant(event.time) <= _instant(time):
            found = event
    return found


def _instant(time: str) -> float:
    """Seconds since the epoch of an ISO time; 0 where it is none, so that such a picture comes first."""
    try:
        return datetime.fromisoformat(time).timestamp()
    except ValueError:
        return 0.0
