"""A followed table of StoneRow: where its rows, piles and seats are is remembered, so that what is new stands out."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from engine.games.stonerow.options import StoneRowOptions
from engine.games.stonerow.state import DEAL
from vision.tables.sight import Sight
from vision.tables.stonerow.cards import axis, crosswise, is_card, laid, middle, shared
from vision.tables.stonerow.known import (
    FORE,
    GOLD,
    KEYSTONE,
    MARK,
    QUARRY,
    ROW,
    SHIELD,
    YARD,
    Known,
    Places,
    known_cards,
    matched,
)
from vision.tables.stonerow.piles import AT, nearest, piles, zoned
from vision.tables.stonerow.plane import fitted
from vision.tables.stonerow.rows import MOSTLY, OF_ROWS, Group, centre, gathered, joined, likely, moved, near
from vision.tables.stonerow.seats import MatSeats, Seats, players_of
from vision.tables.stonerow.seen import Seen, card_json
from vision.tables.stonerow.zones import zones_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.games.stonerow.state import State
    from engine.options import Options
    from vision.observation import Observation
    from vision.tables.stonerow.cards import Card
    from vision.tables.stonerow.plane import Floats, TablePlane
    from vision.tables.stonerow.zones import Zones

COVERED: Final = 0.3
"""A card of which more than this share lies under another, or under a hand, need not be seen."""
CARRIED: Final = 70.0
"""A row that lies further (mm) from where it lay has been moved by somebody."""
OLD_QUADS: Final = 40
"""So many remembered places, besides the cards in view, tell the plane of the table."""


class Assembler:
    """Puts a followed table together. `options` are the rules that it plays by."""

    def __init__(self, options: Options | None = None) -> None:
        players = options.players if isinstance(options, StoneRowOptions) else None
        self._players = players
        self._seats: Seats | MatSeats = Seats(players or 2)
        self._zones: Zones | None = None
        self._places = Places()

    def see(self, observation: Observation, state: State | None = None) -> Sight:
        """The position that is seen, where the game was last known to be in `state` (None: unknown)."""
        self._zones = zones_of(observation.mat, self._players or 2) or self._zones
        if self._zones is not None and self._players is not None and not isinstance(self._seats, MatSeats):
            self._seats = MatSeats(self._players, self._zones)
        plane = self._plane(observation)
        everything = tuple(range(len(observation.pieces)))
        if plane is None:
            return Sight({}, everything, (), {}, trouble="No card is in view; turn the camera to the table.")
        cards = laid(observation, plane)
        self._places.shift(cards)
        if state is not None:
            self._places.settle(known_cards(state))
        seen = self._matched(observation, state, cards, self._places_on(plane))
        self._find_piles(seen)
        self._find_rows(seen)
        self._learn_seats(seen)
        position = self._position(seen)
        self._remember(seen)
        unsure = tuple(sorted(card.number for card in cards if card.number in seen.used and card.label is None))
        loose = tuple(n for n in everything if n not in seen.used)
        return Sight(
            position,
            loose,
            unsure,
            {},
            trouble=self._trouble(seen, position),
            sides=self._sides((observation.width, observation.height)),
        )

    @staticmethod
    def _trouble(seen: Seen, position: Mapping[str, Any]) -> str:
        """What keeps the game from beginning though rows are laid already, in one line; empty where nothing does."""
        state = seen.state
        if state is None or state.phase != DEAL or not position["rows"]:
            return ""
        if state.keystone is None and "keystone" not in position:
            return "The keystone cannot be read: show it, or enter it by hand."
        if not position.get("brickyard"):
            return "The brickyard's first card was not seen: show it, or enter it by hand."
        return ""

    def _sides(self, size: tuple[int, int]) -> dict[int, float]:
        """From where the seats reach in, as far as the mat tells."""
        if self._zones is None or not isinstance(self._seats, MatSeats):
            return {}
        return {self._seats.of(printed): angle for printed, angle in self._zones.sides(size).items()}

    # The table
    def _plane(self, observation: Observation) -> TablePlane | None:
        quads = [piece.corners for piece in observation.pieces if is_card(piece)]
        old = list(self._places.quads.values())[-OLD_QUADS:]
        if not quads:
            return None
        if self._zones is not None:
            return self._zones.plane(np.array(quads, float))
        return fitted(np.array([*quads, *old], float), (observation.width, observation.height))

    def _places_on(self, plane: TablePlane) -> Mapping[Known | str, tuple[float, float]]:
        """Where known cards lay (mm); where the mat has the piles, there they are."""
        places = self._places.on(plane)
        return places if self._zones is None else {**places, **self._zones.piles()}

    def _matched(
        self,
        observation: Observation,
        state: State | None,
        cards: list[Card],
        places: Mapping[Known | str, tuple[float, float]],
    ) -> Seen:
        known = [] if state is None else known_cards(state)
        found = matched(cards, known, places)
        hands = [np.array(piece.corners, float) for piece in observation.pieces if piece.kind == "hand"]
        taken = {card.number for card in found.values()}
        left = [card for card in cards if card.number not in taken]
        return Seen(cards, state, known, found, places, hands, left=left, used=set(taken))

    def _find_piles(self, seen: Seen) -> None:
        """Quarry, tower and Foreman, and the middle of the table between them."""
        zones = self._zones
        seen.piles = piles(seen.cards, seen.places.get(QUARRY)) if zones is None else zoned(seen.cards, zones)
        for card in seen.cards:
            if card is seen.piles.quarry or card in seen.piles.tower:
                seen.take(card)
        if zones is not None:
            seen.middle = zones.middle
            self._leave_open(seen)
            return
        core = [*seen.piles.tower, *seen.of(KEYSTONE).values(), *seen.of(YARD).values()]
        core += [seen.piles.quarry] if seen.piles.quarry is not None else []
        seen.middle = middle(core) if core else middle(seen.cards) if seen.cards else (0.0, 0.0)
        self._leave_open(seen)

    @staticmethod
    def _leave_open(seen: Seen) -> None:
        """What lies face down, in the tower, or can hardly be a card is none of the cards of rows."""
        seen.left = [card for card in seen.left if not card.faces_down and not card.is_tower and not card.is_murky]
        seen.left = [card for card in seen.left if card.label is not None or not seen.piles.holds(card)]

    # Rows
    def _find_rows(self, seen: Seen) -> None:
        """Known rows with what has come to them, piles, and the new rows that are left."""
        ids = [] if seen.state is None else [row.id for row in seen.state.rows]
        for number in ids:
            group = Group(number, list(seen.of(ROW, number).values()), list(seen.of(MARK, number).values()))
            if group.all:
                seen.groups.append(group)
        self._take_yard(seen)
        self._name_shields(seen)
        before = list(seen.left)
        seen.left = joined(before, seen.groups)
        self._name(seen, before)
        for card in list(seen.left):
            if likely(card) in {"Gd", "Di", "Fo"}:
                self._lay_aside(seen, card)
        self._take_middle(seen)
        for card in list(seen.left):
            if self._over_unseen(seen, card) is not None:
                seen.take(card)
        fresh = gathered([card for card in seen.left if likely(card) not in OF_ROWS])
        seen.left = [card for card in seen.left if likely(card) in OF_ROWS]
        seen.groups += fresh
        for card in list(seen.left):
            row = near(card, [each for each in seen.groups if self._is_row(each, 1)])
            if row is None and card.label == "Hw":
                row = self._carried_off(seen, card)
            if row is not None:
                row.markers.append(card)
                seen.take(card)
        self._adopt(seen)
        for group in seen.groups:
            seen.used |= {card.number for card in group.all}

    def _adopt(self, seen: Seen) -> None:
        """A row that lies where none was known, with a card of a known one that is seen nowhere else, is that one."""
        there = {group.id for group in seen.groups}
        for group in seen.groups:
            for one in seen.known if group.id is None else ():
                card = next((card for card in group.cards if card.chance(one.label) > MOSTLY), None)
                if one.kind == ROW and one.key not in there and card is not None:
                    group.id = one.key
                    there.add(one.key)
                    seen.found[one] = card
                    break
        self._name(seen, ())

    def _over_unseen(self, seen: Seen, card: Card) -> Group | None:
        """The known row that a card lies on, where it covers all that is left of it."""
        there = {group.id for group in seen.groups}
        for one in seen.known:
            quad = self._places.quads.get(one)
            if one.kind != ROW or one.key in there or quad is None or shared(quad, card.quad) <= COVERED:
                continue
            if likely(card) in OF_ROWS or crosswise(card.quad, quad):
                group = self._marked(seen, Group(one.key), card)
                group.markers.append(card)
                return group
        return None

    def _marked(self, seen: Seen, group: Group, card: Card) -> Group:
        """A row of which a marker is all that is seen; one that the state knows has its place from now on."""
        seen.groups.append(group)
        mine = [one for one in seen.known if one.key == group.id and one.kind == MARK and one not in seen.found]
        for one in mine:
            if one.label == card.label:
                seen.found[one] = card
                break
        return group

    def _carried_off(self, seen: Seen, card: Card) -> Group | None:
        """The row that a Highwayman by itself must have been laid on: the only one that is no longer where it was.

        Once the state knows of the theft, its cards lie under the Highwayman.
        """
        there = {group.id for group in seen.groups}
        gone = {
            one.key for one in seen.known if one.kind == ROW and one.key not in there and not self._is_hidden(seen, one)
        }
        if len(gone) != 1:
            return None
        group = self._marked(seen, Group(gone.pop()), card)
        row = next(row for row in seen.state.rows if row.id == group.id) if seen.state is not None else None
        group.stolen = row is not None and row.holder != self._holder(seen, Group(markers=[card]))
        for one in seen.known:
            if not group.stolen and one.key == group.id and one.kind == ROW:
                self._places.quads[one] = card.quad
        return group

    def _name(self, seen: Seen, joined_: Iterable[Card]) -> None:
        """Cards of known rows that have no place yet are those that lie with the row and may be them."""
        missing = [one for one in seen.known if one.kind in {ROW, MARK} and one not in seen.found]
        for group in seen.groups:
            fresh = [card for card in group.all if card not in seen.found.values()]
            for one in [one for one in missing if one.key == group.id]:
                fits = [card for card in fresh if card.chance(one.label) > 0 or (not card.guess and card.label is None)]
                best = max(fits, key=lambda card: card.chance(one.label), default=None)
                if best is not None:
                    seen.found[one] = best
                    fresh.remove(best)

    def _name_shields(self, seen: Seen) -> None:
        """Deflectors that have no place yet are those that lie before their player."""
        for one in seen.known:
            if one.kind == SHIELD and one not in seen.found and one not in seen.places:
                mine = [card for card in seen.left if likely(card) == one.label and self._before(seen, card) == one.key]
                if mine:
                    seen.found[one] = mine[0]
                    seen.take(mine[0])

    def _take_yard(self, seen: Seen) -> None:
        """Whatever lies on the brickyard is its top."""
        place = seen.places.get(YARD)
        if place is None:
            return
        for card in nearest(seen.left, *place):
            seen.take(card)

    def _lay_aside(self, seen: Seen, card: Card) -> None:
        """A deflector, a GoldDigger or the Foreman that lies by itself."""
        seen.take(card)

    def _take_middle(self, seen: Seen) -> None:
        """Keystone and brickyard where they are not known yet: beside the quarry, or by themselves in the middle."""
        if seen.state is not None and seen.state.phase != DEAL and YARD in seen.places:
            return
        for number in (1, 2):
            place = seen.piles.beside(number)
            if place is not None:
                for card in nearest(seen.left, *place):
                    seen.take(card)

    # Seats
    def _holder(self, seen: Seen, group: Group) -> int:
        return self._seats.holder(*self._lie(seen, group))

    @staticmethod
    def _lie(seen: Seen, group: Group) -> tuple[float, float, float]:
        """Where a row lies from the middle of the table (mm), and the axis of its cards."""
        x, y = centre(group)
        turn = axis(group.cards) if group.cards else (axis(group.markers) + pi / 2) % pi
        return x - seen.middle[0], y - seen.middle[1], turn

    def _before(self, seen: Seen, card: Card) -> int:
        """Before whom a single card lies."""
        return self._seats.holder(card.x - seen.middle[0], card.y - seen.middle[1], axis([card]))

    def _learn_seats(self, seen: Seen) -> None:
        if self._players is None:
            self._seats = Seats(players_of(self._lie(seen, group) for group in seen.groups))
            return
        if seen.state is None:
            return
        taught = []
        for group in seen.groups:
            row = next((row for row in seen.state.rows if row.id == group.id), None)
            if row is not None and group.cards and not self._is_carried(seen, group):
                taught.append((row.holder, *self._lie(seen, group)))
        if taught:
            self._seats = self._seats.taught(taught)

    def _is_carried(self, seen: Seen, group: Group) -> bool:
        if group.id is None or group.stolen:
            return group.stolen
        return moved(group, seen.places, seen.of(ROW, group.id), CARRIED)

    # The position
    def _position(self, seen: Seen) -> dict[str, Any]:
        position: dict[str, Any] = {"rows": [self._row(seen, group) for group in self._rows(seen)]}
        position |= self._pile_json(seen)
        position |= self._laid_json(seen)
        storeys = seen.piles.storeys
        if storeys is not None and not (seen.state is not None and seen.state.options.teams):
            position["tower"] = storeys
        return position

    def _rows(self, seen: Seen) -> list[Group]:
        """The rows to tell of; before the keystone lies open single cards are no rows."""
        early = seen.state is not None and seen.state.phase == DEAL
        return [group for group in seen.groups if self._is_row(group, 1 + early)]

    @staticmethod
    def _is_row(group: Group, least: int) -> bool:
        if group.id is not None:
            return bool(group.all)
        return len(group.cards) > 1 or (len(group.cards) >= least and likely(group.cards[0]) is not None)

    def _row(self, seen: Seen, group: Group) -> dict[str, Any]:
        names = {card.number: one.label for one, card in seen.found.items()}
        told: dict[str, Any] = {
            "cards": [card_json(card, names.get(card.number)) for card in group.cards],
            "markers": [card_json(card, names.get(card.number)) for card in group.markers],
        }
        if group.id is None or seen.state is None:
            return told | {"holder": self._holder(seen, group)}
        row = next(row for row in seen.state.rows if row.id == group.id)
        carried = self._is_carried(seen, group)
        holder = self._seen_holder(seen, group, row.holder, carried=carried)
        unseen = [
            one for one in seen.known if one.key == group.id and one.kind in {ROW, MARK} and one not in seen.found
        ]
        for one in unseen:
            if one.copy >= 0 and (carried or self._is_hidden(seen, one)):
                told["cards" if one.kind == ROW else "markers"].append(one.label)
        return told | {"id": f"r{group.id}", "holder": holder}

    def _seen_holder(self, seen: Seen, group: Group, known: int, *, carried: bool) -> int:
        """Before whom a row lies that `known` held: the mat says it at once, else only a row that was carried tells."""
        if self._zones is not None and not group.stolen:
            printed = self._zones.seat(*centre(group))
            return known if printed is None else self._holder(seen, group)
        return self._holder(seen, group) if carried else known

    def _is_hidden(self, seen: Seen, one: Known) -> bool:
        """Whether a card that was not seen lies under another or under a hand, or was never seen by itself."""
        quad = self._places.quads.get(one)
        if quad is None:
            return one.kind == ROW
        if self._is_covered(seen, quad):
            return True
        mates = {other for other in seen.known if other.key == one.key and other.kind in {ROW, MARK} and other != one}
        if not any(mate in seen.found for mate in mates):
            return False
        return any(shared(quad, self._places.quads[mate]) > COVERED for mate in mates if mate in self._places.quads)

    def _is_covered(self, seen: Seen, quad: Floats) -> bool:
        open_ = [card for card in seen.cards if not card.faces_down and not card.is_tower]
        covers = [card.quad for card in open_ if card.label is not None or card.number in seen.used]
        return sum(shared(quad, other) for other in [*covers, *seen.hands]) > COVERED

    def _pile_json(self, seen: Seen) -> dict[str, Any]:
        told: dict[str, Any] = {}
        state = seen.state
        keystone, top = self._keystone(seen), self._top(seen)
        if keystone is not None and (state is None or state.keystone is None):
            told["keystone"] = card_json(keystone)
        if top is not None:
            told["brickyard"] = [card_json(top)]
        elif state is not None and state.phase != DEAL:
            quad = self._places.quads.get(YARD) if self._zones is None else self._zones.quad(YARD)
            if quad is not None and not self._is_covered(seen, quad):
                told["brickyard"] = []
        return told

    def _keystone(self, seen: Seen) -> Card | None:
        known = list(seen.of(KEYSTONE).values())
        if known:
            return known[0]
        place = seen.places.get(KEYSTONE) or seen.piles.beside(2)
        return _first(nearest([card for card in seen.cards if card not in seen.piles.tower], *place)) if place else None

    def _top(self, seen: Seen) -> Card | None:
        """The card that lies on the brickyard: one that nobody knew there, else the highest of those known."""
        known = seen.of(YARD)
        place = seen.places.get(YARD) or (seen.piles.beside(1) if not known else None)
        strange: list[Card] = []
        if place is not None:
            others = set(seen.found.values()) | {card for group in seen.groups for card in group.all}
            open_ = [card for card in seen.cards if not card.faces_down and not card.is_tower and card not in others]
            strange = nearest(open_, *place)
        if strange:
            return strange[0]
        return known[max(known, key=lambda one: one.key)] if known else None

    def _laid_json(self, seen: Seen) -> dict[str, Any]:
        """Deflectors, GoldDiggers and the Foreman: those known and still there or covered, and those that are new."""
        told: dict[str, Any] = {}
        taken = {card.number for card in seen.found.values()} | {c.number for g in seen.groups for c in g.all}
        taken |= {card.number for card in (self._keystone(seen), self._top(seen)) if card is not None}
        fresh = [card for card in seen.cards if card.number not in taken]
        yard = seen.places.get(YARD)
        if yard is not None:
            fresh = [card for card in fresh if card.away(*yard) > AT]
        gold = sum(likely(card) == "Gd" for card in fresh)
        told["golddiggers"] = self._still(seen, GOLD, 0) + gold
        shields = [0] * self._seats.players
        for seat in range(len(shields)):
            shields[seat] = self._still(seen, SHIELD, seat)
        for card in fresh:
            if likely(card) == "Di":
                shields[self._before(seen, card)] += 1
        told["deflectors"] = shields
        if seen.of(FORE) or any(card.label == "Fo" for card in fresh):
            told["overtime"] = True
        return told

    def _still(self, seen: Seen, kind: str, key: int) -> int:
        """How many known cards of a kind are seen, or may lie where they cannot be seen."""
        count = 0
        for one in seen.known:
            if one.kind == kind and one.key == key:
                quad = self._places.quads.get(one)
                count += one in seen.found or quad is None or self._is_covered(seen, quad)
        return count

    def _remember(self, seen: Seen) -> None:
        quads = self._places.quads
        away = self._carried_away(seen)
        for one, card in seen.found.items():
            if one.kind not in {ROW, MARK} or one.key not in away:
                quads[one] = card.quad
        fresh = [card for group in seen.groups if group.id is None for card in group.cards]
        self._places.strange = {card.label: card.quad for card in fresh if card.label is not None}
        if seen.piles.quarry is not None:
            quads[QUARRY] = seen.piles.quarry.quad
        for kind in (KEYSTONE, YARD):
            known = seen.of(kind)
            if known:
                quads[kind] = known[max(known, key=lambda one: one.key)].quad
        for kind, lies in ((KEYSTONE, self._keystone(seen)), (YARD, self._top(seen))):
            if kind not in quads and lies is not None:
                quads[kind] = lies.quad

    def _carried_away(self, seen: Seen) -> set[int]:
        """The rows that lie before somebody else than the state knows: where they were is remembered till it does.

        Of a row that was carried to its holder the cards out of sight lie under those in sight.
        """
        away = set()
        holders = {} if seen.state is None else {row.id: row.holder for row in seen.state.rows}
        for group in seen.groups:
            if group.id is None or group.stolen or not group.cards or not self._is_carried(seen, group):
                continue
            if self._holder(seen, group) != holders[group.id]:
                away.add(group.id)
                continue
            for one in seen.known:
                if one.kind == ROW and one.key == group.id and one not in seen.found:
                    self._places.quads[one] = group.cards[0].quad
        return away


def see(observation: Observation) -> Sight:
    """The position of a single photo: rows, piles and what lies beside them, by how cards lie to each other."""
    return Assembler().see(observation)


def _first(cards: Sequence[Card]) -> Card | None:
    return cards[0] if cards else None
