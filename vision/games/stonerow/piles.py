"""The cards in the middle of the table: the quarry face down, and the tower with its turned cards.

The printed mat says where they are; without one the way they lie to each other does.
"""

from __future__ import annotations

from cmath import rect
from dataclasses import dataclass
from math import cos, pi
from typing import TYPE_CHECKING

from engine.games.stonerow.cards import GOLDDIGGER, label
from engine.games.stonerow.options import OVERTIME_ROUNDS
from vision.games.stonerow.cards import axis, middle
from vision.games.stonerow.mat import CARD
from vision.games.stonerow.tracks import QUARRY
from vision.games.stonerow.zones import GOLDDIGGERS, PILES, TOWER
from vision.games.table import PUSHED
from vision.scene.mat import GAP

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.games.stonerow.cards import Card
    from vision.games.stonerow.tracks import StateCard
    from vision.games.stonerow.zones import Zones


@dataclass(frozen=True, slots=True, eq=False)
class Piles:
    """`quarry` and `tower` as found, whose line runs along `along` (radians), and the `zones` of the mat, if any."""

    quarry: Card | None
    tower: tuple[Card, ...]
    along: float = 0.0
    zones: Zones | None = None

    def holds(self, card: Card) -> bool:
        """Whether a card lies where no row does, as in the tower: what cannot be read there is no card of a row."""
        if self.zones is not None:
            if self.zones.holds(GOLDDIGGERS, card):
                return card.likely != label(GOLDDIGGER)
            return self.zones.holds(TOWER, card) or card.away(*self.zones.piles()[QUARRY]) < PUSHED
        return any(card.away(one.x, one.y) < CARD[1] for one in self.tower if one.label is not None)

    @property
    def storeys(self) -> int | None:
        """How many tower cards lie face up; None where what lies there does not tell it surely."""
        up = max((card.storey for card in self.tower), default=0)
        down = sum(card.faces_down for card in self.tower)
        whole = up + down == OVERTIME_ROUNDS
        if self.zones is not None:
            # In its own zone nothing else lies face down; a Foreman may cover the last.
            whole = up == sum(card.storey > 0 for card in self.tower) and (down > 0 or up == OVERTIME_ROUNDS)
        return up if up and whole else None

    def places(self) -> dict[StateCard | str, tuple[float, float]]:
        """Where a mat would have the piles (mm), on the line from the quarry; none where that is not seen."""
        if self.quarry is None:
            return {}
        step = rect(CARD[0] + GAP, self.along)
        lie = (complex(self.quarry.x, self.quarry.y) + number * step for number in range(len(PILES)))
        return {pile: (place.real, place.imag) for pile, place in zip(PILES, lie, strict=True)}


def piles(cards: Sequence[Card], quarry_at: tuple[float, float] | None, zones: Zones | None) -> Piles:
    """Quarry and tower among the cards; `quarry_at` is where the mat has the quarry, or where it was last. Without one
    tower cards lie side by side, and what lies face down farther from them is the quarry."""
    backs = [card for card in cards if card.faces_down]
    quarry = next(iter(nearest(backs, quarry_at)), None)
    rest = [card for card in cards if not card.is_open and card is not quarry]
    if zones is not None:
        return Piles(quarry, tuple(card for card in rest if zones.holds(TOWER, card)), zones=zones)
    tower = tuple(card for card in rest if card.storey or any(0 < card.away(one.x, one.y) < CARD[1] for one in rest))
    if quarry_at is None and rest:
        x, y = middle(tower or rest)
        loose = (card for card in backs if card not in tower)
        quarry = min(loose, key=lambda card: card.away(x, y), default=None)
    return Piles(quarry, tower, _right(rest) if rest else 0.0)


def _right(tiles: Sequence[Card]) -> float:
    """The direction to the right of those who read these cards."""
    flat = axis(tiles) - pi / 2
    ups = sum(cos(card.up - flat - pi / 2) for card in tiles)
    return flat if ups > 0 else flat + pi


def nearest(cards: Iterable[Card], place: tuple[float, float] | None) -> list[Card]:
    """The cards that may lie on a pile at a place (mm), nearest first; none where nobody knows the place."""
    if place is None:
        return []
    return sorted((card for card in cards if card.away(*place) < PUSHED), key=lambda card: card.away(*place))
