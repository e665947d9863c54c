"""What was seen of a table: every card as a guess, what was not seen left out.

The game knows more beside it: a card that was taken openly is in a hand, and likely to come.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.games.stonerow.cards import COLOURS, GUILD_CARDS, UNKNOWN, Card, guild_cards, is_guild, label
from vision.games.stonerow.model.likelihood import RARELY
from vision.observation import BACK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.core import Seat
    from engine.games.stonerow.state import State

Guess: TypeAlias = "Mapping[Card, float]"
"""How likely a seen card is each card; empty where nothing is known of it. `UNKNOWN` is a back, or a tower card. What
likelihoods leave open up to 1 is a card that they do not name."""


@dataclass(frozen=True, slots=True)
class SeenRow:
    """A row as it was seen; `id` is None of one that the state does not know."""

    id: int | None
    holder: Seat
    cards: tuple[Guess, ...]
    markers: tuple[Guess, ...] = ()

    def to_position(self) -> dict[str, Any]:
        """The same as a row of the contract's position. Its `cards` are flat, for a camera sees no layers."""
        cards, markers = (list(map(_card, guesses)) for guesses in (self.cards, self.markers))
        row = {"holder": self.holder, "cards": cards, "markers": markers}
        return row if self.id is None else row | {"id": f"r{self.id}"}


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table as it was seen; None for what was not. `top` is the brickyard's, () where empty, `first` what was
    glimpsed there before the deal. `quarry` is how many cards it has at most: it is watched, not counted."""

    rows: tuple[SeenRow, ...] = ()
    top: tuple[Guess, ...] | None = None
    first: Guess | None = None
    keystone: Guess | None = None
    deflectors: tuple[int, ...] | None = None
    golddiggers: int | None = None
    quarry: int | None = None
    tower: int | None = None
    overtime: bool = False

    @property
    def guesses(self) -> list[Guess]:
        """What each card that was seen may be."""
        of_rows = [guess for row in self.rows for guess in (*row.cards, *row.markers)]
        return [*of_rows, *(self.top or ()), self.keystone or {}]

    def to_position(self) -> dict[str, Any]:
        """The contract's position, as far as it was seen."""
        position = {
            "keystone": None if self.keystone is None else _card(self.keystone),
            "brickyard": None if self.top is None else list(map(_card, self.top)),
            "deflectors": None if self.deflectors is None else list(self.deflectors),
            "golddiggers": self.golddiggers,
            "quarry": self.quarry,
            "tower": self.tower,
            "overtime": self.overtime or None,
        }
        seen = {key: value for key, value in position.items() if value is not None}
        return {"rows": [row.to_position() for row in self.rows], **seen}

    def doubtful(self) -> Iterator[Guess]:
        """Of each card that was not read surely, how likely it is which, as the model weighs it."""
        return (guess for guess in map(whole, self.guesses) if any(chance < 1.0 for chance in guess.values()))


def _card(guess: Guess) -> str | dict[str, dict[str, float]]:
    """A card of a position: a label, `?`, or likelihoods of which it could be. What is none of the cards stays open."""
    labels = {label(card): chance for card, chance in guess.items() if card != UNKNOWN}
    if not labels:
        return BACK if guess else label(UNKNOWN)
    return {"labels": labels} if any(chance < 1.0 for chance in labels.values()) else next(iter(labels))


def whole(guess: Guess) -> Guess:
    """The guess with what its likelihoods leave open: one of the other cards of the likeliest's colour."""
    chances = {card: chance for card, chance in guess.items() if card != UNKNOWN}
    rest, likeliest = 1.0 - sum(guess.values()), max(chances, key=lambda card: chances[card], default=UNKNOWN)
    if rest > 0 and is_guild(likeliest):
        others = [card for card in range(likeliest % len(COLOURS), GUILD_CARDS, len(COLOURS)) if card not in chances]
        chances |= dict.fromkeys(others, rest / len(others)) if others else {}
    total = sum(chances.values()) or 1.0
    return {card: value / total for card, value in chances.items()}


def expected(state: State, seen: SeenTable) -> SeenTable:
    """The table with what its guesses leave open. The uncertain cards of rows may also be those that are known to be in
    hands, or next on the brickyard. What was read surely stays as it was read."""
    known = sorted({*(state.brickyard or ())[-1:], *(card for hand in state.hands for card in guild_cards(hand))})
    rows = (
        replace(
            row,
            cards=tuple(_or_known(whole(guess), known) for guess in row.cards),
            markers=tuple(map(whole, row.markers)),
        )
        for row in seen.rows
    )
    top = None if seen.top is None else tuple(map(whole, seen.top))
    keystone = None if seen.keystone is None else whole(seen.keystone)
    return replace(seen, rows=tuple(rows), top=top, keystone=keystone)


def _or_known(guess: Guess, known: Sequence[Card]) -> Guess:
    likeliest = max(guess, key=lambda card: guess[card], default=UNKNOWN)
    if not is_guild(likeliest) or guess[likeliest] == 1.0:
        return guess
    alike = (card for card in known if is_guild(card) and (card - likeliest) % len(COLOURS) == 0)
    return {**guess, **{card: max(guess.get(card, 0.0), RARELY) for card in alike}}
