"""The Foreman: called out at once, laid near the tower, replaced from the quarry; a sixth round will be played.

SRO-19, SRB-13…15, SRT-9; A-SR-08…10, A-SR-48.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from engine.games.stonerow.cards import FOREMAN, UNITS, count, label
from engine.games.stonerow.dealing import revealed
from engine.games.stonerow.notation import only
from engine.games.stonerow.play import Play
from engine.games.stonerow.rules import allow, refuse
from engine.games.stonerow.state import (
    DEAL,
    DRAW,
    WINDOW,
    drawn_from_quarry,
    foreman_holder,
    has_foreman,
    is_last_call,
    out_of_sight,
    without,
)
from engine.games.stonerow.turns import CALL, finish, may_call, refilled
from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core import Seat, Verdict
    from engine.games.stonerow.state import State


@dataclass(frozen=True, slots=True)
class Overtime(Play):
    """`overtime`: a Foreman in the hand is called out."""

    moment: ClassVar[str] = CALL

    def __str__(self) -> str:
        return "overtime"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The Foreman."""
        return (label(FOREMAN),)

    @classmethod
    def read(cls, words: Sequence[str]) -> Overtime:
        """No words."""
        only(words, 0, "overtime")
        return cls()

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Overtime]:
        """One, where a Foreman is or may be in the hand."""
        holder = foreman_holder(state)
        if holder == seat or (holder is None and may_call(state, seat)):
            yield OVERTIME

    def judge(self, state: State, seat: Seat) -> Verdict:
        """The Foreman is in the hand, or may be among cards just dealt or drawn that nobody else has seen."""
        options = state.options
        holder = foreman_holder(state)
        if not has_foreman(state):
            return refuse(options, "no_foreman", "The Foreman is not used in this game.", "SRO-19", "A-SR-02")
        if state.overtime:
            return refuse(options, "already_overtime", "The Foreman lies by the tower already.", "SRO-19", "A-SR-10")
        elsewhere = holder is None and not count(out_of_sight(state), FOREMAN)
        if holder not in (None, seat) or elsewhere or (state.hidden[seat] == 0 and holder is None):
            return refuse(
                options, "not_in_hand", Said("Seat {seat} does not hold the Foreman.", seat=seat), "SRO-19", "A-SR-80"
            )
        if holder is None and not may_call(state, seat):
            reason = "The Foreman is called at once when it is dealt or drawn, not now."
            return refuse(options, "no_foreman_drawn", reason, "SRO-19", "A-SR-08", "A-SR-48")
        return allow(options, "SRO-19", "SRO-20", "A-SR-09")

    def play(self, state: State, seat: Seat) -> State:
        """A replacement comes from the quarry (A-SR-09), and play goes on where it was."""
        last_call = is_last_call(state)
        called = state.but(overtime=True, **without(state, seat, UNITS[FOREMAN]))
        called = refilled(called)
        if called.quarry != 0:
            called = called.but(**drawn_from_quarry(called, seat, 1))
        if called.phase == DEAL and called.order is not None:
            return revealed(called)
        if last_call:
            return finish(called.but(phase=DRAW, last=None), seat, {})
        return called.but(phase=DRAW, last=None) if called.phase == WINDOW else called


OVERTIME: Final = Overtime()
