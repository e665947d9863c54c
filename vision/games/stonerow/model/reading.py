"""What was seen of a table: every card as a guess, what was not seen left out.

A card of a reading is a label, `?`, or `{"labels": {"R7": 0.8, "R1": 0.2}}`, likelihoods of what it could be. They are
absolute: what they leave open up to 1 is a card that they do not name; labels that are no cards take their share. A row
lists its `cards` flat, for a camera sees no layers; of the brickyard only the top counts.

- `first` says, before the cards are dealt, which card was glimpsed on the brickyard before anything else.
- `quarry` is how many cards it has at most: it is watched, and not counted.

The game knows more beside it: a card that was taken openly is in a hand, and likely to come.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.games.stonerow.cards import CARDS, COLOURS, GUILD, GUILD_CARDS, UNKNOWN, Card, guild_cards, is_guild
from engine.games.stonerow.position import row_number
from engine.games.stonerow.shape import read_label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.core import Seat, Setup
    from engine.games.stonerow.cards import Bag
    from engine.games.stonerow.state import State

Guess: TypeAlias = "Mapping[Card, float]"
"""How likely a seen card is each card; empty where nothing is known of it."""
ANYTHING: Final[Guess] = {}
OPENLY: Final = 0.02
"""How often an uncertain card of a row is one of its colour in a known hand, though its likelihoods do not name it. An
estimate: hands hold few cards of many."""


@dataclass(frozen=True, slots=True)
class SeenRow:
    """A row as it was seen; `id` is None of one that the state does not know."""

    id: int | None
    holder: Seat
    cards: tuple[Guess, ...]
    markers: tuple[Guess, ...]


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table as it was seen; None for what was not. `top` is the brickyard's, () for an empty brickyard; `first` is
    what was glimpsed there before."""

    rows: tuple[SeenRow, ...] = ()
    top: tuple[Guess, ...] | None = None
    first: Guess | None = None
    keystone: Guess | None = None
    deflectors: tuple[int, ...] | None = None
    golddiggers: int | None = None
    quarry: int | None = None
    tower: int | None = None
    overtime: bool = False


def read_table(seen: Setup) -> SeenTable:
    """The reading of a setup. Raises `PositionError` for a card that there is not."""
    given = seen.position
    top, first, keystone, deflectors = (given.get(key) for key in ("brickyard", "first", "keystone", "deflectors"))
    return SeenTable(
        rows=tuple(map(_row, given.get("rows", ()))),
        top=None if top is None else tuple(map(read_guess, top[-1:])),
        first=None if first is None else read_guess(first),
        keystone=None if keystone is None else read_guess(keystone),
        deflectors=None if deflectors is None else tuple(deflectors),
        golddiggers=given.get("golddiggers"),
        quarry=given.get("quarry"),
        tower=given.get("tower"),
        overtime=given.get("overtime", False),
    )


def _row(entry: Mapping[str, Any]) -> SeenRow:
    return SeenRow(
        id=row_number(entry["id"]) if "id" in entry else None,
        holder=entry["holder"],
        cards=tuple(map(read_guess, entry["cards"])),
        markers=tuple(map(read_guess, entry["markers"])),
    )


def read_guess(card: Any) -> Guess:
    """What a seen card could be, from its label or from the likelihoods of several, which are absolute."""
    if not isinstance(card, dict):
        known = read_label(card, "a seen card")
        return {known: 1.0} if known >= 0 else ANYTHING
    labels = card["labels"]
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


def expected(state: State, reading: SeenTable) -> SeenTable:
    """The reading whose uncertain cards of rows may also be those that are known to be in hands, or next on the
    brickyard. What was read surely stays as it was read."""
    known = 0
    for hand in state.hands:
        known |= hand & GUILD
    if state.brickyard and state.brickyard[-1] >= 0:
        known |= (1 << state.brickyard[-1]) & GUILD
    if not known:
        return reading
    rows = (replace(row, cards=tuple(_or_known(guess, known) for guess in row.cards)) for row in reading.rows)
    return replace(reading, rows=tuple(rows))


def _or_known(guess: Guess, known: Bag) -> Guess:
    likeliest = max(guess, key=lambda card: guess[card], default=None)
    if likeliest is None or guess[likeliest] == 1.0 or not GUILD >> likeliest & 1:
        return guess
    colour = likeliest % len(COLOURS)
    alike = {card: OPENLY for card in guild_cards(known) if card % len(COLOURS) == colour}
    return {**guess, **{card: max(guess.get(card, 0.0), chance) for card, chance in alike.items()}}
