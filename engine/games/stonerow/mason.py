"""Action 3: a Mason repairs a broken row or mortars one card to a row, never both.

SRO-34…40, SRT-25…31, SRB-32, SRB-33; A-SR-32…38, A-SR-66, A-SR-67, C-SR-5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.core import Verdict
from engine.errors import NotationError
from engine.games.stonerow.build import no_row, no_row_cards
from engine.games.stonerow.cards import MASON, UNITS, Bag, Card, guild_cards, label
from engine.games.stonerow.combinations import growth
from engine.games.stonerow.held import beside, missing
from engine.games.stonerow.notation import only, read_card, read_row
from engine.games.stonerow.options import BASIC
from engine.games.stonerow.play import Play
from engine.games.stonerow.rows import gain, gained, no_such_row
from engine.games.stonerow.rules import cite, refuse
from engine.games.stonerow.state import could_have, find_row, with_row, without
from engine.games.stonerow.turns import finish
from engine.said import Said, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core import Seat
    from engine.games.stonerow.options import StoneRowOptions
    from engine.games.stonerow.rows import Row
    from engine.games.stonerow.state import State


@dataclass(frozen=True, slots=True)
class Repair(Play):
    """`repair Ma r2`."""

    row: int
    once: ClassVar[tuple[str, ...]] = ("SRO-26", "SRO-31", "SRO-34")

    def __str__(self) -> str:
        return f"repair Ma r{self.row}"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The Mason."""
        return (label(MASON),)

    @property
    def place(self) -> str:
        """The row."""
        return f"r{self.row}"

    @classmethod
    def read(cls, words: Sequence[str]) -> Repair:
        """The Mason and a row."""
        card, row = only(words, 2, "repair Ma r2")
        return cls(read_row(_mason_then(card, row, "repair Ma r2")))

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Repair]:
        """Every broken row that the seat has a part in."""
        if state.rows and could_have(state, seat, MASON):
            for row in state.rows:
                if row.broken and row.owned_by(seat):
                    yield cls(row.id)

    def judge(self, state: State, seat: Seat) -> Verdict:
        """Earns what the seat's part of the row is worth (A-SR-36)."""
        options = state.options
        row = find_row(state, self.row)
        if row is None:
            return no_such_row(options, self.row)
        if not row.broken:
            return refuse(options, "not_broken", Said("{row} is not broken.", row=f"r{row.id}"), "SRO-39", "A-SR-36")
        if not row.owned_by(seat):
            reason = Said("Seat {seat} has no part in {row}.", seat=seat, row=f"r{row.id}")
            partners = ("A-SR-66",) if options.teams else ()
            return refuse(options, "not_your_row", reason, "SRO-39", "A-SR-36", *partners)
        wrong = missing(state, seat, (MASON,))
        if wrong is not None:
            return wrong
        return Verdict(
            legal=True,
            rules=cite(options, "SRO-39", "A-SR-36"),
            lines=gain(row, row.marked(MASON, broken=False), seat, options),
        )

    def points(self, state: State, seat: Seat) -> int:
        """What the seat's part of the row is worth."""
        row, options = find_row(state, self.row), state.options
        return 0 if row is None else gained(row, row.marked(MASON, broken=False), seat, options)

    def play(self, state: State, seat: Seat) -> State:
        """The Mason lies on the Hammer, and the row counts again for all its owners (A-SR-24, A-SR-36)."""
        row = find_row(state, self.row)
        changes = without(state, seat, UNITS[MASON])
        if row is not None:
            changes["rows"] = with_row(state, row.marked(MASON, broken=False))
        return finish(state, seat, changes)


