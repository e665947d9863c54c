"""What one look at the table is being made into."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.games.stonerow.cards import CARDS
from vision.tables.stonerow.piles import Piles

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.stonerow.state import State
    from vision.tables.stonerow.cards import Card
    from vision.tables.stonerow.known import Known
    from vision.tables.stonerow.plane import Floats
    from vision.tables.stonerow.rows import Group


@dataclass(slots=True)
class Seen:
    """What one look is being made into: the cards, which of them are known, and what is left of them."""

    cards: list[Card]
    state: State | None
    known: list[Known]
    found: dict[Known, Card]
    places: Mapping[Known | str, tuple[float, float]]
    hands: list[Floats]
    piles: Piles = field(default_factory=lambda: Piles(None, ()))
    left: list[Card] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    used: set[int] = field(default_factory=set)
    middle: tuple[float, float] = (0.0, 0.0)

    def of(self, kind: str, key: int | None = None) -> dict[Known, Card]:
        """The known cards of a kind that were found."""
        return {one: card for one, card in self.found.items() if one.kind == kind and key in {None, one.key}}

    def take(self, card: Card) -> None:
        """A card is no longer left over."""
        self.left = [other for other in self.left if other is not card]
        self.used.add(card.number)


def card_json(card: Card, known: str | None = None) -> str | dict[str, Any]:
    """A card of the contract's position; one that was not read has `labels`, its likelihoods."""
    if card.label is not None and card.label in CARDS:
        return card.label
    if known is not None:
        return known
    labels = {label: chance for label, chance in card.guess.items() if label in CARDS}
    return {"labels": labels} if labels else "?"
