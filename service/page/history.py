"""What happened in a game besides the moves that stand: taken back, corrected, refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine import record
from service.page.reasons import refused
from service.page.seats import name, titles
from service.page.words import words
from service.store.ledger import falling

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from service.page.language import Language
    from service.store.ledger import Entry
    from service.store.questions import Asked

OUTCOMES: Final[Mapping[str, str]] = {
    "the table is as the game is": "back",
    "none": "back",
    "ruling": "accepted",
    "choice": "other",
    "moves": "other",
}
"""How a question about a refused play ended, by the word that closed it; any other word leaves it open what it was."""


@dataclass(frozen=True, slots=True)
class Aside:
    """An entry that is no standing move.

    `kind` is "undo", "correct", "refused", "accepted" or "withdrawn". `seq` is its number in the record, None for what
    never came into it by itself. `after` is the number of the entry that it follows. `lost` is how many moves go if the
    entry is taken back in its turn, None where it cannot be.
    """

    kind: str
    seq: int | None
    after: int
    text: str
    reason: str = ""
    rules: Mapping[str, str] | None = None
    outcome: str = ""
    lost: int | None = None


def asides(entry: Entry, asked: Iterable[Asked], t: Language) -> tuple[Aside, ...]:
    """All of them, oldest first; `asked` are the questions of the game, open ones are left out."""
    found = [*_changes(entry, t), *_refused(entry, asked, t)]
    return tuple(sorted(found, key=lambda aside: (aside.after, aside.seq is None)))


def _changes(entry: Entry, t: Language) -> Iterator[Aside]:
    """Undone and corrected moves, with the numbers that are gone for them."""
    events = entry.record.events
    holding, now = record.changes(events), record.standing(events)
    for count, event in enumerate(events):
        if event.kind not in (record.UNDO, record.CORRECT):
            continue
        lost = sum(move.seq > event.seq for move in now) if event.seq in holding else None
        text = _change(event, record.standing(events[:count]), entry, t)
        yield Aside(event.kind, event.seq, event.seq, text, lost=lost)


def _change(event: record.Event, stood: list[record.Event], entry: Entry, t: Language) -> str:
    """What an undo or a correction did to the moves that stood."""
    at = next((n for n, each in enumerate(stood) if each.seq == event.of), None)
    if at is None:
        return t(f"aside.undo.{entry.record.events[(event.of or 0) - 1].kind}", number=event.of)
    gone = stood[at:] if event.kind == record.UNDO else stood[at : at + 1]
    return t(f"aside.{event.kind}", moves=listed(gone, entry, t), move=_told(event.seat, event.move, entry, t))


def listed(moves: Iterable[record.Event], entry: Entry, t: Language) -> str:
    """Moves with their numbers, in words."""
    return "; ".join(f"{t('move.number', number=each.seq)}, {_told(each.seat, each.move, entry, t)}" for each in moves)


@dataclass(frozen=True, slots=True)
class Fallen:
    """A move that a correction would take back; `reason` is why the rules refuse it then, told of the first alone."""

    seq: int
    who: str
    words: str
    reason: str


def fallen(entry: Entry, correction: record.Event, t: Language) -> Iterator[Fallen]:
    """The moves that could not be played any more after a correction, in their order."""
    _, falls = falling(entry, correction)
    after = record.replay(record.append(entry.record, correction))
    position = entry.game.position(entry.game.view(entry.replay.state, None))
    for n, each in enumerate(falls):
        verdict = entry.game.judge(after.state, each.seat, entry.game.parse(each.move))
        reason = "" if n or verdict.legal else refused(verdict.name, verdict.reason, t)
        told = words(each.move, position, t, entry.header.game) or each.move
        yield Fallen(each.seq, name(each.seat, t), told, reason)


def _refused(entry: Entry, asked: Iterable[Asked], t: Language) -> Iterator[Aside]:
    """Plays that the rules refused, and how that ended."""
    ruled = {event.seq for event in record.standing(entry.record.events) if event.kind == record.RULING}
    for each in asked:
        against = next((one for one in each.question.candidates if not one.legal and one.plays), None)
        if each.question.kind != "illegal" or each.answer is None or against is None:
            continue
        seat, move = against.plays[-1]
        how = OUTCOMES.get(str(each.answer.get("how")), "open")
        text = t("aside.refused", move=_told(seat, move, entry, t))
        rules = titles(entry, against.rules)
        kind, number = "refused", _entered(each) if how == "accepted" else None
        if number is not None:
            kind = "accepted" if number in ruled else "withdrawn"
            text = t(f"aside.{kind}", number=number, move=_told(seat, move, entry, t))
        outcome = t(f"aside.refused.{'withdrawn' if kind == 'withdrawn' else how}")
        yield Aside(kind, None, each.question.version, text, against.reason, rules, outcome)


def _entered(asked: Asked) -> int | None:
    """The number in the record of the last play that the answer to a question wrote, which is the refused one of a
    candidate; None where it wrote nothing."""
    events = (asked.answer or {}).get("events")
    return events[-1] if events else None


def _told(seat: int, move: str, entry: Entry, t: Language) -> str:
    position = entry.game.position(entry.game.view(entry.replay.state, None))
    return f"{name(seat, t)}: {words(move, position, t, entry.header.game) or move}"
