"""What happened in a game besides the moves that stand: taken back, corrected, refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine import record
from service.page.plays import on_table, standing, stood, tables, told_of, whose
from service.page.question import reason_of
from service.page.reasons import refused
from service.page.seats import name, titles
from service.store.ledger import falling

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from service.page.language import Language
    from service.store.entry import Entry
    from service.store.questions import Asked

OUTCOMES: Final[Mapping[str, str]] = {
    "the table is as the game is": "back",
    "none": "back",
    "ruling": "accepted",
    "choice": "other",
    "moves": "other",
}
"""How a question about a refused play ended, by the word that closed it; any other word leaves it open what it was."""

_CHANGING: Final = frozenset({record.UNDO, record.CORRECT, record.ADOPT})
"""Kinds of entries that change which moves stand."""


@dataclass(frozen=True, slots=True)
class Aside:
    """An entry that is no standing move.

    `kind` is "undo", "correct", "adopt", "refused", "accepted" or "withdrawn". `seq` is its number in the record, None
    for what never came into it by itself. `after` is the number of the entry that it follows. `falls` are the moves
    that fall if the entry is taken back in its turn, in words; None where it cannot be. `again` is whether what it took
    back was itself no move.
    """

    kind: str
    seq: int | None
    after: int
    text: str
    reason: str = ""
    rules: Mapping[str, str] | None = None
    outcome: str = ""
    falls: tuple[str, ...] | None = None
    again: bool = False


def asides(entry: Entry, asked: Iterable[Asked], t: Language) -> tuple[Aside, ...]:
    """All of them, oldest first; `asked` are the questions of the game, open ones are left out."""
    found = [*_changes(entry, t), *_refused(entry, asked, t)]
    return tuple(sorted(found, key=lambda aside: (aside.after, aside.seq is None)))


def _changes(entry: Entry, t: Language) -> Iterator[Aside]:
    """Undone and corrected moves, with the numbers that are gone for them."""
    events = entry.record.events
    changing = [event for event in events if event.kind in _CHANGING]
    holding, now = record.changes(events), tables(entry.record) if changing else []
    for event in changing:
        falls = _gone(now, holding[event.seq], entry, t) if event.seq in holding else None
        again = event.kind == record.UNDO and events[(event.of or 0) - 1].kind in _CHANGING
        yield Aside(event.kind, event.seq, event.seq, _change(event, entry, t), falls=falls, again=again)


def _change(event: record.Event, entry: Entry, t: Language) -> str:
    """What an undo, a correction or an adoption did to the moves that stood."""
    if event.kind == record.ADOPT:
        return t("aside.adopt")
    moves = stood(entry.record, event.seq)
    at = next((n for n, (each, _) in enumerate(moves) if each.seq == event.of), None)
    if at is None:
        text = t(f"aside.undo.{entry.record.events[(event.of or 0) - 1].kind}", number=event.of)
        fell = _gone(moves, record.standing(entry.record.events[: event.seq]), entry, t)
        return f"{text} {t('aside.fell', moves='; '.join(fell))}" if fell else text
    gone = moves[at:] if event.kind == record.UNDO else moves[at : at + 1]
    listed = "; ".join(_numbered(each, state, entry, t) for each, state in gone)
    return t(f"aside.{event.kind}", moves=listed, move=_move_words(event, moves[at][1], entry, t))


def _gone(
    moves: Iterable[tuple[record.Event, Any]], left: Iterable[record.Event], entry: Entry, t: Language
) -> tuple[str, ...]:
    """Those of some moves, each with the state that it is made in, that are not among those that are left; in words."""
    kept = {each.seq for each in left}
    return tuple(_numbered(each, state, entry, t) for each, state in moves if each.seq not in kept)


def _numbered(event: record.Event, state: Any, entry: Entry, t: Language) -> str:
    return f"{t('move.number', number=event.seq)}, {_move_words(event, state, entry, t)}"


def _move_words(event: record.Event, state: Any, entry: Entry, t: Language) -> str:
    return whose(event.seat, on_table(entry.game, state, event.move, t), t)


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
    words = {event.seq: said for event, said in standing(entry.record, t)}
    for n, each in enumerate(falls):
        verdict = entry.game.judge(after.state, each.seat, entry.game.parse(each.move))
        told = told_of(entry.game, after.state, t)
        reason = "" if n or verdict.legal else refused(verdict.name, verdict.reason, told)
        yield Fallen(each.seq, name(each.seat, t), words[each.seq], reason)


def _refused(entry: Entry, asked: Iterable[Asked], t: Language) -> Iterator[Aside]:
    """Plays that the rules refused, and how that ended."""
    moves = tables(entry.record)
    words = {event.seq: on_table(entry.game, state, event.move, t) for event, state in moves}
    states = [*(state for _, state in moves), entry.replay.state]
    ruled = {event.seq for event in record.standing(entry.record.events) if event.kind == record.RULING}
    for each in asked:
        against = next((one for one in each.question.candidates if not one.legal and one.plays), None)
        if each.question.kind != "illegal" or each.answer is None or against is None:
            continue
        seat, move = against.plays[-1]
        how = OUTCOMES.get(str(each.answer.get("how")), "open")
        number = _entered(each) if how == "accepted" else None
        said = whose(seat, words.get(number or 0) or on_table(entry.game, entry.replay.state, move, t), t)
        text = t("aside.refused", move=said)
        rules = titles(entry, against.rules)
        kind = "refused"
        if number is not None:
            kind = "accepted" if number in ruled else "withdrawn"
            text = t(f"aside.{kind}", number=number, move=said)
        outcome = t(f"aside.refused.{'withdrawn' if kind == 'withdrawn' else how}")
        state = states[sum(event.seq <= each.question.version for event, _ in moves)]
        reason = reason_of(against, entry.game, state, t)
        yield Aside(kind, None, each.question.version, text, reason, rules, outcome)


def _entered(asked: Asked) -> int | None:
    """The number in the record of the last play that the answer to a question wrote: the refused one of a candidate.
    None where it wrote nothing."""
    events = (asked.answer or {}).get("events")
    return events[-1] if events else None
