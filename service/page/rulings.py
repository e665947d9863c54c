"""A dispute as the page shows it: what was asked, the ruling in words and by rules, the table before and after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from service.page.drawn import Drawn, drawn
from service.page.hidden import told
from service.page.seats import name, percent
from service.page.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from service.ledger import Entry
    from service.page.language import Language

SAID: Final = frozenset({"as_recorded", "otherwise"})
"""What pictures say of a move where they say anything."""
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
    """A dispute with its ruling."""

    number: int
    clock: str
    asked: str
    verdict: str
    statement: str
    reason: str
    rules: Mapping[str, str]
    moves: tuple[Disputed, ...]
    shots: tuple[Shot, ...]
    hidden: tuple[str, ...]
    changes: tuple[str, ...]
    faults: tuple[str, ...]


def rulings(disputes: Iterable[Mapping[str, Any]], entry: Entry, t: Language) -> tuple[Ruling, ...]:
    """The newest rulings of a game, newest first; `disputes` are the documents of the API, oldest first."""
    return tuple(_ruling(each, entry, t) for each in reversed(list(disputes)[-SHOWN:]))


def _ruling(document: Mapping[str, Any], entry: Entry, t: Language) -> Ruling:
    answer, asked = document["answer"], document["asked"]
    return Ruling(
        document["number"],
        document["time"][11:19],
        asked if isinstance(asked, str) else ", ".join(f"{key} {value}" for key, value in asked.items()),
        answer["verdict"],
        answer["statement"],
        answer["reason"],
        {rule["id"]: rule["title"] for rule in answer["rules"]},
        tuple(_move(each, entry, t) for each in answer["moves"]),
        tuple(_shots(answer["frames"])),
        told(answer["hidden"], t),
        tuple(_change(each, t) for each in answer["changes"]),
        tuple(answer["clock"]),
    )


def _move(move: Mapping[str, Any], entry: Entry, t: Language) -> Disputed:
    game, players = entry.header.game, entry.header.players
    return Disputed(
        move["seq"],
        name(move["seat"], t),
        move["move"],
        words(move["move"], move["before"], t, game),
        drawn(game, move["before"], players, t, str(move["before"])),
        drawn(game, move["after"], players, t, str(move["after"])),
        move["why"],
        percent(move["likelihood"]) if move["shown"] in SAID else None,
    )


def _shots(frames: Sequence[Mapping[str, Any]]) -> Iterator[Shot]:
    """The pictures; of a move with several, the first is before it and the last after it.

    The picture after one move is often that before the next, and is kept but once.
    """
    for n, each in enumerate(frames):
        first = n == 0 or frames[n - 1]["seq"] != each["seq"]
        last = n + 1 == len(frames) or frames[n + 1]["seq"] != each["seq"]
        why = each["why"] if first == last else ("before" if first else "after")
        yield Shot(each["sha256"], why, each["there"], each["trouble"] or "")


def _change(change: Mapping[str, Any], t: Language) -> str:
    return t(f"change.{change['kind']}", number=change["seq"], of=change["of"], move=change["move"])
