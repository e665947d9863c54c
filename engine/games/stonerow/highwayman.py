"""Action 3: a Highwayman steals an opponent's row, broken or whole, protected or not.

SRO-32, SRO-33, SRO-38, SRT-24, SRT-31, SRB-30; A-SR-28…31, A-SR-41, A-SR-55, A-SR-90.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.core import Verdict
from engine.errors import NotationError
from engine.games.stonerow.cards import HIGHWAYMAN, UNITS, label
from engine.games.stonerow.held import missing
from engine.games.stonerow.notation import only, read_row
from engine.games.stonerow.play import Play
from engine.games.stonerow.rows import gain, gained, no_such_row
from engine.games.stonerow.rules import cite, refuse
from engine.games.stonerow.state import could_have, find_row, with_row, without
from engine.games.stonerow.turns import finish
from engine.said import Said, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core import Seat
    from engine.games.stonerow.state import State


@dataclass(frozen=True, slots=True)
class Steal(Play):
    """`steal Hw r3`."""

    row: int
    once: ClassVar[tuple[str, ...]] = ("SRO-26", "SRO-31")

    def __str__(self) -> str:
        return f"steal Hw r{self.row}"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The Highwayman."""
        return (label(HIGHWAYMAN),)

    @property
    def place(self) -> str:
        """The row."""
        return f"r{self.row}"

    @classmethod
    def read(cls, words: Sequence[str]) -> Steal:
        """The Highwayman and a row."""
        card, row = only(words, 2, "steal Hw r3")
        if card != "Hw":
            told = "{word} is not the card for it; the move is written {form}"
            raise NotationError(Said(told, word=quoted(card), form=quoted("steal Hw r3")))
        return cls(read_row(row))

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Steal]:
        """Every row that an opponent has a part in."""
        if state.rows and could_have(state, seat, HIGHWAYMAN):
            for row in state.rows:
                if row.owned_against(seat, state.options):
                    yield cls(row.id)

    def judge(self, state: State, seat: Seat) -> Verdict:
        """Earns the whole of the row, less what the thief scored from it before."""
        options = state.options
        row = find_row(state, self.row)
        if row is None:
            return no_such_row(options, self.row)
        if not row.owned_against(seat, options):
            whose = "your own or your partner’s" if options.teams else "your own"
            return refuse(
                options,
                "own_row",
                Said("{row} is {whose}; nothing to steal.", row=f"r{row.id}", whose=whose),
                "SRO-32",
                "A-SR-28",
                "A-SR-90",
            )
        wrong = missing(state, seat, (HIGHWAYMAN,))
        if wrong is not None:
            return wrong
        why = ("SRO-32", "SRO-33", "A-SR-29") if row.broken else ("SRO-32", "A-SR-28")
        shared = ("SRO-38", "A-SR-30") if len(row.layers) > 1 else ()
        return Verdict(legal=True, rules=cite(options, *why, *shared), lines=gain(row, row.stolen(seat), seat, options))

    def points(self, state: State, seat: Seat) -> int:
        """The whole of the row, less what the thief scored from it before."""
        row, options = find_row(state, self.row), state.options
        return 0 if row is None else gained(row, row.stolen(seat), seat, options)

    def play(self, state: State, seat: Seat) -> State:
        """The row lies before the thief; a shield of its own stays behind (A-SR-41)."""
        row = find_row(state, self.row)
        changes = without(state, seat, UNITS[HIGHWAYMAN])
        if row is not None:
            changes["rows"] = with_row(state, row.stolen(seat))
        if self.row in state.shielded:
            changes["shielded"] = tuple(number for number in state.shielded if number != self.row)
        return finish(state, seat, changes)
