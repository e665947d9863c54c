"""StoneRow: the own hand, where every card of the table lies, and all counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.stonerow.cards import ACTION_CARDS, GUILD_CARDS, action_counts, guild_cards
from engine.games.stonerow.cards import size as cards
from engine.games.stonerow.state import PHASES
from service.agents.vectors import part, vector

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.games.stonerow.options import StoneRowOptions
    from engine.games.stonerow.state import State

BROKEN: Final = 16
"""Added to the owner's place for cards of a broken row."""
KEYSTONE: Final = 30
BRICKYARD: Final = 31
HELD: Final = 32
"""Marks of a card that is the keystone, on top of the brickyard, or in the own hand."""
SHIELDED: Final = 8
"""Added to the owner's place for cards of a row with a shield."""
SEATED: Final = 2
"""Numbers a seat: cards in hand, and deflectors."""
OTHERS: Final = 10


def size(options: StoneRowOptions) -> int:
    """A mark a guild card, a count an action card in hand, two numbers a seat, and ten more."""
    return GUILD_CARDS + len(ACTION_CARDS) + SEATED * options.players + OTHERS


def encode(state: State, seat: int) -> NDArray[np.int16]:
    """The vector; a guild card on the table carries its owner's place, counted from the own seat, plus one."""
    players = state.options.players
    marks = [0] * GUILD_CARDS
    for row in state.rows:
        for layer in row.layers:
            mark = (layer.owner - seat) % players + 1 + BROKEN * row.broken + SHIELDED * (row.id in state.shielded)
            for card in guild_cards(layer.cards):
                marks[card] = mark
    hand = state.hands[seat]
    for card in guild_cards(hand):
        marks[card] = HELD
    top = state.brickyard[-1] if state.brickyard else -1
    keystone = -1 if state.keystone is None else state.keystone
    for card, mark in ((keystone, KEYSTONE), (top, BRICKYARD)):
        if 0 <= card < GUILD_CARDS:
            marks[card] = mark
    seats: list[int] = []
    for n in (*range(seat, players), *range(seat)):
        hidden = state.hidden[n]
        seats += (-1 if hidden is None else hidden + cards(state.hands[n]), state.deflectors[n])
    quarry = -1 if state.quarry is None else state.quarry
    rest = (quarry, keystone, top, PHASES.index(state.phase), (state.turn - seat) % players)
    more = (state.golddiggers, state.overtime, len(state.rows), *state.towers)
    return vector((part((*marks, *action_counts(hand), *seats, *rest, *more)),))
