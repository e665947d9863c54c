"""The cards in the middle of the table: quarry and tower face down, the tower's turned cards, keystone and brickyard."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, sin
from typing import TYPE_CHECKING, Final

from vision.tables.stonerow.cards import axis, heaps, middle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.tables.stonerow.cards import Card

STOREYS: Final = 6
BESIDE: Final = 30.0
"""How far (mm) from their line tower cards may lie."""
PITCH: Final = 67.0
"""mm from one tower card to the next, and from pile to pile, where the printed mat says it."""
AT: Final = 30.0
"""A card is on a pile within so many mm of its place."""
BETWEEN: Final = 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Piles:
    """`quarry` and `tower` as they were found; the tower's line runs through (x, y) along `along` (radians)."""

    quarry: Card | None
    tower: tuple[Card, ...]
    x: float = 0.0
    y: float = 0.0
    along: float = 0.0

    @property
    def storeys(self) -> int | None:
        """How many tower cards lie face up; None where what lies there does not tell it surely."""
        up = max((card.storey for card in self.tower), default=0)
        down = sum(card.faces_down for card in self.tower)
        return up if up and up + down == STOREYS else None

    @property
    def least(self) -> int:
        """At least so many tower cards lie face up."""
        return max((card.storey for card in self.tower), default=0)

    def beside(self, number: int) -> tuple[float, float] | None:
        """Where the mat has the next pile, so many places along the line from the quarry."""
        if self.quarry is None:
            return None
        step = number * (PITCH + BETWEEN)
        return self.quarry.x + step * cos(self.along), self.quarry.y + step * sin(self.along)


def piles(cards: Sequence[Card], quarry_at: tuple[float, float] | None = None) -> Piles:
    """Quarry and tower among the cards; `quarry_at` is where the quarry was last."""
    tiles = [card for card in cards if card.faces_down or card.storey]
    backs = [card for card in tiles if card.faces_down]
    quarry = min(backs, key=lambda card: card.away(*quarry_at), default=None) if quarry_at else None
    if quarry is not None and quarry_at is not None and quarry.away(*quarry_at) > AT:
        quarry = None
    rest = [card for card in tiles if card is not quarry]
    groups = heaps(rest)
    seed = max(groups, key=lambda group: (any(card.storey for card in group), len(group)), default=[])
    if not seed or (len(seed) < 2 and not seed[0].storey):
        return Piles(quarry or (backs[0] if len(backs) == 1 else None), ())
    x, y = middle(seed)
    along = _line(seed)
    tower = [card for card in rest if abs((card.x - x) * -sin(along) + (card.y - y) * cos(along)) < BESIDE]
    loose = [card for card in rest if card not in tower and card.faces_down]
    if quarry is None and quarry_at is None and loose:
        quarry = min(loose, key=lambda card: card.away(x, y))
    return Piles(quarry, tuple(tower), x, y, along)


def _line(seed: Sequence[Card]) -> float:
    """The direction in which tower cards follow each other: to the right of those who read them."""
    flat = axis(seed) + 1.5707963267948966
    ups = sum(cos(card.up - flat - 1.5707963267948966) for card in seed)
    return flat if ups > 0 else flat + 3.141592653589793


def nearest(cards: Sequence[Card], x: float, y: float, reach: float = AT) -> list[Card]:
    """The cards within reach (mm) of a place, nearest first."""
    return sorted((card for card in cards if hypot(card.x - x, card.y - y) < reach), key=lambda card: card.away(x, y))
