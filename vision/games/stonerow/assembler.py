"""A followed table of StoneRow: where its rows, piles and seats are is remembered, so that what is new stands out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.games.stonerow.state import DEAL, OVER, can_draw_brickyard, must_draw
from vision.games.reading import TableReading
from vision.games.stonerow.cards import Group, laid, middle
from vision.games.stonerow.draft import Draft, keystone_of, seen_table, top_of
from vision.games.stonerow.finding import find_rows
from vision.games.stonerow.glimpses import Glimpses, name_occluded
from vision.games.stonerow.hands_at_pile import HandsAtPile
from vision.games.stonerow.model.reading import SeenTable
from vision.games.stonerow.piles import piles
from vision.games.stonerow.seats import Seats, players_of
from vision.games.stonerow.tracks import (
    BRICKYARD,
    KEPT,
    KEYSTONE,
    QUARRY,
    SHIELD,
    associated,
    settled,
    state_cards,
    updated_tracks,
)
from vision.games.stonerow.zones import zones_of
from vision.games.table import FollowedTable
from vision.geometry import through
from vision.scene.hands import apart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.core import Seat
    from engine.games.stonerow.options import StoneRowOptions
    from engine.games.stonerow.state import State
    from vision.arrays import Floats, Grey
    from vision.games.stonerow.cards import Card
    from vision.games.stonerow.plane import TablePlane
    from vision.games.stonerow.tracks import Tracks
    from vision.games.stonerow.zones import Zones
    from vision.games.table import LookContext
    from vision.observation import Observation

NO_CARD: Final = "No card is in view; turn the camera to the table."
NO_KEYSTONE: Final = "The keystone cannot be read: show it, or enter it by hand."
THINGS: Final = frozenset({"hand", "unknown"})
"""Kinds of pieces that are no cards, and may lie over some."""


@dataclass(frozen=True, slots=True, eq=False)
class Assembler(FollowedTable):
    """A followed table of StoneRow. `options` are the rules that it plays by, None of a single photo."""

    options: StoneRowOptions | None = None
    seats: Seats | None = None
    """None before the first look."""
    zones: Zones | None = None
    tracks: Tracks = field(default_factory=dict)
    glimpses: Glimpses = field(default_factory=Glimpses)
    hands: HandsAtPile = field(default_factory=HandsAtPile)
    width: int = 0
    """How wide the picture of the last look was (pixels)."""
    then: State | None = None
    """What the game was known to be in at that look."""
    looked: float = 0.0
    """When the last frame before that look was taken (s)."""

    def interpret(
        self, observation: Observation, state: State | None = None, context: LookContext | None = None
    ) -> tuple[TableReading[SeenTable], Assembler]:
        """What is seen, where the game was last known to be in `state` (None: unknown)."""
        zones = zones_of(observation.mat, self._players or 2) or self.zones
        table = replace(self, zones=zones)
        everything, lying = tuple(range(len(observation.pieces))), self.glimpses.lying
        cards, plane = laid(observation, zones, [*self.tracks.values()][-KEPT:])
        if plane is None:
            return TableReading(SeenTable(), everything, trouble=NO_CARD), table
        if zones is not None:
            cards, lying = name_occluded(cards, (*lying, *self.glimpses.cards), zones.piles().values())
        seen = table._draft(observation, state, cards, plane)
        _find_piles(seen)
        find_rows(seen)
        sides = {} if zones is None else zones.sides((observation.width, observation.height))
        _learn_seats(seen, self._players, sides, context)
        glimpses, hands = self.glimpses.known(state), self._hands(seen)
        seen.keystone, seen.top = keystone_of(seen), top_of(seen)
        shown = seen_table(seen, glimpses.first)
        if state is not None and (known := _in_quarry(state, shown)) and _touched(hands, seen.seats, state):
            # Of an empty quarry nobody draws: who is there fills it again.
            shown = replace(shown, quarry=known - 1)
        reading = TableReading(
            shown,
            tuple(n for n in everything if n not in seen.used),
            tuple(sorted(card.number for card in cards if card.number in seen.used and card.label is None)),
            trouble=_trouble(seen, shown),
            glimpsed=glimpses.tables(state, shown, seen.track_centres),
            sides={seen.seats.of(seat): angle for seat, angle in sides.items()} if seen.seats.zones else {},
        )
        return reading, replace(
            table,
            seats=seen.seats,
            tracks=updated_tracks(seen),
            glimpses=replace(glimpses.kept, lying=lying),
            hands=hands,
            width=observation.width,
            then=state,
            looked=hands.time,
        )

    def recall(self, glimpsed: Observation) -> Assembler:
        """What was seen where something moved: what lay on the brickyard then is kept."""
        zones = zones_of(glimpsed.mat, self._players or 2) or self.zones
        if zones is None:
            return self
        glimpses, hands = self.glimpses.glimpsed(glimpsed, zones), self.hands
        if glimpses.dealing and glimpses.tops and not self.glimpses.tops:
            # Who was at the quarry before a card lay on the brickyard dealt.
            hands = hands.since(hands.time)
        return replace(self, zones=zones, glimpses=glimpses, hands=hands)

    def watch(self, grey: Grey, time: float, *, still: bool) -> Assembler:
        """Whose fingers are at the quarry; see `vision.games.table`."""
        if self.zones is None or not self.width:
            return self
        scale = grey.shape[1] / self.width
        zones = self.zones.moved(np.diag((scale, scale, 1.0)))
        alone = self.then is not None and self.then.phase != DEAL and not can_draw_brickyard(self.then)
        return replace(self, hands=replace(self.hands, alone=alone).after(grey, time, zones, still=still))

    def moved(self, motion: Floats) -> Assembler:
        """See `vision.games.table`."""
        zones = None if self.zones is None else self.zones.moved(motion)
        return replace(self, zones=zones, tracks={one: through(motion, quad) for one, quad in self.tracks.items()})

    @property
    def _players(self) -> int | None:
        return None if self.options is None else self.options.players

    def _draft(self, observation: Observation, state: State | None, cards: list[Card], plane: TablePlane) -> Draft:
        """What the look is made into, with the cards of the state that were found by label and track."""
        of_state = [] if state is None else state_cards(state)
        quads = settled(self.tracks, of_state)
        lie = plane.lay(np.array(list(quads.values()))).centre.tolist() if quads else []
        # Where the mat has the piles, there they are.
        centres = {one: (x, y) for one, (x, y) in zip(quads, lie, strict=True)}
        zones = self.zones
        centres |= {} if zones is None else zones.piles()
        found = associated(cards, of_state, centres, exact=zones is not None)
        things = [piece.quad for piece in observation.pieces if piece.kind in THINGS]
        used = {card.number for card in found.values()}
        left = [card for card in cards if card.number not in used]
        seats = self.seats or Seats(self._players or 2)
        if zones is not None and self._players is not None and seats.zones is None:
            seats = Seats(self._players, zones)
        return Draft(cards, state, of_state, found, centres, things, quads, seats, zones, left=left, used=used)

    def _hands(self, seen: Draft) -> HandsAtPile:
        """What was at the quarry since the game was last known to go on."""
        if seen.state == self.then:
            return self.hands
        turn, then = _printed(seen.seats, seen.state), _printed(seen.seats, self.then)
        # Who drew meanwhile may be the one whose turn it is now.
        return self.hands.since(self.looked, turn if turn != then else None)


def _touched(hands: HandsAtPile, seats: Seats, state: State) -> bool:
    """Whether who is to draw, or while one acts another, had fingers at the quarry since the game went on."""
    turn = _printed(seats, state)
    if must_draw(state) or state.phase == DEAL:
        # Until a row lies before somebody, nobody knows at which seat of the mat the first player sits.
        return hands.taken(by=turn if state.rows else None)
    return turn is not None and hands.taken(but=turn)


def _printed(seats: Seats, state: State | None) -> Seat | None:
    """The seat of the mat whose turn it is; None where that is not known."""
    if state is None or seats.zones is None:
        return None
    return (state.turn + seats.shift) % seats.players


def _trouble(seen: Draft, shown: SeenTable) -> str:
    """What keeps the game from beginning though rows are laid already, in one line; empty where nothing does."""
    state = seen.state
    begins = state is not None and state.phase == DEAL and state.keystone is None
    return NO_KEYSTONE if begins and shown.rows and shown.keystone is None else ""


def _find_piles(seen: Draft) -> None:
    """Quarry, tower and Foreman, and the middle of the table between them."""
    zones = seen.zones
    seen.piles = piles(seen.cards, seen.track_centres.get(QUARRY), zones)
    seen.take(*(card for card in seen.cards if card is seen.piles.quarry or card in seen.piles.tower))
    if zones is not None:
        seen.middle = zones.middle
    else:
        seen.track_centres = {**seen.piles.places(), **seen.track_centres}
        core = [*seen.piles.tower, *seen.of(KEYSTONE).values(), *seen.of(BRICKYARD).values()]
        core += [seen.piles.quarry] if seen.piles.quarry is not None else []
        seen.middle = middle(core) if core else middle(seen.cards) if seen.cards else (0.0, 0.0)
    # What lies face down or in the tower is none of the cards of rows.
    seen.left = [card for card in seen.left if card.is_open and (card.label is not None or not seen.piles.holds(card))]


def _learn_seats(seen: Draft, players: int | None, sides: Mapping[Seat, float], context: LookContext | None) -> None:
    """Who sits where, as far as rows and hands tell. Those of the mat's seats come in at these `sides` (radians)."""
    rows = [seen.lie(group) for group in seen.groups if group.all]
    if players is None:
        seen.seats = Seats(players_of(rows)).before(rows)
        return
    taught = [
        (seen.holders[group.id], *seen.lie(group))
        for group in seen.groups
        if group.id is not None and group.cards and not seen.is_carried(group)
    ]
    # A row that was told when it was carried off already lies before somebody else; deflectors stay.
    taught += [(one.key, *seen.lie(Group([card]))) for one, card in seen.of(SHIELD).items()]
    if taught:
        # A single sheet has no seats.
        hands = context.sides if context is not None and sides else {}
        reaching = [(seat, min(sides, key=lambda one: apart(sides[one], side))) for seat, side in hands.items()]
        seen.seats = seen.seats.taught(taught, reaching)
    elif seen.zones is None:
        seen.seats = seen.seats.before(rows)


def _in_quarry(state: State, shown: SeenTable) -> int | None:
    """How many cards the quarry has; None where nobody knows. Once dealt, all that is turned up lies there already."""
    if state.quarry is None or state.phase == OVER:
        return None
    if state.phase != DEAL:
        return state.quarry
    keystone, foreman = state.keystone is None and shown.keystone is not None, shown.overtime and not state.overtime
    return state.quarry - 1 - keystone - foreman if shown.top else None
