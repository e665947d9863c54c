"""The table of StoneRow as the page shows it: what lies before each seat, and what lies between them all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from service.page.games.stonerow.names import row_names
from service.page.games.stonerow.words import UNSURE, known, words_of_cards
from service.page.seats import name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.core import Move
    from service.page.language import Language

COLOURED: Final = re.compile(r"[RBGY](?:[1-9]|Ap|Su|Ar|GM)")
LABEL: Final = re.compile(rf"{COLOURED.pattern}|Hw|Ma|Gd|Di|Fo")


@dataclass(frozen=True, slots=True)
class Card:
    """A card: its label, the letter of its colour (empty for an action card), what stands on it, and its words."""

    label: str
    colour: str
    rank: str
    words: str


@dataclass(frozen=True, slots=True)
class Layer:
    """Cards of one row that one seat laid; `foreign` where that is not the holder of the row."""

    owner: int
    cards: tuple[Card, ...]
    foreign: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A row with its layers, and the action cards and Hammers that lie at it."""

    id: str
    layers: tuple[Layer, ...]
    markers: tuple[Card, ...]
    broken: bool


@dataclass(frozen=True, slots=True)
class Place:
    """What lies before a seat; `hand` is the number of its cards, None where that is unknown."""

    seat: int
    rows: tuple[Row, ...]
    deflectors: int
    hand: int | None


@dataclass(frozen=True, slots=True)
class Rows:
    """The whole table. `quarry`, `round` and `tower` are None where they are unknown.

    `pending` says what was played and may still be answered by others; it is empty where nothing is.
    """

    places: tuple[Place, ...]
    keystone: Card | None
    brickyard: tuple[Card, ...]
    quarry: int | None
    golddiggers: int
    tower: int | None
    round: int | None
    overtime: bool
    pending: str
    words: str
    last: str = ""
    """The row, the pile or the seat (`seat0`) that the last move changed."""


def rows(position: Mapping[str, Any], players: int, t: Language) -> Rows:
    """The table of a position, the contract's JSON; what it leaves out is left out here."""
    laid = [row for row in position.get("rows") or () if isinstance(row, dict)]
    holders = {int(row["holder"]) for row in laid if row.get("holder") is not None}
    hands, deflectors = position.get("hand_sizes"), position.get("deflectors")
    places = tuple(
        Place(
            seat,
            tuple(_row(row, t) for row in laid if row.get("holder") == seat),
            _at(deflectors, seat) or 0,
            _at(hands, seat),
        )
        for seat in range(max([players, *(holder + 1 for holder in holders)]))
    )
    keystone = position.get("keystone")
    return Rows(
        places,
        _card(keystone, t) if keystone else None,
        tuple(_card(label, t) for label in position.get("brickyard") or ()),
        position.get("quarry"),
        position.get("golddiggers") or 0,
        position.get("tower"),
        position.get("round"),
        bool(position.get("overtime")),
        _pending(position, t),
        t("rows.words", count=len(laid)),
    )


def one(label: str, t: Language) -> Card:
    """A card by itself."""
    return _card(label, t)


def played(move: Move, t: Language) -> tuple[Card, ...]:
    """The cards that a move names."""
    return tuple(_card(piece, t) for piece in move.pieces if LABEL.fullmatch(piece))


def _row(row: Mapping[str, Any], t: Language) -> Row:
    holder, seen = row.get("holder"), row.get("cards")  # a camera tells of no layers
    layers = tuple(
        Layer(
            _number(layer.get("owner"), holder),
            _cards(layer.get("cards") or (), t),
            _number(layer.get("owner"), holder) != holder,
        )
        for layer in row.get("layers") or ([{"cards": seen}] if seen else ())
    )
    return Row(str(row.get("id", "")), layers, _cards(row.get("markers") or (), t), bool(row.get("broken")))


def _pending(position: Mapping[str, Any], t: Language) -> str:
    played = position.get("pending")
    if not isinstance(played, dict) or "move" not in played:
        return ""
    move = str(played["move"])
    said = words_of_cards(move, t, row_names(position, t)) or move
    return t("rows.pending", player=name(int(played.get("seat", 0)), t), move=said)


def _number(owner: Any, holder: Any) -> int:
    return int(holder if owner is None else owner)


def _cards(labels: Iterable[Any], t: Language) -> tuple[Card, ...]:
    return tuple(_card(label, t) for label in labels)


def _card(label: Any, t: Language) -> Card:
    """A card by its label; one that was not read surely is unknown."""
    sure = label if isinstance(label, str) else UNSURE
    colour, rank = (sure[0], sure[1:]) if COLOURED.fullmatch(sure) else ("", sure)
    return Card(sure, colour, rank, known(sure, t))


def _at(values: Sequence[int] | None, seat: int) -> int | None:
    return values[seat] if values and seat < len(values) else None
