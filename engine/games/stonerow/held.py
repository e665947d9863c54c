"""Whether a hand can hold the cards that are played from it (A-SR-80): known, or out of sight of everyone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.stonerow.cards import (
    FOREMAN,
    GUILD,
    SLOTS,
    UNITS,
    count,
    gather,
    kinds,
    label,
    labels,
    size,
    take_out,
)
from engine.games.stonerow.options import in_deck, kept_out_by
from engine.games.stonerow.rules import refuse
from engine.games.stonerow.state import could_hold, out_of_sight, spare
from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat, Verdict
    from engine.games.stonerow.cards import Bag, Card
    from engine.games.stonerow.state import State


def missing(state: State, seat: Seat, cards: Sequence[Card]) -> Verdict | None:
    """The refusal of a play from the hand, None where the seat can hold these cards."""
    if len(set(cards)) < len(cards):
        return refuse(
            state.options,
            "duplicate_card",
            Said("No card exists twice: {cards}.", cards=labels(cards)),
            "A-SR-01",
            "A-SR-21",
        )
    if FOREMAN in cards:
        return refuse(state.options, "foreman_stays_out", "The Foreman is called out, never played.", "SRO-19")
    wanted = gather(cards)
    unknown = take_out(wanted, state.hands[seat])
    if not unknown:
        return None
    for card in cards:
        if not in_deck(card, state.options):
            reason = Said("{card} is not in this deck.", card=label(card))
            return refuse(state.options, "not_in_deck", reason, *kept_out_by(card, state.options))
    room = spare(state, seat)
    if room == 0:
        absent = labels(kinds(unknown))
        return refuse(
            state.options,
            "not_in_hand",
            Said("Seat {seat} does not hold {cards}.", seat=seat, cards=absent),
            "SRO-10",
            "A-SR-80",
        )
    elsewhere = take_out(unknown, out_of_sight(state))
    if elsewhere:
        shown = labels(kinds(elsewhere))
        return refuse(
            state.options,
            "lies_elsewhere",
            Said("{cards} lies elsewhere in full view.", cards=shown),
            "A-SR-01",
            "A-SR-80",
        )
    if size(unknown) > room:
        reason = Said(
            "Seat {seat} holds {room} more cards; this takes {many}.", seat=seat, room=room, many=size(unknown)
        )
        return refuse(state.options, "hand_too_small", reason, "SRO-14", "A-SR-80")
    return None


def playable(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards that a seat may play one of: known, or out of sight; never the Foreman."""
    return kinds(could_hold(state, seat) & ~SLOTS[FOREMAN])


def guild_hand(state: State, seat: Seat) -> tuple[Bag, Bag, int]:
    """The number and guild cards that a hand may hold, those known of it, and the room for others."""
    return could_hold(state, seat) & GUILD, state.hands[seat] & GUILD, spare(state, seat)


def beside(state: State, seat: Seat, card: Card) -> Bag:
    """The number and guild cards that a hand may hold beside an action card that it plays."""
    known, room = state.hands[seat], spare(state, seat)
    if not count(known, card):
        room -= 1
    return (could_hold(state, seat) if room > 0 else known) & GUILD & ~UNITS[card]
