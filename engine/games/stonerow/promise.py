"""What a hand may still earn in the turns that are left: for a search, which need not play a game to its end (SRB-18).

It plans the rows, thefts and hammer blows of one hand, with the cards that it holds and the rows that lie there. In the
Basic game that is all that a hand can do, but for a Mason. So the other rule sets promise nothing yet. Nor do tables of
three and four, where what is stolen is the loss of one alone: there it was not measured.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.games.stonerow.build import rows_in
from engine.games.stonerow.cards import GUILD, HIGHWAYMAN, UNITS, Bag, count, guild_cards
from engine.games.stonerow.combinations import worths
from engine.games.stonerow.hammer import hammer_slots
from engine.games.stonerow.options import BASIC
from engine.games.stonerow.rows import share_of
from engine.games.stonerow.state import DEAL, OVER
from engine.games.stonerow.turns import rounds

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.games.stonerow.options import StoneRowOptions
    from engine.games.stonerow.rows import Row
    from engine.games.stonerow.state import State

FREE: Final = 5
"""Points of a turn for which nothing is planned: a card that is drawn may fill it. A player that planned so without a
search won 61 % of 1,000 games against greed with 2 or 5, and no more with 10."""
STOLEN: Final = 10
"""Points of the row that a Highwayman finds at the least, for others lay more. Such a player won 60 % of 1,200
games with 10 and with 20."""
STEALING: Final = 2
"""What is stolen counts for one and no more for the other."""
PLAYERS: Final = 2
KNOWN_HANDS: Final = 2**16
MANY: Final = 12
"""A hand of more cards is planned row by row, the best first. No hand of two has so many, but anybody can type them."""


def promise(state: State, seat: Seat) -> float | None:
    """Points that a seat may still gain on the other; None where its hand or the round is unknown."""
    options = state.options
    if options.rule_set != BASIC or options.players != PLAYERS or state.phase == DEAL:
        return None
    if state.hidden[seat] != 0 or state.round is None:
        return None
    others = [row for row in state.rows if row.owned_against(seat, options)]
    worth = sorted((_worth(row, seat, options) for row in others), reverse=True)
    hammers = hammer_slots(state.keystone, options) & GUILD
    return _planned(state.hands[seat], hammers, tuple(worth), turns_left(state, seat), options)


def turns_left(state: State, seat: Seat) -> int:
    """How many actions a seat has yet, the one of its present turn among them."""
    if state.phase == OVER or state.round is None:
        return 0
    players, first = state.options.players, state.dealer + 1
    had_its_turn = (seat - first) % players < (state.turn - first) % players
    return max(0, rounds(state) - state.round + (0 if had_its_turn else 1))


def _worth(row: Row, seat: Seat, options: StoneRowOptions) -> int:
    """What a row is worth to the one of its other owners who has most of it."""
    return max(share_of(row, other, options)[0] for other in row.owners if other != seat)


@lru_cache(KNOWN_HANDS)
def _planned(hand: Bag, hammers: Bag, others: tuple[int, ...], turns: int, options: StoneRowOptions) -> int:
    """The most of every number of turns that may go into the rows of others: Highwaymen take the best of them.

    Hammers are swung in the order of the deck, though a row may need the first.
    """
    highwaymen, hand = count(hand, HIGHWAYMAN), hand & GUILD
    swung = guild_cards(hammers & hand)
    best = _laid(hand, turns, options)
    against = 0
    for turn in range(min(turns, highwaymen + len(swung))):
        there = others[turn] if turn < len(others) else 0
        if turn < highwaymen:
            against += STEALING * max(there, STOLEN)
        elif not there:
            break
        else:
            against += there
            hand &= ~UNITS[swung[turn - highwaymen]]
        best = max(best, against + _laid(hand, turns - turn - 1, options))
    return best


@lru_cache(KNOWN_HANDS)
def _laid(hand: Bag, turns: int, options: StoneRowOptions) -> int:
    """The most that rows of a hand are worth in so many turns."""
    best = FREE * turns
    if turns:
        table = worths(options.run_overlength)
        rows = sorted(rows_in(hand, options), key=lambda row: -table[row])
        for row in rows[:1] if hand.bit_count() > MANY else rows:
            best = max(best, table[row] + _laid(hand & ~row, turns - 1, options))
    return best
