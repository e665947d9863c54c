"""Cards that nobody knows yet: which lie on or beside a known row, and which make new ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from vision.games.stonerow.cards import across, axis, heaps, middle, touching
from vision.geometry import share_within

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.games.stonerow.cards import Card

ON: Final = 0.02
"""Cards that share more than this of their area lie on each other."""
BY: Final = 110.0
"""An action card that lies loose belongs to a row no further than this (mm), from middle to middle of cards."""
OF_ROWS: Final = frozenset({"Hw", "Ma"})
"""Action cards that are laid on rows or near them, and nowhere else."""


@dataclass(slots=True)
class Group:
    """A row as it is seen: its cards, and what lies on it; `id` is None of a row that the state does not know. One that
    is occluded has no cards and no markers.

    `stolen`: none of it is seen any more but the Highwayman that it was stolen with.
    """

    cards: list[Card] = field(default_factory=list)
    markers: list[Card] = field(default_factory=list)
    id: int | None = None
    stolen: bool = False

    @property
    def all(self) -> list[Card]:
        """Everything that lies there."""
        return [*self.cards, *self.markers]

    def touches(self, card: Card) -> bool:
        """Whether a card lies on this row or directly beside it; an action card only if it lies on it."""
        if card.likely is not None and not card.is_row_card:
            return any(share_within(card.rect, one.rect) > ON for one in self.all)
        return any(touching(card.rect, one.rect) for one in self.all)

    def take(self, card: Card) -> None:
        """Add a card as what it looks like: a card of the row, or one that lies across it."""
        (self.markers if self._marks(card) else self.cards).append(card)

    def _marks(self, card: Card) -> bool:
        if card.likely is not None and not card.is_row_card:
            return True
        return bool(self.cards) and across(card, axis(self.cards))


def is_row(group: Group, least: int) -> bool:
    """Whether a group is a row: a known one, or one of at least so many cards that are told apart."""
    if group.id is not None:
        return True
    return len(group.cards) > 1 or (len(group.cards) >= least and group.cards[0].likely is not None)


def joined(loose: Sequence[Card], groups: Sequence[Group], may: Callable[[Card, Group], bool]) -> list[Card]:
    """Put loose cards to the rows that they lie at, one after another, where they may belong to them. Those that lie at
    none are given back."""
    left = list(loose)
    found = True
    while found:
        found = False
        for card in list(left):
            at = [group for group in groups if group.touches(card) and may(card, group)]
            if at:
                best = max(at, key=lambda group: max(share_within(card.rect, one.rect) for one in group.all))
                best.take(card)
                left.remove(card)
                found = True
    return left


def gathered(loose: Sequence[Card]) -> list[Group]:
    """New rows of cards that lie together; what lies across most of them, and action cards, lie on them."""
    groups = []
    for heap in heaps(loose):
        row_cards = [card for card in heap if card.likely is None or card.is_row_card] or heap
        upright = max((axis([card]) for card in row_cards), key=lambda up: sum(not across(c, up) for c in row_cards))
        group = Group([card for card in row_cards if not across(card, upright)])
        group.markers = [card for card in heap if card not in group.cards]
        groups.append(group)
    return groups


def near(card: Card, groups: Sequence[Group]) -> Group | None:
    """The row that a loose action card lies nearest to, if it is near at all."""
    reach = {id(group): min(card.away(one.x, one.y) for one in group.all) for group in groups if group.all}
    best = min((group for group in groups if group.all), key=lambda group: reach[id(group)], default=None)
    return best if best is not None and reach[id(best)] < BY else None


def centre(group: Group) -> tuple[float, float]:
    """The middle of a row."""
    return middle(group.cards or group.markers)
