"""The time line of a game: every picture that was kept, when and why, and which move it belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from engine import record
from service.page.hidden import hidden_lines
from service.page.plays import in_turn, standing, whose

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.page.language import Language
    from service.parts import Parts
    from service.store.entry import Entry


@dataclass(frozen=True, slots=True)
class Moment:
    """A picture of the time line. `move` is the number of the move that it shows or follows, 0 before the first; `said`
    is what was done, or asked, then."""

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
    caption_of = _captions(parts, entry, t)
    stood = record.standing(entry.record.events)
    shots = sorted(parts.evidence.line(entry.id), key=lambda shot: _instant(shot.time))
    moments = []
    for shot in shots:
        seq, said = caption_of.get(shot.sha256) or _since(_last_before(stood, shot.time), t)
        about = parts.evidence.about(entry.id, shot.sha256) or {}
        moments.append(
            Moment(
                shot.sha256,
                shot.time,
                shot.why,
                shot.held,
                shot.kept,
                seq,
                said,
                hidden_lines(about.get("hidden") or (), t),
            )
        )
    return {"moments": tuple(moments), "full": parts.evidence.full, "id": entry.id}


def _captions(parts: Parts, entry: Entry, t: Language) -> dict[str, tuple[int, str]]:
    """What each picture shows: the number of the move by which the table stands then, and what was done or asked."""
    found: dict[str, tuple[int, str]] = {}
    for asked in parts.questions.all(entry.id):
        against = next((one for one in asked.question.candidates if not one.legal and one.plays), None)
        said = t.known(f"ask.{asked.question.kind}", t("why.question"))
        if against is not None and entry.version >= asked.question.version:
            said = f"{said}: {_refused(entry, asked.question.version, against.plays, t)}"
        for sha256 in asked.question.frames[-1:]:
            found[sha256] = (_standing_at(entry, asked.question.version), said)
    stands = {event.seq for event in record.standing(entry.record.events)}
    for event in entry.record.events:
        if event.kind != record.CORRECT and event.seq not in stands:
            key = {record.UNDO: "timeline.undo", record.ADOPT: "timeline.adopt"}.get(event.kind, "timeline.undone")
            of = event.of if event.kind == record.UNDO else event.seq
            found |= dict.fromkeys(event.frames, (_standing_at(entry, event.seq - 1), t(key, number=of)))
    for event, words in standing(entry.record, t):
        said = f"{t('move.number', number=event.seq)}: {whose(event.seat, words, t)}"
        frames = (*entry.record.events[event.seq - 1].frames, *event.frames)  # of a corrected move both
        found |= dict.fromkeys(frames, (event.seq, said))
    return found


def _refused(entry: Entry, version: int, plays: Iterable[tuple[int, str]], t: Language) -> str:
    """The refused play of a question, the last of its plays, on the table of its version."""
    listed = list(plays)
    state = record.replay(record.Record(entry.header, entry.record.events[:version])).state
    *_, words = in_turn(entry.game, state, listed, t)
    return whose(listed[-1][0], words, t)


def _standing_at(entry: Entry, version: int) -> int:
    """The number of the last move that stood at a version; 0 before the first."""
    moves = record.standing(entry.record.events[:version])
    return moves[-1].seq if moves else 0


def _since(event: record.Event | None, t: Language) -> tuple[int, str]:
    """What is said of a picture that belongs to no entry: after which move it was taken."""
    return (0, "") if event is None else (event.seq, t("timeline.since", number=event.seq))


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
