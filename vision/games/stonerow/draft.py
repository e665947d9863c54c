"""What one look at the table is being made into, and what it then says is seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import pi
from typing import TYPE_CHECKING, Final

from engine.games.stonerow.cards import CARDS, UNKNOWN
from engine.games.stonerow.state import DEAL
from vision.games.stonerow.cards import Group, axis, centre, is_row
from vision.games.stonerow.mat import CARD
from vision.games.stonerow.model.reading import SeenRow, SeenTable
from vision.games.stonerow.piles import Piles, nearest
from vision.games.stonerow.tracks import BRICKYARD, FORE, GOLD, IMPLAUSIBLE, KEYSTONE, MARK, ROW, SHIELD
from vision.geometry import most_within, share_within
from vision.scene.memory.settings import MEMORY

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.core import Seat
    from engine.games.stonerow.state import State
    from vision.arrays import Floats
    from vision.games.stonerow.cards import Card
    from vision.games.stonerow.model.reading import Guess
    from vision.games.stonerow.seats import Seats
    from vision.games.stonerow.tracks import Places, StateCard
    from vision.games.stonerow.zones import Zones

COVERED: Final = MEMORY.covered
"""A card of which more than this share lies under another, or under something else, need not be seen."""
OCCLUDED: Final = 1.0 - COVERED
"""A row of which nothing is seen may lie there still if things lie over so much of the place of each of its cards."""
CARRIED: Final = CARD[0]
"""A row that lies further (mm) from where it lay than a card is wide has been moved by somebody."""


@dataclass(slots=True)
class Draft:
    """What one look is being made into: the cards, which of them are of the state, and what is left. `track_centres`
    are where cards of the state lay (mm). `track_quads` are the same in pixels, brought up to date. `zones` are those
    of the mat, None without one. `things` are no cards, and may lie over some."""

    cards: list[Card]
    state: State | None
    state_cards: list[StateCard]
    found: dict[StateCard, Card]
    track_centres: Places
    things: list[Floats]
    track_quads: dict[StateCard | str, Floats]
    seats: Seats
    zones: Zones | None
    piles: Piles = field(default_factory=lambda: Piles(None, ()))
    left: list[Card] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    used: set[int] = field(default_factory=set)
    middle: tuple[float, float] = (0.0, 0.0)
    keystone: Card | None = None
    top: Card | None = None
    """What lies on the brickyard."""

    @property
    def holders(self) -> dict[int, Seat]:
        """Who holds each known row."""
        return {} if self.state is None else {row.id: row.holder for row in self.state.rows}

    def of(self, kind: str, key: int | None = None) -> dict[StateCard, Card]:
        """The known cards of a kind that were found."""
        return {one: card for one, card in self.found.items() if one.kind == kind and key in {None, one.key}}

    @property
    def placed(self) -> set[int]:
        """The numbers of the cards that are of the state or of rows."""
        cards = [*self.found.values(), *(card for group in self.groups for card in group.all)]
        return {card.number for card in cards}

    def unseen(self, row: int | None, *kinds: str) -> list[StateCard]:
        """The cards of these kinds of a known row that were not found."""
        return [one for one in self.state_cards if one.key == row and one.kind in kinds and one not in self.found]

    def take(self, *cards: Card) -> None:
        """These cards are no longer left over."""
        self.left = [card for card in self.left if card not in cards]
        self.used |= {card.number for card in cards}

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
        lay = [
            (card, self.track_centres[one]) for one, card in self.of(ROW, group.id).items() if one in self.track_centres
        ]
        off = sorted(card.away(*place) for card, place in lay)
        return bool(off) and off[len(off) // 2] > CARRIED

    def is_occluded(self, one: StateCard) -> bool:
        """Whether a card that was not seen lies under another or under a hand, or was never seen by itself."""
        quad = self.track_quads.get(one)
        if quad is None:
            return one.kind == ROW
        if self.cover(quad) > COVERED:
            return True
        mates = [each for each in self.state_cards if each.key == one.key and each.kind in {ROW, MARK} and each != one]
        lay = [self.track_quads[mate] for mate in mates if mate in self.track_quads]
        return any(mate in self.found for mate in mates) and most_within(quad, lay) > COVERED

    @property
    def lost_rows(self) -> list[int]:
        """The known rows of which nothing was found."""
        there = {group.id for group in self.groups}
        return [row for row in self.holders if row not in there]

    def lost_cards(self) -> list[tuple[StateCard, Floats]]:
        """The cards of those rows that were seen before, with where they lay."""
        lost = self.lost_rows
        return [
            (one, self.track_quads[one])
            for one in self.state_cards
            if one.kind == ROW and one.key in lost and one in self.track_quads
        ]

    def occluded_rows(self) -> list[int]:
        """The known rows of which nothing was found because other things lie over nearly all of their places. There is
        none where a card lies elsewhere that may be theirs, or a Highwayman that may have stolen one."""
        loose = [*self.left, *(card for group in self.groups if group.id is None for card in group.all)]
        if any(card.chance("Hw") > 0 for card in loose):
            return []
        found = []
        for row in self.lost_rows:
            cards = self.unseen(row, ROW)
            quads = [quad for one, quad in self.lost_cards() if one.key == row]
            elsewhere = any(card.chance(one.label) >= IMPLAUSIBLE for one in cards for card in loose)
            if 2 * len(quads) > len(cards) and not elsewhere and all(self.cover(quad) > OCCLUDED for quad in quads):
                found.append(row)
        return found

    def cover(self, quad: Floats) -> float:
        """How much of a quad open cards that were read, hands or other things lie over. It is 0 … 1, or more where they
        lie over each other."""
        read = (card for card in self.cards if card.label is not None or card.number in self.used)
        covers = [card.quad for card in read if card.is_open]
        return sum(share_within(quad, other) for other in [*covers, *self.things])


def guess_of(card: Card, known: str | None = None, twice: Collection[str] = ()) -> Guess:
    """What a card may be; `known` is what it is known to be where it was not read. What is read `twice` lies elsewhere:
    a card that reads as that is the likeliest other one."""
    others = {name: chance for name, chance in card.guess.items() if name not in twice}
    if card.label in twice and others:
        whole = sum(others.values())
        return {CARDS[name]: chance / whole for name, chance in others.items() if name in CARDS}
    name = card.label if card.label in CARDS else known
    if name is not None:
        return {CARDS[name]: 1.0}
    cards = {CARDS[name]: chance for name, chance in card.guess.items() if name in CARDS}
    # What is no card takes its share: only the rest is left open.
    other = sum(chance for name, chance in card.guess.items() if name not in CARDS)
    return cards | ({UNKNOWN: other} if cards and other else {})


def seen_table(seen: Draft, first: Guess | None) -> SeenTable:
    """The table, as far as it is seen; `first` is what was glimpsed on the brickyard before the deal."""
    # Before the keystone lies open single cards are no rows.
    least = 2 if seen.state is not None and seen.state.phase == DEAL else 1
    rows = tuple(_row(seen, group) for group in seen.groups if is_row(group, least))
    known = seen.state is not None and seen.state.keystone is not None
    keystone = None if seen.keystone is None or known else guess_of(seen.keystone)
    teams = seen.state is not None and seen.state.options.teams
    tower = None if teams else seen.piles.storeys
    shields, gold, overtime = _laid(seen)
    return SeenTable(rows, _top(seen), first, keystone, shields, gold, tower=tower, overtime=overtime)


def _row(seen: Draft, group: Group) -> SeenRow:
    names = {card.number: one.label for one, card in seen.found.items()}
    twice = {one.label for one in seen.found if one.only}
    cards = [guess_of(card, names.get(card.number), () if card.number in names else twice) for card in group.cards]
    markers = [guess_of(card, names.get(card.number)) for card in group.markers]
    if group.id is None:
        return SeenRow(None, seen.holder(group), tuple(cards), tuple(markers))
    carried = seen.is_carried(group)
    # Before whom it lies the mat says at once. Else only a row that was carried tells it.
    zones = None if group.stolen else seen.zones
    tells = group.all and (carried if zones is None else zones.seat(*centre(group)) is not None)
    holder = seen.holder(group) if tells else seen.holders[group.id]
    for one in seen.unseen(group.id, ROW, MARK):
        if not one.pending and (carried or seen.is_occluded(one)):
            (cards if one.kind == ROW else markers).append({CARDS[one.label]: 1.0})
    return SeenRow(group.id, holder, tuple(cards), tuple(markers))


def _top(seen: Draft) -> tuple[Guess, ...] | None:
    """What lies on the brickyard; none where it is seen to be empty, None where nobody can tell."""
    state = seen.state
    if seen.top is not None:
        return (guess_of(seen.top),)
    if state is not None and (state.phase != DEAL or state.keystone is not None or seen.keystone is not None):
        quad = seen.track_quads.get(BRICKYARD) if seen.zones is None else seen.zones.quad(BRICKYARD)
        if quad is not None and seen.cover(quad) <= COVERED:
            return ()
    return None


def keystone_of(seen: Draft) -> Card | None:
    """The card that is the keystone, or lies where it does."""
    known = list(seen.of(KEYSTONE).values())
    if known:
        return known[0]
    others = (card for card in seen.cards if card not in seen.piles.tower)
    return next(iter(nearest(others, seen.track_centres.get(KEYSTONE))), None)


def top_of(seen: Draft) -> Card | None:
    """The card that lies on the brickyard: one that nobody knew there, else the highest of those known."""
    known = seen.of(BRICKYARD)
    others = seen.placed
    open_cards = (card for card in seen.cards if card.is_open and card.number not in others)
    strange = nearest(open_cards, seen.track_centres.get(BRICKYARD))
    if strange:
        return strange[0]
    return known[max(known, key=lambda one: one.key)] if known else None


def _laid(seen: Draft) -> tuple[tuple[int, ...], int, bool]:
    """Deflectors, GoldDiggers and the Foreman. Those are known and still there or covered, or new."""
    taken = seen.placed | {card.number for card in nearest(seen.cards, seen.track_centres.get(BRICKYARD))}
    fresh = [card for card in seen.cards if card.number not in taken and card is not seen.keystone]
    gold = _still(seen, GOLD, 0) + sum(card.likely == "Gd" for card in fresh)
    shields = [_still(seen, SHIELD, seat) for seat in range(seen.seats.players)]
    for card in fresh:
        if card.likely == "Di":
            shields[seen.holder(Group([card]))] += 1
    return tuple(shields), gold, bool(seen.of(FORE)) or any(card.label == "Fo" for card in fresh)


def _still(seen: Draft, kind: str, key: int) -> int:
    """How many known cards of a kind are seen, or may lie where they cannot be seen."""
    known = [one for one in seen.state_cards if one.kind == kind and one.key == key]
    lay = (seen.track_quads[one] for one in known if one not in seen.found and one in seen.track_quads)
    return len(known) - sum(seen.cover(quad) <= COVERED for quad in lay)
