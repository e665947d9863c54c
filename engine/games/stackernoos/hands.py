"""Hands of tiles: who starts, and what is left after a play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import TABLE
from engine.games.stackernoos import tiles
from engine.games.stackernoos.state import HIDDEN

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.games.stackernoos.state import State


def lowest_double(*hands: int) -> int:
    """The lowest double in some hands, as a set of one; 0 if there is none. Source: SN-7, A-SN-02."""
    held = sum(hands)
    return next((double for double in tiles.DOUBLES if double & held), 0)


def opener(hands: tuple[int | None, ...], draws: int) -> Seat:
    """Who acts before the start: the holder of the lowest double, or the next to draw; TABLE if nobody can tell.

    All seats draw one tile before it is looked again who has a double. Source: A-SN-02.
    """
    known = [hand for hand in hands if hand is not None]
    if draws % len(hands):
        return draws % len(hands)
    if len(known) < len(hands):
        return TABLE
    lowest = lowest_double(*known)
    return next((seat for seat, hand in enumerate(known) if hand & lowest), 0)


def with_drawn(state: State, seat: Seat, played: int) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
    """Hands and sizes after a seat has played a tile (or none), with the tile that it drew before, if any."""
    hand, size = state.hands[seat], state.sizes[seat]
    if state.drawn is not None:
        size = None if size is None else size + 1
        if state.drawn != HIDDEN:
            hand = None if hand is None else hand | state.drawn
        elif not played or (hand is not None and hand & played):
            hand = None  # a tile that nobody saw is in it now
    if played:
        size = None if size is None else size - 1
        hand = None if hand is None else hand & ~played
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    sizes = (*state.sizes[:seat], size, *state.sizes[seat + 1 :])
    return hands, sizes
