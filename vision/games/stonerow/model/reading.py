"""What was seen of a table: every card as a guess, what was not seen left out.

A card of a reading is a label, `?`, or `{"labels": {"R7": 0.8, "R1": 0.2}}`, likelihoods of what it could be. They are
absolute: what they leave open up to 1 is a card that they do not name; labels that are no cards take their share. A row
may list its `cards` flat, for a camera sees no layers; of the brickyard only the top counts.

- `first` says, before the cards are dealt, which card was glimpsed on the brickyard before anything else.
- `lowered` is how likely the quarry would seem to have fewer cards than it has. It is for a quarry that was watched and
  not counted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.errors import PositionError
from engine.games.stonerow.cards import CARDS, COLOURS, GUILD_CARDS, UNKNOWN, Card, is_guild
from engine.games.stonerow.options import StoneRowOptions
from engine.games.stonerow.position import KEYS, ROW_KEYS, read_pending, row_number
from engine.games.stonerow.shape import Shape, read_label
from engine.games.stonerow.state import REACTION
from vision.games.model import is_likelihood

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.core import Seat, Setup

Guess: TypeAlias = "Mapping[Card, float]"
"""How likely a seen card is each card; empty where nothing is known of it."""
ANYTHING: Final[Guess] = {}
SEEN_KEYS: Final = KEYS | {"first", "lowered"}
LOWERED: Final = 0.003
"""How often a pile seems to have fewer cards than it has: what makes it seem one less makes it seem several."""
LAYER_KEYS: Final = frozenset(("owner", "cards"))


@dataclass(frozen=True, slots=True)
class SeenRow:
    """A row as it was seen; None for what was not."""

    id: int | None
    holder: Seat | None
    cards: tuple[Guess, ...]
    markers: tuple[Guess, ...] | None
    broken: bool | None


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table as it was seen; None for what was not. `top` is the brickyard's, () for an empty brickyard; `first` is
    what was glimpsed there before."""

    rows: tuple[SeenRow, ...] | None = None
    top: tuple[Guess, ...] | None = None
    first: Guess | None = None
    keystone: Guess | None = None
    hand_sizes: tuple[int | None, ...] | None = None
    deflectors: tuple[int | None, ...] | None = None
    golddiggers: int | None = None
    quarry: int | None = None
    lowered: float | None = None
    tower: int | None = None
    towers: tuple[int | None, ...] | None = None
    overtime: bool | None = None
    seat: Seat = 0
    hand: tuple[Card, ...] | None = None


def read_table(seen: Setup) -> SeenTable:
    """The reading of a setup. Raises `PositionError` for what is no position."""
    options = seen.options
    if not isinstance(options, StoneRowOptions):
        raise PositionError("the options are those of another game")
    shape = Shape(seen.position, "position", SEEN_KEYS)
    given, players = seen.position, options.players
    pile = shape.items("brickyard")
    tower = shape.maybe_whole("tower")
    return SeenTable(
        rows=_rows(shape, options) if "rows" in given else None,
        top=None if given.get("brickyard") is None else tuple(read_guess(card) for card in pile[-1:]),
        first=None if given.get("first") is None else read_guess(given["first"]),
        keystone=None if given.get("keystone") is None else read_guess(given["keystone"]),
        hand_sizes=shape.sizes("hand_sizes", players) if "hand_sizes" in given else None,
        deflectors=shape.sizes("deflectors", players) if "deflectors" in given else None,
        golddiggers=shape.maybe_whole("golddiggers"),
        quarry=shape.maybe_whole("quarry"),
        lowered=_lowered(given["lowered"]) if "lowered" in given else None,
        tower=shape.maybe_whole("round") if tower is None else tower,
        towers=shape.sizes("towers", 2) if "towers" in given else None,
        overtime=shape.flag("overtime", default=False) if "overtime" in given else None,
        seat=seen.seat,
        hand=None if seen.hand is None else tuple(sorted(read_label(text, "hand") for text in seen.hand)),
    )


def _lowered(value: Any) -> float:
    if not is_likelihood(value):
        raise PositionError(f"'lowered' in 'position' takes a likelihood from 0 to 1, not {value!r}")
    return max(float(value), LOWERED)


def read_guess(card: Any) -> Guess:
    """What a seen card could be, from its label or from the likelihoods of several, which are absolute."""
    if not isinstance(card, dict):
        known = read_label(card, "a seen card")
        return {known: 1.0} if known >= 0 else ANYTHING
    labels = card.get("labels")
    if labels is None:
        return ANYTHING if card.get("label") is None else read_guess(card["label"])
    if not isinstance(labels, dict) or not all(map(is_likelihood, labels.values())):
        raise PositionError(f"the labels of a seen card are likelihoods from 0 to 1 by label, not {labels!r}")
    chances = {CARDS[label]: float(value) for label, value in labels.items() if label in CARDS and value > 0}
    return _with_rest(chances, 1.0 - sum(labels.values()))


def _with_rest(chances: dict[Card, float], rest: float) -> Guess:
    """The guess with the `rest` that all likelihoods leave open: one of the other cards of the likeliest's colour."""
    likeliest = max(chances, key=lambda card: chances[card], default=UNKNOWN)
    if rest > 0 and is_guild(likeliest):
        others = [card for card in range(likeliest % len(COLOURS), GUILD_CARDS, len(COLOURS)) if card not in chances]
        chances |= dict.fromkeys(others, rest / len(others)) if others else {}
    total = sum(chances.values()) or 1.0
    return {card: value / total for card, value in chances.items()}


def _rows(shape: Shape, options: StoneRowOptions) -> tuple[SeenRow, ...]:
    """The rows, with a pending Hammer on the one that it is meant for, where it can be seen to lie."""
    rows = [_row(entry, options) for entry in shape.items("rows")]
    pending = read_pending(shape, options) if shape.given.get("phase") == REACTION else None
    for at, row in enumerate(rows):
        if pending is not None and row.id == pending.row:
            rows[at] = replace(row, markers=(*(row.markers or ()), {pending.hammer: 1.0}), broken=None)
    return tuple(rows)


def _row(entry: Any, options: StoneRowOptions) -> SeenRow:
    row = Shape(entry, "rows", ROW_KEYS)
    layers = [Shape(layer, "layers", LAYER_KEYS) for layer in row.items("layers")]
    cards = [card for layer in layers for card in layer.items("cards")] or row.items("cards")
    return SeenRow(
        id=row_number(row.given["id"]) if row.given.get("id") is not None else None,
        holder=row.maybe_whole("holder", 0, options.last_seat),
        cards=tuple(map(read_guess, cards)),
        markers=tuple(map(read_guess, row.items("markers"))) if "markers" in row.given else None,
        broken=row.flag("broken", default=False) if "broken" in row.given else None,
    )
