"""What one look at the table is being made into."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import dist, hypot, pi
from typing import TYPE_CHECKING, Any, Final

from engine.games.stonerow.cards import CARDS
from engine.games.stonerow.state import OVER
from vision.games.stonerow.cards import axis
from vision.games.stonerow.known import BRICKYARD, GOLD, LEAST, MARK, ROW, SHIELD
from vision.games.stonerow.piles import Piles
from vision.games.stonerow.rows import centre
from vision.geometry import share_within
from vision.scene.memory.settings import MemorySettings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.core import Seat
    from engine.games.stonerow.state import State
    from vision.games.stonerow.cards import Card
    from vision.games.stonerow.known import Known
    from vision.games.stonerow.plane import Floats
    from vision.games.stonerow.rows import Group
    from vision.games.stonerow.seats import MatSeats, Seats
    from vision.games.stonerow.zones import Zones

COVERED: Final = MemorySettings().covered
"""A card of which more than this share lies under another, or under something else, need not be seen."""
OCCLUDED: Final = 0.7
"""A row of which nothing is seen may lie there still if things lie over so much of the place of each of its cards."""
ANOTHER: Final = 6.0
"""A deflector or a GoldDigger that lies further (mm) from where one lay is another that was laid on it."""
CARRIED: Final = 70.0
"""A row that lies further (mm) from where it lay has been moved by somebody."""


@dataclass(slots=True)
class Draft:
    """What one look is being made into: the cards, which of them are known, and what is left of them.

    `places` are where known cards lay (mm), `quads` the same in pixels, which this look brings up to date. `zones` are
    those of the mat, None without one. `things` are no cards, and may lie over some.
    """

    cards: list[Card]
    state: State | None
    known: list[Known]
    found: dict[Known, Card]
    places: Mapping[Known | str, tuple[float, float]]
    things: list[Floats]
    quads: dict[Known | str, Floats]
    seats: Seats | MatSeats
    zones: Zones | None
    piles: Piles = field(default_factory=lambda: Piles(None, ()))
    left: list[Card] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    used: set[int] = field(default_factory=set)
    middle: tuple[float, float] = (0.0, 0.0)
    keystone: Card | None = None
    top: Card | None = None
    """What lies on the brickyard."""

    def of(self, kind: str, key: int | None = None) -> dict[Known, Card]:
        """The known cards of a kind that were found."""
        return {one: card for one, card in self.found.items() if one.kind == kind and key in {None, one.key}}

    def take(self, card: Card) -> None:
        """A card is no longer left over."""
        self.left = [other for other in self.left if other is not card]
        self.used.add(card.number)

    def lie(self, group: Group) -> tuple[float, float, float]:
        """Where a row lies from the middle of the table (mm), and the axis of its cards."""
        x, y = centre(group)
        turn = axis(group.cards) if group.cards else (axis(group.markers) + pi / 2) % pi
        return x - self.middle[0], y - self.middle[1], turn

    def holder(self, group: Group) -> Seat:
        """Before whom a row lies."""
        return self.seats.holder(*self.lie(group))

    def may_join(self, card: Card, group: Group) -> bool:
        """Whether a card lies before the same player as a row that it touches, as far as the mat tells."""
        if self.zones is None:
            return True
        seats = {self.zones.seat(card.x, card.y), self.zones.seat(*centre(group))} - {None}
        return len(seats) < 2

    def is_carried(self, group: Group) -> bool:
        """Whether most cards of a known row lie elsewhere than they lay."""
        if group.id is None or group.stolen:
            return group.stolen
        off = sorted(hypot(*self._moved(one)) for one in self.of(ROW, group.id) if one in self.places)
        return bool(off) and off[len(off) // 2] > CARRIED

    def is_another(self, one: Known) -> bool:
        """Whether the card that was found for a known deflector or GoldDigger rather lies on it."""
        if self.zones is None or one.kind not in {GOLD, SHIELD} or one not in self.found or one not in self.places:
            return False
        x, y = self._moved(one)
        others = [each for each in self.found if each != one and each in self.places and each.kind != BRICKYARD]
        knocked = [by for by in map(self._moved, others) if hypot(*by) > ANOTHER / 2]
        # Cards that were moved together were knocked; one that only seems to lie a little aside was not.
        return hypot(x, y) > ANOTHER and not any(dist((x, y), by) < ANOTHER for by in knocked)

    def _moved(self, one: Known) -> tuple[float, float]:
        """How far (mm) a card lies from where it lay."""
        return self.found[one].x - self.places[one][0], self.found[one].y - self.places[one][1]

    def is_hidden(self, one: Known) -> bool:
        """Whether a card that was not seen lies under another or under a hand, or was never seen by itself."""
        quad = self.quads.get(one)
        if quad is None:
            return one.kind == ROW
        if self.is_covered(quad):
            return True
        mates = {other for other in self.known if other.key == one.key and other.kind in {ROW, MARK} and other != one}
        if not any(mate in self.found for mate in mates):
            return False
        return any(share_within(quad, self.quads[mate]) > COVERED for mate in mates if mate in self.quads)

    def occluded_rows(self) -> list[int]:
        """The known rows of which nothing was found because other things lie over nearly all of their places.

        There is none where a card lies elsewhere that may be theirs, or a Highwayman that may have stolen one.
        """
        if self.state is None or self.state.phase == OVER:
            return []
        loose = [*self.left, *(card for group in self.groups if group.id is None for card in group.all)]
        there = {group.id for group in self.groups}
        if any(card.chance("Hw") > 0 for card in loose):
            return []
        return [row.id for row in self.state.rows if row.id not in there and self._is_occluded(row.id, loose)]

    def _is_occluded(self, row: int, loose: Sequence[Card]) -> bool:
        cards = [one for one in self.known if one.kind == ROW and one.key == row]
        quads = [self.quads[one] for one in cards if one in self.quads]
        elsewhere = any(card.chance(one.label) >= LEAST for one in cards for card in loose)
        return 2 * len(quads) > len(cards) and not elsewhere and all(self._cover(quad) > OCCLUDED for quad in quads)

    def is_covered(self, quad: Floats) -> bool:
        """Whether open cards that were read, hands or other things lie over a quad."""
        return self._cover(quad) > COVERED

    def _cover(self, quad: Floats) -> float:
        """How much of a quad they lie over, 0 … 1 or more where they lie over each other."""
        open_ = [card for card in self.cards if not card.faces_down and not card.is_tower]
        covers = [card.quad for card in open_ if card.label is not None or card.number in self.used]
        return sum(share_within(quad, other) for other in [*covers, *self.things])


def card_json(card: Card, known: str | None = None) -> str | dict[str, Any]:
    """A card of the contract's position; one that was not read has `labels`, its likelihoods."""
    if card.label is not None and card.label in CARDS:
        return card.label
    if known is not None:
        return known
    # What is no card takes its share: only the rest is left open.
    return {"labels": dict(card.guess)} if any(label in CARDS for label in card.guess) else "?"
