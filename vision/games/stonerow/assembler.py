"""A followed table of StoneRow: where its rows, piles and seats are is remembered, so that what is new stands out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from engine.games.stonerow.options import StoneRowOptions
from engine.games.stonerow.state import DEAL, OVER, must_draw
from vision.games.reading import TableReading
from vision.games.stonerow.cards import is_card, laid, middle
from vision.games.stonerow.draft import Draft
from vision.games.stonerow.finding import find_rows
from vision.games.stonerow.known import KEYSTONE, QUARRY, SHIELD, YARD, Known, Places, known_cards, matched
from vision.games.stonerow.occluded import Occluded
from vision.games.stonerow.passing import Passing
from vision.games.stonerow.pile_touches import PileTouches
from vision.games.stonerow.piles import piles, zoned
from vision.games.stonerow.plane import fitted
from vision.games.stonerow.quarry import Quarry
from vision.games.stonerow.seats import MatSeats, Seats, players_of
from vision.games.stonerow.table_position import position_of
from vision.games.stonerow.tracks import remember
from vision.games.stonerow.zones import zones_of
from vision.games.table import FollowedTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.core import Seat
    from engine.games.stonerow.state import State
    from engine.options import Options
    from vision.games.stonerow.cards import Card
    from vision.games.stonerow.pile_touches import Grey
    from vision.games.stonerow.plane import TablePlane
    from vision.games.stonerow.zones import Zones
    from vision.games.table import Surroundings
    from vision.observation import Observation

THINGS: Final = frozenset({"hand", "unknown"})
"""Kinds of pieces that are no cards, and may lie over some."""
OLD_QUADS: Final = 40
"""So many remembered places, besides the cards in view, tell the plane of the table."""


class Assembler(FollowedTable):
    """Puts a followed table together. `options` are the rules that it plays by."""

    def __init__(self, options: Options | None = None) -> None:
        players = options.players if isinstance(options, StoneRowOptions) else None
        self._players = players
        self._seats: Seats | MatSeats = Seats(players or 2)
        self._zones: Zones | None = None
        self._places = Places()
        self._quarry = Quarry()
        self._passing = Passing()
        self._covered = Occluded()
        self._touches = PileTouches()
        self._width = 0
        self._then: State | None = None
        self._looked = 0.0

    def interpret(
        self, observation: Observation, state: State | None = None, around: Surroundings | None = None
    ) -> TableReading:
        """The position that is seen, where the game was last known to be in `state` (None: unknown)."""
        self._zones = zones_of(observation.mat, self._players or 2) or self._zones
        if self._zones is not None and self._players is not None and not isinstance(self._seats, MatSeats):
            self._seats = MatSeats(self._players, self._zones)
        plane = self._plane(observation)
        everything = tuple(range(len(observation.pieces)))
        if plane is None:
            return TableReading({}, everything, (), {}, trouble="No card is in view; turn the camera to the table.")
        cards = laid(observation, plane)
        if self._zones is not None:
            cards = self._covered.named(cards, self._passing.cards, self._zones.piles().values())
        self._places.shift(cards)
        if state is not None:
            self._places.settle(known_cards(state))
        seen = self._matched(observation, state, cards, self._places_on(plane))
        self._find_piles(seen)
        find_rows(seen)
        self._learn_seats(seen)
        position = position_of(seen) | self._passing.first(state)
        known = _in_quarry(state, position)
        open_ = [card for card in cards if not card.faces_down]
        draws = state is None or must_draw(state)
        touched = self._touched(observation, state)
        left = self._quarry.left(seen.piles.quarry, self._zones, known, open_, draws=draws, touched=touched)
        if left is not None:
            position |= {"quarry": left, "lowered": self._quarry.doubt}
        remember(seen)
        unsure = tuple(sorted(card.number for card in cards if card.number in seen.used and card.label is None))
        loose = tuple(n for n in everything if n not in seen.used)
        return TableReading(
            position,
            loose,
            unsure,
            {},
            trouble=self._trouble(seen, position),
            open=self._quarry.open,
            passed=self._passing.passed(state, position, seen.places),
            sides=self._sides((observation.width, observation.height)),
        )

    def recall(self, glimpsed: Observation) -> None:
        """What was seen where something moved: what lay on the brickyard then is kept."""
        self._zones = zones_of(glimpsed.mat, self._players or 2) or self._zones
        if self._zones is not None:
            before = self._passing.glimpses
            self._passing.glimpsed(glimpsed, self._zones)
            if self._passing.dealing and not before and self._passing.glimpses:
                # Who was at the quarry before a card lay on the brickyard dealt.
                self._touches.forget(self._touches.time)

    def watch(self, grey: Grey, time: float, *, still: bool) -> None:
        """Whose fingers are at the quarry; see `vision.games.table`."""
        if self._zones is not None and self._width:
            self._touches.frame(grey, time, grey.shape[1] / self._width, self._zones, still=still)

    def _touched(self, observation: Observation, state: State | None) -> bool | None:
        """Whether fingers of somebody who may have drawn were at the quarry since the game was last known to go on: of
        whoever is to draw, or, while one still acts, of another. None where nobody watched."""
        turn, then = self._printed(state), self._printed(self._then)
        if state != self._then:  # who drew meanwhile may be the one whose turn it is now
            self._touches.forget(self._looked, turn if turn != then else None)
        self._width, self._then, self._looked = observation.width, state, self._touches.time
        if state is None or self._touches.rest is None:
            return None
        if must_draw(state) or state.phase == DEAL:
            # Until a row lies before somebody, nobody knows at which seat of the mat the first player sits.
            return self._touches.taken(by=turn if state.rows else None)
        return turn is not None and self._touches.taken(but=turn)

    def _printed(self, state: State | None) -> Seat | None:
        """The seat of the mat whose turn it is; None where that is not known."""
        seats = self._seats
        if state is None or not isinstance(seats, MatSeats):
            return None
        return next(seat for seat in range(seats.players) if seats.of(seat) == state.turn)

    @staticmethod
    def _trouble(seen: Draft, position: Mapping[str, Any]) -> str:
        """What keeps the game from beginning though rows are laid already, in one line; empty where nothing does."""
        state = seen.state
        if state is None or state.phase != DEAL or not position["rows"]:
            return ""
        if state.keystone is None and "keystone" not in position:
            return "The keystone cannot be read: show it, or enter it by hand."
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
    ) -> Draft:
        known = [] if state is None else known_cards(state)
        found = matched(cards, known, places)
        things = [np.array(piece.corners, float) for piece in observation.pieces if piece.kind in THINGS]
        taken = {card.number for card in found.values()}
        left = [card for card in cards if card.number not in taken]
        return Draft(
            cards, state, known, found, places, things, self._places, self._seats, self._zones, left=left, used=taken
        )

    def _find_piles(self, seen: Draft) -> None:
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
    def _leave_open(seen: Draft) -> None:
        """What lies face down, in the tower, or can hardly be a card is none of the cards of rows."""
        seen.left = [card for card in seen.left if not card.faces_down and not card.is_tower and not card.is_murky]
        seen.left = [card for card in seen.left if card.label is not None or not seen.piles.holds(card)]

    def _learn_seats(self, seen: Draft) -> None:
        if self._players is None:
            self._seats = seen.seats = Seats(players_of(seen.lie(group) for group in seen.groups))
            return
        if seen.state is None:
            return
        taught = []
        for group in seen.groups:
            row = next((row for row in seen.state.rows if row.id == group.id), None)
            if row is not None and group.cards and not seen.is_carried(group):
                taught.append((row.holder, *seen.lie(group)))
        # A row that was told when it was carried off already lies before somebody else; deflectors stay.
        taught += [(one.key, *seen.place(card)) for one, card in seen.of(SHIELD).items() if not seen.is_another(one)]
        if taught:
            self._seats = seen.seats = self._seats.taught(taught)


def _in_quarry(state: State | None, position: Mapping[str, Any]) -> int | None:
    """How many cards the game has in the quarry; None where nobody knows. Of a table that is dealt all that is to be
    turned up lies there already."""
    if state is None or state.quarry is None or state.phase == OVER:
        return None
    if state.phase != DEAL:
        return state.quarry
    up = {"keystone": state.keystone is None, "brickyard": True, "overtime": not state.overtime}
    turned = sum(fresh and bool(position.get(name)) for name, fresh in up.items())
    return state.quarry - turned if position.get("brickyard") else None


def see(observation: Observation) -> TableReading:
    """The position of a single photo: rows, piles and what lies beside them, by how cards lie to each other."""
    return Assembler().interpret(observation)
