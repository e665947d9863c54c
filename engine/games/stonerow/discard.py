"""Action 4: any card of the hand onto the brickyard. SRO-51, SRO-52, SRT-40, SRB-34, SRB-35; A-SR-16, A-SR-22b."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from engine.games.stonerow.cards import UNITS
from engine.games.stonerow.displacer import onto_brickyard
from engine.games.stonerow.held import missing, playable
from engine.games.stonerow.play import CardPlay
from engine.games.stonerow.rules import allow
from engine.games.stonerow.state import Last, without
from engine.games.stonerow.turns import finish

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core import Seat, Verdict
    from engine.games.stonerow.cards import Card
    from engine.games.stonerow.state import State


@dataclass(frozen=True, slots=True)
class Discard(CardPlay):
    """`discard B8`."""

    word: ClassVar[str] = "discard"

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Discard]:
        """Every card of the hand."""
        return map(discard_of, playable(state, seat))

    def judge(self, state: State, seat: Seat) -> Verdict:
        """Always allowed (SRO-52)."""
        return missing(state, seat, (self.card,)) or allow(state.options, "SRO-51", "SRO-52")

    def play(self, state: State, seat: Seat) -> State:
        """The card is the top of the brickyard; in TeamPlay the partner may pick it up (SRT-45)."""
        changes = without(state, seat, UNITS[self.card])
        changes["brickyard"] = onto_brickyard(state, self.card)
        return finish(state, seat, changes, Last(seat, self) if state.options.teams else None, idle=True)


@cache
def discard_of(card: Card) -> Discard:
    """The move that discards this card."""
    return Discard(card)
