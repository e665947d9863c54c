"""Drawing: the first step of a turn, from the quarry or the top of the brickyard.

SRO-25, SRT-18, SRB-23; A-SR-12…15.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from engine.errors import NotationError
from engine.games.stonerow.cards import UNKNOWN, Card, label
from engine.games.stonerow.notation import read_card
from engine.games.stonerow.play import Play
from engine.games.stonerow.rules import allow, refuse
from engine.games.stonerow.state import (
    ACTION,
    DRAW,
    can_draw_brickyard,
    can_draw_quarry,
    drawn_from_quarry,
    taken_from_brickyard,
)
from engine.games.stonerow.turns import refilled
from engine.said import Said, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core import Seat, Verdict
    from engine.games.stonerow.state import State

QUARRY: Final = "quarry"
BRICKYARD: Final = "brickyard"


@dataclass(frozen=True, slots=True)
class Draw(Play):
    """`draw quarry`, `draw brickyard`; `draw brickyard R5` claims which card was taken, which has to be the top."""

    pile: str
    card: Card | None = None
    moment: ClassVar[str] = DRAW
    once: ClassVar[tuple[str, ...]] = ("SRO-25",)

    def __str__(self) -> str:
        return f"draw {self.pile}" if self.card is None else f"draw {self.pile} {label(self.card)}"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The card, where it is known."""
        return () if self.card is None else (label(self.card),)

    @classmethod
    def read(cls, words: Sequence[str]) -> Draw:
        """`quarry`, `brickyard`, or `brickyard` and a card."""
        if list(words) in ([QUARRY], [BRICKYARD]):
            return cls(words[0])
        if len(words) == 2 and words[0] == BRICKYARD:
            return cls(BRICKYARD, read_card(words[1]))
        raise NotationError(
            Said("the move is written {form} or {form2}", form=quoted("draw quarry"), form2=quoted("draw brickyard"))
        )

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Draw]:
        """The piles that have a card."""
        if can_draw_quarry(state):
            yield FROM_QUARRY
        if can_draw_brickyard(state):
            yield FROM_BRICKYARD

    def judge(self, state: State, seat: Seat) -> Verdict:
        """Any pile that has a card; of the brickyard only the top (A-SR-13)."""
        options = state.options
        if self.pile == QUARRY:
            if state.quarry == 0 and can_draw_quarry(state):
                return allow(options, "SRO-25", "A-SR-14")
            if can_draw_quarry(state):
                return allow(options, "SRO-25")
            return refuse(
                options, "quarry_empty", "No card is left in the quarry or to refill it.", "SRO-25", "A-SR-14"
            )
        if not can_draw_brickyard(state):
            return refuse(options, "brickyard_empty", "The brickyard has no card.", "SRO-25", "A-SR-12")
        top = state.brickyard[-1] if state.brickyard else UNKNOWN
        if self.card is not None and top not in (UNKNOWN, self.card):
            reason = Said("Only the top card of the brickyard, {card}, can be drawn.", card=label(top))
            return refuse(options, "not_on_top", reason, "SRO-25", "A-SR-13")
        return allow(options, "SRO-25", "A-SR-13")

    def play(self, state: State, seat: Seat) -> State:
        """The card is in the hand and the action comes next; an open window is closed (A-SR-68, A-SR-71)."""
        if self.pile == QUARRY:
            state = refilled(state)
            return state.but(phase=ACTION, last=None, **drawn_from_quarry(state, seat, 1))
        claimed = () if self.card is None or not state.brickyard else (state.brickyard[-1],)
        return state.but(phase=ACTION, last=None, **taken_from_brickyard(state, seat, claimed))


FROM_QUARRY: Final = Draw(QUARRY)
FROM_BRICKYARD: Final = Draw(BRICKYARD)
