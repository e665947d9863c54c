"""Action 2: a Hammer breaks an opponent's row.

SRO-28, SRO-29, SRT-20, SRT-21, SRB-26, SRB-27; A-SR-05, A-SR-23…27, A-SR-40, A-SR-42, A-SR-90, A-SR-93,
C-SR-16.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from engine.games.stonerow.cards import (
    COLOURS,
    FOREMAN,
    SLOTS,
    UNITS,
    Bag,
    Card,
    gather,
    is_guild,
    kinds,
    label,
    rank,
)
from engine.games.stonerow.displacer import settled
from engine.games.stonerow.held import missing
from engine.games.stonerow.notation import only, read_card, read_row
from engine.games.stonerow.play import Play
from engine.games.stonerow.rows import no_such_row
from engine.games.stonerow.rules import allow, refuse
from engine.games.stonerow.state import REACTION, Pending, could_hold, find_row, without
from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core import Seat, Verdict
    from engine.games.stonerow.options import StoneRowOptions
    from engine.games.stonerow.rows import Row
    from engine.games.stonerow.state import State


@dataclass(frozen=True, slots=True)
class Break(Play):
    """`break Y9 r3`."""

    hammer: Card
    row: int

    def __str__(self) -> str:
        return f"break {label(self.hammer)} r{self.row}"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The Hammer."""
        return (label(self.hammer),)

    @property
    def place(self) -> str:
        """The row."""
        return f"r{self.row}"

    @classmethod
    def read(cls, words: Sequence[str]) -> Break:
        """A Hammer and a row."""
        card, row = only(words, 2, "break Y9 r3")
        return cls(read_card(card), read_row(row))

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Break]:
        """Every Hammer of the hand on every row that it can break."""
        hammers = kinds(could_hold(state, seat) & hammer_slots(state.keystone, state.options))
        if hammers:
            for row in state.rows:
                if spared(state, seat, row) is None:
                    yield from (cls(hammer, row.id) for hammer in hammers)

    def judge(self, state: State, seat: Seat) -> Verdict:
        """A Hammer of the hand on a whole, unprotected row that an opponent has a part in."""
        options = state.options
        if state.keystone is None:
            return refuse(options, "keystone_unknown", "No Hammer is known before the keystone.", "SRO-17", "SRO-28")
        row = find_row(state, self.row)
        if row is None:
            return no_such_row(options, self.row)
        if not is_hammer(self.hammer, state.keystone, options):
            reason: str = Said(
                "{card} has neither number nor name of the keystone {card2}.",
                card=label(self.hammer),
                card2=label(state.keystone),
            )
            if self.hammer == state.keystone:
                reason = "At this table an action card that is the keystone makes no Hammers."
            return refuse(options, "no_hammer", reason, "SRO-28", "A-SR-05")
        return spared(state, seat, row) or missing(state, seat, (self.hammer,)) or _allowed(state, row)

    def play(self, state: State, seat: Seat) -> State:
        """The Hammer is on its way until nobody can attract it any more (SRO-43, A-SR-46)."""
        pending = Pending(self.hammer, self.row, seat)
        return settled(
            state.but(phase=REACTION, last=None, pending=pending, **without(state, seat, UNITS[self.hammer]))
        )


def _allowed(state: State, row: Row) -> Verdict:
    if row.broken:
        return allow(state.options, "SRO-28", "SRO-29", "A-SR-23")
    return allow(state.options, "SRO-28", "SRO-29")


def is_hammer(card: Card, keystone: Card | None, options: StoneRowOptions) -> bool:
    """Whether a card has the number or the name of the keystone (SRO-28, A-SR-05)."""
    return bool(hammer_slots(keystone, options) & SLOTS[card])


@cache
def hammer_slots(keystone: Card | None, options: StoneRowOptions) -> Bag:
    """Where a bag holds Hammers: the other colours of the keystone, or the other cards of its name."""
    if keystone is None:
        return 0
    if is_guild(keystone):
        first = rank(keystone) * len(COLOURS)
        return gather(range(first, first + len(COLOURS)))
    if keystone == FOREMAN or options.keystone_action_card == "no_hammer":
        return 0
    return SLOTS[keystone]


def spared(state: State, seat: Seat, row: Row) -> Verdict | None:
    """Why no Hammer of this seat may fall on a row; None where one may."""
    options = state.options
    if not row.owned_against(seat, options):
        whose = "your own or your partner’s" if options.teams else "your own"
        return refuse(
            options,
            "own_row",
            Said("{row} is {whose}; a Hammer breaks opponents’ rows.", row=f"r{row.id}", whose=whose),
            "SRO-29",
            "A-SR-26",
        )
    if row.broken and options.hammer_on_broken == "forbid":
        return refuse(
            options, "already_broken", Said("{row} is broken already.", row=f"r{row.id}"), "SRO-29", "A-SR-23"
        )
    if is_protected(state, row):
        return refuse(
            options,
            "deflected",
            Said("A deflector protects {row}.", row=f"r{row.id}"),
            "SRO-42",
            "A-SR-39",
            "A-SR-40",
            "A-SR-42",
        )
    return None


def is_protected(state: State, row: Row) -> bool:
    """Whether a deflector repels Hammers from a row: that of any owner, whoever swings (A-SR-42, A-SR-72, A-SR-93)."""
    if state.options.deflector_scope == "one_row":
        return row.id in state.shielded
    return any(state.deflectors[layer.owner] for layer in row.layers)
