"""Cards in rows before their holders, with a keystone, a brickyard and a quarry between them."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.core import TABLE
from engine.games import find_game
from engine.said import form_of
from service.page.game_page import GamePage, Names
from service.page.games.stonerow.faces import face
from service.page.games.stonerow.names import cards_of, row_names
from service.page.games.stonerow.rows import COLOURED, Card, Rows, one, played, rows
from service.page.games.stonerow.words import (
    COLOURS,
    card,
    hammers,
    is_hammer,
    needs_cards,
    verbs_in,
    with_cards,
    words_of_cards,
)
from service.page.reasons.lines import line as in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.core import Move, Seat
    from engine.said import Said
    from service.page.language import Language

_ROW: Final = re.compile(r"\br\d+")
_OWN: Final = frozenset({"build", "deflect", "rescue", "overtime"})
"""What is laid before the seat itself."""
_TURNED: Final = frozenset({"keystone", "brickyard"})
"""Piles that the table turns a card up for."""
_ANY: Final = ("R1", "Hw", "Ma")
"""Some card that could be a Hammer, and the two that do something to a row themselves."""
_SOME: Final = _ANY[:1]
"""The card that stands for any, where none was typed."""
_BETWEEN: Final = re.compile(r"[\s,;]+")


class Cards(GamePage):
    """The page of cards."""

    bare: ClassVar[Names] = (
        *("draw quarry", "draw brickyard", "dig quarry", "deal", "overtime", "deflect Di", "attract Di", "decline"),
    )
    covering: ClassVar[re.Pattern[str] | None] = re.compile(r"(?:break|repair|steal|mortar) .*\b(r\d+)")

    def table_first(self, position: Mapping[str, Any]) -> bool:
        """The keystone and the brickyard come before the first draw."""
        return True

    def being_set(self, position: Mapping[str, Any]) -> bool:
        """A round begins with the keystone and the brickyard."""
        return position.get("phase") == "deal"

    def drawing(self, position: Mapping[str, Any], players: int, t: Language) -> Rows:
        """What lies before each seat and between them."""
        return rows(position, players, t)

    def words(self, move: str, position: Mapping[str, Any], t: Language) -> str:
        """Cards by their names, rows by what they show."""
        return words_of_cards(move, t, row_names(position, t) if _ROW.search(move) else {})

    def laid(self, position: Mapping[str, Any], t: Language) -> Mapping[str, str]:
        """The rows."""
        return row_names(position, t)

    def piece(self, label: str, t: Language) -> str:
        """A card by its name."""
        name = card(label, t)
        return "" if name == label else name

    def spot(self, move: Move, seat: Seat) -> tuple[Names, str]:
        """Rows by their ids, the piles by their names; a new row lies before its seat."""
        verb, *rest = str(move).split()
        pieces = tuple(move.pieces)
        if verb == "draw":
            return (), rest[0]
        if verb in _TURNED:
            return pieces, verb
        if verb == "dig":
            return ("Gd", *(card for card in pieces if card != "Gd")) if rest[0] == "brickyard" else ("Gd",), rest[0]
        if verb == "discard":
            return pieces, "brickyard"
        row = rest[-1] if rest and _ROW.fullmatch(rest[-1]) else ""
        return pieces, row or (f"seat{seat}" if verb in _OWN else "")

    def held(self, label: str, t: Language) -> Card:
        """The card."""
        return one(label, t)

    def in_order(self, labels: Iterable[str]) -> Sequence[str]:
        """Guild by guild, then by rank; action cards come last."""
        deck = find_game("stonerow").labels
        every = [*sorted(filter(COLOURED.fullmatch, deck), key=lambda label: COLOURS.index(label[0])), *deck]
        known = frozenset(labels)
        return [*(label for label in dict.fromkeys(every) if label in known), *sorted(known - set(every))]

    def tried(
        self, pieces: Names, place: str, seat: Seat, legal: Sequence[str], position: Mapping[str, Any]
    ) -> Iterator[str]:
        """What these cards could do there."""
        cards = " ".join(pieces)
        if _ROW.fullmatch(place):
            yield from (f"{verb} {cards} {place}" for verb in ("add", "break", "steal", "repair", "mortar"))
        elif place.startswith("seat"):
            yield from (f"build {cards}", "deflect Di", "overtime") if cards == "Di" else (f"build {cards}",)
        elif place == "keystone":
            yield f"keystone {cards}"
        elif place == "brickyard":
            turned = any(move.startswith("brickyard ") for move in legal)
            yield f"{'brickyard' if turned else 'discard'} {cards}"
        elif place == "quarry":
            yield "dig quarry" if cards == "Gd" else "draw quarry"

    def steps(
        self, position: Mapping[str, Any], seat: Seat, ready: Sequence[str], t: Language, *, dealt: bool = False
    ) -> Names:
        """What lies open first; then a draw and one action a turn, and an answer to a Hammer."""
        verbs = {move.split()[0] for move in ready}
        if seat == TABLE:
            return tuple((dealt and t.known(f"step.{verb}.dealt")) or t(f"step.{verb}") for verb in _due(verbs))
        if position.get("phase") == "deal":
            return (*(() if dealt else (t("step.turned"),)), *((t("step.foreman"),) if ready else ()))
        if "decline" in verbs:
            return (t("step.react"),)
        if seat != position.get("turn"):
            return ()
        if "draw" in verbs:
            return t("step.draw.dealt" if dealt else "step.draw"), t("step.then")
        return (t("step.act"), t("step.lay")) if "discard" in verbs else ()

    def marked(self, table: Rows, move: Move, seat: Seat) -> Rows:
        """The row that was changed, else the seat that a new row lies before."""
        _, place = self.spot(move, seat)
        return replace(table, last=_newest(table, seat) if place.startswith("seat") else place)

    def picture(self, name: str) -> bytes | None:
        """A face of the deck that Tableside prints, or its back."""
        return face(name)

    def also(self, text: str) -> str:
        """A card that breaks a row is a Hammer, too, in every language."""
        return " ".join((text, *hammers())) if text.startswith("break ") else text

    def conceivable(self, typed: str, legal: Sequence[str], position: Mapping[str, Any]) -> Iterator[str]:
        """The cards that were typed as a new row, or the one as discarded; a card turned up, where that is due.

        Where a row was typed too, they are what is done to it; without cards, all that could be. A Hammer is each card
        that matches the keystone, or the one that was typed: the rules say why it is none. What is to be done may be
        typed, too, by its verb: then it is nothing else, on any row where none was named. It needs no cards.
        """
        known, words = find_game("stonerow").labels, _BETWEEN.split(typed)
        labels = [word for word in words if word in known]
        row = next(filter(_ROW.fullmatch, words), "")
        turned = {move.split()[0] for move in legal} & _TURNED
        if turned and len(labels) == 1:
            yield from (f"{verb} {labels[0]}" for verb in sorted(turned))
        elif is_hammer(typed):
            rows = [row] if row else [str(each.get("id")) for each in position.get("rows") or ()]
            yield from (f"break {label} {each}" for each in rows for label in labels or _matching(position))
        elif verbs := verbs_in(typed):
            yield from chain.from_iterable(_done(verb, labels, row, legal, position) for verb in verbs)
        elif labels and row:
            yield from self.tried(tuple(labels), row, 0, legal, position)
        elif labels:
            yield f"build {' '.join(labels)}"
            if len(labels) == 1:
                yield f"discard {labels[0]}"
        elif row:
            done = [move for move in legal if _ROW.fullmatch(move.split()[-1])]
            yield from (f"{move.rpartition(' ')[0]} {row}" for move in done)
            if not done:
                yield from chain.from_iterable(self.tried((label,), row, 0, legal, position) for label in _ANY)

    def compared(self, seen: Mapping[str, Any], recorded: Mapping[str, Any], t: Language) -> tuple[Names, Names]:
        """Cards of all rows by their names."""
        mine, theirs = (
            Counter(chain.from_iterable(map(cards_of, each.get("rows") or ()))) for each in (seen, recorded)
        )
        unsure = mine.pop("?", 0)
        extra, missing = tuple((mine - theirs).elements()), tuple((theirs - mine).elements())
        return _named(extra, t), _named(missing if len(missing) > unsure else (), t)

    def said(self, line: Said, t: Language) -> Mapping[str, str]:
        """Of a row that earns, where it lies, if that shows more than its cards."""
        if "combination" not in line.parts:
            return {}
        made, row = line.parts["combination"], t.laid.get(line.parts["row"], "")
        own = form_of(made) == "run of {count}" or t("rows.name.alone", cards=in_words(made, t)) in row
        return {"row": "" if own or not row else t("earned.in", row=row)}

    def beside(self, position: Mapping[str, Any], move: Move, *, legal: bool, t: Language) -> tuple[Any, ...]:
        """Cards of the move that lie in no row and not in the brickyard."""
        lying = json.dumps([position.get("rows"), position.get("brickyard")])
        return tuple(each for each in played(move, t) if not (legal and f'"{each.label}"' in lying))


def _done(
    verb: str, labels: Sequence[str], row: str, legal: Sequence[str], position: Mapping[str, Any]
) -> Iterator[str]:
    """What a verb may mean with the cards and the row that were typed.

    Without cards it is done as it lawfully is on other rows, else with some card: the rules say why it may not be.
    """
    rows = [row] if row else [str(each.get("id")) for each in position.get("rows") or ()] or ["r1"]
    lawful = [move for move in legal if move.split()[0] == verb]
    if labels or not needs_cards(verb):
        yield from with_cards(verb, labels, rows)
    elif not lawful:
        cards = _matching(position) if verb == "break" else _SOME
        yield from chain.from_iterable(with_cards(verb, [card], rows) for card in cards)
    elif row:
        yield from (f"{move.rpartition(' ')[0]} {row}" for move in lawful if _ROW.search(move))


def _matching(position: Mapping[str, Any]) -> list[str]:
    """The cards that are Hammers by the keystone."""
    return [label for label in find_game("stonerow").labels if _matches(label, position.get("keystone"))]


def _matches(label: str, keystone: Any) -> bool:
    """Whether a card has the number or the name of the keystone, and is another one."""
    rank, own = (each[1:] if COLOURED.fullmatch(each) else each for each in (label, str(keystone)))
    return rank == own and (label != keystone or rank == label)


def _named(labels: Names, t: Language) -> Names:
    return tuple(card(label, t) for label in labels)


def _due(verbs: frozenset[str] | set[str]) -> tuple[str, ...]:
    """What the table is to do, in its order."""
    if "keystone" in verbs:
        return "keystone", "brickyard"
    return tuple(verb for verb in ("brickyard", "deal") if verb in verbs)


def _newest(table: Rows, seat: Seat) -> str:
    rows = table.places[seat].rows if 0 <= seat < len(table.places) else ()
    return rows[-1].id if rows else f"seat{seat}"


PAGE = Cards()
