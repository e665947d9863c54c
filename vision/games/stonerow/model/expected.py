"""What the game knows beside an uncertain reading: a card that was taken openly is in a hand, and likely to come."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.games.stonerow.cards import COLOURS, GUILD, guild_cards

if TYPE_CHECKING:
    from engine.games.stonerow.cards import Bag
    from engine.games.stonerow.state import State
    from vision.games.stonerow.model.reading import Guess, SeenRow, SeenTable

OPENLY: Final = 0.02
"""How often an uncertain card of a row is one of its colour in a known hand, though its likelihoods do not name it. An
estimate: hands hold few cards of many."""


def expected(state: State, reading: SeenTable) -> SeenTable:
    """The reading whose uncertain cards of rows may also be those that are known to be in hands, or next on the
    brickyard. What was read surely stays as it was read."""
    known = 0
    for hand in state.hands:
        known |= hand & GUILD
    if state.brickyard and state.brickyard[-1] >= 0:
        known |= (1 << state.brickyard[-1]) & GUILD
    if not known:
        return reading
    return replace(reading, rows=tuple(_row(row, known) for row in reading.rows))


def _row(row: SeenRow, known: Bag) -> SeenRow:
    return replace(row, cards=tuple(_card(guess, known) for guess in row.cards))


def _card(guess: Guess, known: Bag) -> Guess:
    likeliest = max(guess, key=lambda card: guess[card], default=None)
    if likeliest is None or guess[likeliest] == 1.0 or not GUILD >> likeliest & 1:
        return guess
    colour = likeliest % len(COLOURS)
    alike = {card: OPENLY for card in guild_cards(known) if card % len(COLOURS) == colour}
    return {**guess, **{card: max(guess.get(card, 0.0), chance) for card, chance in alike.items()}}
