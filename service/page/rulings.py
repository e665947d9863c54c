"""A dispute as the page shows it: what was asked, the ruling in words and by rules, the table before and after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.record import ADOPT, CORRECT, RULING, UNDO
from engine.said import line_of, lines_of
from service.disputes.answer import UNCLEAR
from service.disputes.question import ILLEGAL, language
from service.page.drawing import Drawn, drawn
from service.page.games import piece
from service.page.hidden import hidden_lines
from service.page.plays import on_table, stood
from service.page.reasons import of_pictures
from service.page.seats import name, percent
from service.page.verdict import asked_of, lead, looked, rests, ruling
from service.page.words import told, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from service.page.language import Language
    from service.store.entry import Entry

SHOWN: Final = 3
"""Rulings that the page shows in full; the record and the API have them all."""


@dataclass(frozen=True, slots=True)
class Disputed:
    """A move that the ruling is about; `percent` is how likely its pictures show it, None where they were not read."""

    seq: int
    who: str
    move: str
    words: str
    before: Drawn
    after: Drawn
    why: str
    percent: int | None


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture that the ruling rests on; `there` is False where it was not kept."""

    sha256: str
    why: str
    there: bool
    trouble: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """A dispute with its ruling; `own_words` is what was asked in words, `own_language` their language.

    `lead` answers what was `asked`, `word` is the ruling's, and `rests` says what the answer rests on.
    """

    number: int
    time: str
    asked: str
    own_words: str
    own_language: str
    verdict: str
    lead: str
    word: str
    rests: tuple[str, ...]
    rules: Mapping[str, str]
    moves: tuple[Disputed, ...]
    shots: tuple[Shot, ...]
    hidden: tuple[str, ...]
    changes: tuple[str, ...]
    faults: tuple[str, ...]
    signer: str
    """The fingerprint of the installation that signs its bundle."""


@dataclass(frozen=True, slots=True)
class Older:
    """An earlier ruling in one line; its bundle has the rest."""

    number: int
    time: str
    asked: str
    lead: str


def older(disputes: Sequence[Mapping[str, Any]], entry: Entry, t: Language) -> tuple[Older, ...]:
    """The rulings before those that are shown whole, newest first."""
    game = entry.header.game
    return tuple(
        Older(each["number"], each["time"], sentence(each, game, t), lead(each, game, t))
        for each in reversed(disputes[:-SHOWN])
    )


def rulings(disputes: Iterable[Mapping[str, Any]], entry: Entry, t: Language) -> tuple[Ruling, ...]:
    """The newest rulings of a game, newest first; `disputes` are the documents of the API, oldest first."""
    return tuple(_ruling(each, entry, t) for each in reversed(list(disputes)[-SHOWN:]))


def _ruling(document: Mapping[str, Any], entry: Entry, t: Language) -> Ruling:
    answer, asked = document["answer"], document["asked"]
    told = sentence(document, entry.header.game, t)
    if isinstance(asked, str) and asked.casefold() == told.casefold():  # one question is told once
        asked = None
    return Ruling(
        document["number"],
        document["time"],
        told,
        asked if isinstance(asked, str) else "",
        language(asked) if isinstance(asked, str) else "",
        answer["verdict"],
        lead(document, entry.header.game, t),
        ruling(document, t),
        rests(document, t),
        {rule["id"]: rule["title"] for rule in answer["rules"]},
        tuple(_move(each, entry, t) for each in answer["moves"]),
        tuple(_shots(answer["frames"], t)),
        hidden_lines(answer["hidden"], t),
        tuple(_change(each, entry, t) for each in answer["changes"]),
        lines_of(answer, "clock"),
        document.get("signer") or "",
    )


def sentence(document: Mapping[str, Any], game: str, t: Language) -> str:
    """What was asked, as a sentence of the reader's language; moves and what lay on the table are told in words."""
    moves = document["answer"]["moves"]

    def moved(text: str) -> str:
        return told(text, moves[-1]["after"], game, t) if moves else text

    return in_parts(document["question"], asked_of(document, game, t), moved)


def in_parts(asked: Mapping[str, Any], t: Language, move: Callable[[str], str] = str) -> str:
    """A question in parts as a sentence of the reader's language; `move` tells the moves in it."""
    about, claim = asked["about"], asked.get("claim")
    if about == "move":
        last = "" if asked.get("seq") is not None else ".last"
        return t(f"asked.move{last}{'.illegal' * (claim == ILLEGAL)}", seq=asked.get("seq"))
    if about == "under":
        what = str(asked.get("piece") or asked.get("place") or asked.get("what"))
        what = t.laid.get(what) or piece(what, t)
        return (
            t("asked.under", what=what) if claim is None else t("asked.under.claim", what=what, claim=piece(claim, t))
        )
    if about == "score":
        if asked.get("seat") is None:
            return t("asked.score")
        return t("asked.score.seat" if claim is None else "asked.score.claim", who=name(asked["seat"], t), claim=claim)
    if isinstance(asked["first"], int) and isinstance(asked["second"], int):
        return t("asked.before", first=asked["first"], second=asked["second"])
    first, second = (t.known(f"asked.event.{asked[which]}") or move(str(asked[which])) for which in ("first", "second"))
    return t("asked.order", first=first, second=second)


def _move(move: Mapping[str, Any], entry: Entry, t: Language) -> Disputed:
    game, players = entry.header.game, entry.header.players
    return Disputed(
        move["seq"],
        name(move["seat"], t),
        move["move"],
        words(move["move"], move["before"], game, t),
        drawn(game, move["before"], players, t, str(move["before"])),
        drawn(game, move["after"], players, t, str(move["after"])),
        looked(move, game, t),
        percent(move["likelihood"]) if move["shown"] != UNCLEAR else None,
    )


def _shots(frames: Sequence[Mapping[str, Any]], t: Language) -> Iterator[Shot]:
    """The pictures; of a move with several, the first is before it and the last after it.

    The picture after one move is often that before the next, and is kept but once.
    """
    for n, each in enumerate(frames):
        first = n == 0 or frames[n - 1]["seq"] != each["seq"]
        last = n + 1 == len(frames) or frames[n + 1]["seq"] != each["seq"]
        why = each["why"] if first == last else ("before" if first else "after")
        trouble = of_pictures(line_of(each, "trouble"), t) if each["trouble"] else ""
        yield Shot(each["sha256"], why, each["there"], trouble)


def _change(change: Mapping[str, Any], entry: Entry, t: Language) -> str:
    """An entry that took back, corrected or accepted a move, in the words of the table that the move was made on."""
    seq, kind = change["seq"], change["kind"]
    if kind == UNDO and (of := entry.record.events[change["of"] - 1].kind) in (UNDO, CORRECT, ADOPT):
        return t(f"change.undo.{of}", number=seq, of=change["of"])
    own = kind == RULING
    made_on = {event.seq: state for event, state in stood(entry.record, seq + 1 if own else seq)}
    state = made_on.get(seq if own else change["of"])
    words = change["move"] if state is None else on_table(entry.game, state, change["move"], t)
    return t(f"change.{kind}", number=seq, of=change["of"], move=words)