@dataclass(frozen=True, slots=True)
class Mortar(Play):
    """`mortar Ma G9 r2`."""

    card: Card
    row: int
    once: ClassVar[tuple[str, ...]] = ("SRO-26", "SRO-31", "SRO-34")

    def __str__(self) -> str:
        return f"mortar Ma {label(self.card)} r{self.row}"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The Mason, and the card that it mortars."""
        return (label(MASON), label(self.card))

    @property
    def place(self) -> str:
        """The row."""
        return f"r{self.row}"

    @classmethod
    def read(cls, words: Sequence[str]) -> Mortar:
        """The Mason, a card and a row."""
        mason, card, row = only(words, 3, "mortar Ma G9 r2")
        return cls(read_card(_mason_then(mason, card, "mortar Ma G9 r2")), read_row(row))

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Mortar]:
        """Every card that fits a row within reach."""
        if not state.rows or not could_have(state, seat, MASON):
            return
        cards = beside(state, seat, MASON)
        for row in state.rows:
            if not row.broken and in_reach(row, seat, state.options):
                fitting = growth(row.cards, state.options.run_overlength) & cards
                if fitting:
                    yield from (cls(card, row.id) for card in guild_cards(fitting))

    def judge(self, state: State, seat: Seat) -> Verdict:
        """Earns what the seat scores from the larger row, less what it scored before (SRO-36, A-SR-35)."""
        options = state.options
        row = find_row(state, self.row)
        if row is None:
            return no_such_row(options, self.row)
        if row.broken:
            reason = Said("{row} is broken; it has to be repaired first, and a Mason does one thing.", row=f"r{row.id}")
            return refuse(options, "mortar_on_broken", reason, "SRO-34", "A-SR-37")
        if not in_reach(row, seat, options):
            return _out_of_reach(row, options)
        return (
            no_row_cards((self.card,), options)
            or missing(state, seat, (self.card, MASON))
            or self._fits(row, seat, options)
        )

    def _fits(self, row: Row, seat: Seat, options: StoneRowOptions) -> Verdict:
        card: Bag = UNITS[self.card]
        wrong = no_row(row.cards | card, options)
        if wrong is not None:
            return wrong
        why: tuple[str, ...] = ("SRO-35", "SRO-36", "A-SR-32", "A-SR-34")
        if options.partner(seat) == row.holder:
            why = ("SRO-40", "A-SR-32", "A-SR-67")
        elif row.owned_by(seat):
            why = ("SRO-40", "A-SR-32")
        lines = gain(row, row.mortared(seat, card, options), seat, options)
        return Verdict(legal=True, rules=cite(options, *why), lines=lines)

    def points(self, state: State, seat: Seat) -> int:
        """What the seat scores from the larger row, less what it scored before."""
        row, options = find_row(state, self.row), state.options
        return 0 if row is None else gained(row, row.mortared(seat, UNITS[self.card], options), seat, options)

    def play(self, state: State, seat: Seat) -> State:
        """The card joins the row in a layer (A-SR-38, A-SR-67), the Mason lies with it."""
        row = find_row(state, self.row)
        changes = without(state, seat, UNITS[MASON] | UNITS[self.card])
        if row is not None:
            changes["rows"] = with_row(state, row.mortared(seat, UNITS[self.card], state.options))
        return finish(state, seat, changes)


def in_reach(row: Row, seat: Seat, options: StoneRowOptions) -> bool:
    """Whether a Mason of this seat may mortar to a row (A-SR-33): own; but in Basic, a neighbour's; a partner's."""
    if row.owned_by(seat):
        return True
    if options.rule_set == BASIC:
        return False
    return options.adjacent(seat, row.holder) or options.partner(seat) == row.holder


def _out_of_reach(row: Row, options: StoneRowOptions) -> Verdict:
    if options.rule_set == BASIC:
        reason = Said("{row} is not yours; in the Basic game a Mason mortars to your own rows.", row=f"r{row.id}")
        return refuse(options, "not_your_row", reason, "SRO-40", "A-SR-33", "C-SR-5")
    reason = Said("{row} lies before seat {seat}, who is no neighbour.", row=f"r{row.id}", seat=row.holder)
    return refuse(options, "not_adjacent", reason, "SRO-35", "A-SR-34")


def _mason_then(mason: str, word: str, form: str) -> str:
    if mason != "Ma":
        told = "{word} is not the card for it; the move is written {form}"
        raise NotationError(Said(told, word=quoted(mason), form=quoted(form)))
    return word
