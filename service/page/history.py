"""What happened in a game besides the moves that stand: taken back, corrected, refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine import record
from service.page.seats import name, titles
from service.page.words import words

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
    """An entry that is no standing move. `kind` is "undo", "correct", "refused" or "accepted". `seq` is its number in
    the record, None for what never came into it by itself. `after` is the number of the entry that it follows."""

    kind: str
    seq: int | None
    after: int
    text: str
    reason: str = ""
    rules: Mapping[str, str] | None = None
    outcome: str = ""


def asides(entry: Entry, asked: Iterable[Asked], t: Language) -> tuple[Aside, ...]:
    """All of them, oldest first; `asked` are the questions of the game, open ones are left out."""
    found = [*_changes(entry, t), *_refused(entry, asked, t)]
    return tuple(sorted(found, key=lambda aside: (aside.after, aside.seq is None)))


def _changes(entry: Entry, t: Language) -> Iterator[Aside]:
    """Undone and corrected moves, with the numbers that are gone for them."""
    events = entry.record.events
    for count, event in enumerate(events):
        if event.kind not in (record.UNDO, record.CORRECT):
            continue
        stood = record.standing(events[:count])
        at = next(n for n, each in enumerate(stood) if each.seq == event.of)
        gone = stood[at:] if event.kind == record.UNDO else stood[at : at + 1]
        listed = "; ".join(
            f"{t('move.number', number=each.seq)}, {_told(each.seat, each.move, entry, t)}" for each in gone
        )
        new = _told(event.seat, event.move, entry, t)
        text = t(f"aside.{event.kind}", moves=listed, move=new)
        yield Aside(event.kind, event.seq, event.seq, text)


def _refused(entry: Entry, asked: Iterable[Asked], t: Language) -> Iterator[Aside]:
    """Plays that the rules refused, and how that ended."""
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
            kind, text = "accepted", t("aside.accepted", number=number, move=_told(seat, move, entry, t))
        yield Aside(kind, None, each.question.version, text, against.reason, rules, t(f"aside.refused.{how}"))


def _entered(asked: Asked) -> int | None:
    """The number in the record of the last play that the answer to a question wrote, which is the refused one of a
    candidate; None where it wrote nothing."""
    events = (asked.answer or {}).get("events")
    return events[-1] if events else None


def _told(seat: int, move: str, entry: Entry, t: Language) -> str:
    position = entry.game.position(entry.game.view(entry.replay.state, None))
    return f"{name(seat, t)}: {words(move, position, t, entry.header.game) or move}"
