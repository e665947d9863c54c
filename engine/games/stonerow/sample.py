"""A table on which all that was hidden is dealt at random, as it may well be: for search (A-SR-80)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.stonerow.cards import FOREMAN, UNKNOWN, cards_of, gather, merge
from engine.games.stonerow.dealing import revealed
from engine.games.stonerow.displacer import settled
from engine.games.stonerow.options import HANDS
from engine.games.stonerow.state import State, out_of_sight

if TYPE_CHECKING:
    from random import Random

    from engine.games.stonerow.cards import Bag, Card

SEEDS: Final = 2**32


def sample(state: State, chance: Random) -> State:
    """Hidden hands, the cards under the brickyard's top and the quarry's order are dealt from what is out of sight.

    A Foreman goes to the quarry: in a hand it would have been called (SRO-19). A hand of unknown size gets as many
    cards as at the deal.
    """
    pool = [card for card in cards_of(out_of_sight(state)) if card != FOREMAN]
    chance.shuffle(pool)
    pile = tuple(pool.pop() if card == UNKNOWN and pool else card for card in state.brickyard or ())
    hands = tuple(_dealt(hand, state.hidden[seat], pool, state) for seat, hand in enumerate(state.hands))
    left = pool + [card for card in cards_of(out_of_sight(state)) if card == FOREMAN]
    chance.shuffle(left)
    quarry = len(left) if state.quarry is None else min(state.quarry, len(left))
    known = state.but(
        hands=hands,
        hidden=(0,) * len(hands),
        brickyard=pile,
        quarry=quarry,
        order=tuple(left[:quarry]),
        seed=chance.randrange(SEEDS),
    )
    return settled(revealed(known))


def _dealt(hand: Bag, hidden: int | None, pool: list[Card], state: State) -> Bag:
    number = HANDS[state.options.players] if hidden is None else hidden
    return merge(hand, gather([pool.pop() for _ in range(min(number, len(pool)))]))
