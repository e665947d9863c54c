"""TeamPlay's two plays out of turn: adding to a partner's new row, and rescuing a partner's discard.

SRT-41…46; A-SR-68…71, C-SR-12, C-SR-13.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.core import Verdict
from engine.errors import NotationError
from engine.games.stonerow.build import Build, no_row, no_row_cards
from engine.games.stonerow.cards import Card, gather, guild_cards, label, labels
from engine.games.stonerow.combinations import larger
from engine.games.stonerow.discard import Discard
from engine.games.stonerow.held import guild_hand, missing
from engine.games.stonerow.notation import read_cards, read_row
from engine.games.stonerow.play import CardPlay, Play
from engine.games.stonerow.rows import gain, gained, no_such_row
from engine.games.stonerow.rules import allow, cite, refuse
from engine.games.stonerow.state import DRAW, WINDOW, find_row, next_row_id, taken_from_brickyard, with_row, without
from engine.games.stonerow.turns import checked, skip_stuck
from engine.said import Said, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core import Seat
    from engine.games.stonerow.rows import Row
    from engine.games.stonerow.state import State


@dataclass(frozen=True, slots=True)
class Add(Play):
    """`add G8 Y8 r4`."""

    cards: tuple[Card, ...]
    row: int
    moment: ClassVar[str] = WINDOW

    def __str__(self) -> str:
        return f"add {labels(self.cards)} r{self.row}"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The cards that are added."""
        return tuple(map(label, self.cards))

    @property
    def place(self) -> str:
        """The row."""
        return f"r{self.row}"

    @classmethod
    def read(cls, words: Sequence[str]) -> Add:
        """One or more cards and a row."""
        if len(words) < 2:
            raise NotationError(Said("the move is written {form}", form=quoted("add G8 Y8 r4")))
        return cls(read_cards(words[:-1], "add G8 Y8 r4"), read_row(words[-1]))

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Add]:
        """Every way to make a larger row of the one just built."""
        row = new_row(state, seat)
        if row is None:
            return
        cards, known, room = guild_hand(state, seat)
        before = row.cards
        for bag in larger(before, state.options.run_overlength):
            more = bag & ~before
            if more & ~cards == 0 and (more & ~known).bit_count() <= room:
                yield cls(guild_cards(more), row.id)

    def judge(self, state: State, seat: Seat) -> Verdict:
        """Earns what the row gains for the team (A-SR-70)."""
        options = state.options
        if not options.teams:
            reason = "A row grows by a Mason only; partners add in TeamPlay."
            return refuse(options, "no_additions", reason, "SRO-40", "A-SR-20")
        row = find_row(state, self.row)
        if row is None:
            return no_such_row(options, self.row)
        if new_row(state, seat) is not row:
            reason = "A row can be added to by the builder’s partner only, before the next player draws."
            return refuse(options, "window_closed", reason, "SRT-43", "SRT-46", "A-SR-68")
        bag = gather(self.cards)
        wrong = (
            no_row_cards(self.cards, options) or missing(state, seat, self.cards) or no_row(row.cards | bag, options)
        )
        if wrong is not None:
            return wrong
        lines = gain(row, row.grown(seat, bag, options), seat, options)
        return Verdict(legal=True, rules=cite(options, "SRT-43", "SRT-44", "A-SR-69"), lines=lines)

    def points(self, state: State, seat: Seat) -> int:
        """What the row gains for the team."""
        row, options = find_row(state, self.row), state.options
        return 0 if row is None else gained(row, row.grown(seat, gather(self.cards), options), seat, options)

    def play(self, state: State, seat: Seat) -> State:
        """The cards belong to the builder's row; the turn is where it was (SRT-42, A-SR-69)."""
        row = find_row(state, self.row)
        changes = without(state, seat, gather(self.cards))
        if row is not None:
            changes["rows"] = with_row(state, row.grown(seat, gather(self.cards), state.options))
        return checked(skip_stuck(state.but(phase=DRAW, last=None, **changes)), seat)


@dataclass(frozen=True, slots=True)
class Rescue(CardPlay):
    """`rescue RAp`."""

    word: ClassVar[str] = "rescue"
    moment: ClassVar[str] = WINDOW

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Rescue]:
        """The card that the partner has just discarded."""
        card = _discarded(state, seat)
        if card is not None:
            yield cls(card)

    def judge(self, state: State, seat: Seat) -> Verdict:
        """Before the next player draws (SRT-46)."""
        options = state.options
        if not options.teams:
            return refuse(options, "no_rescue", "Partners rescue discards in TeamPlay.", "SRO-25", "C-SR-12")
        card = _discarded(state, seat)
        if card is None:
            reason = "Only a partner’s discard can be picked up, before the next player draws."
            return refuse(options, "window_closed", reason, "SRT-45", "SRT-46", "A-SR-71")
        if card != self.card:
            reason = Said("The partner discarded {card}, not {card2}.", card=label(card), card2=label(self.card))
            return refuse(options, "not_on_top", reason, "SRT-45", "A-SR-71")
        return allow(options, "SRT-45", "SRT-46", "A-SR-71")

    def play(self, state: State, seat: Seat) -> State:
        """The card is in the partner's hand; the turn is where it was (SRT-42)."""
        return skip_stuck(state.but(phase=DRAW, last=None, **taken_from_brickyard(state, seat, ())))


def can_help(state: State) -> tuple[Seat, ...]:
    """The partner, where the open window leaves it something to do."""
    if state.last is None:
        return ()
    partner = state.options.partner(state.last.seat)
    if partner is None:
        return ()
    rescues = _discarded(state, partner) is not None
    return (partner,) if rescues or next(iter(Add.legal(state, partner)), None) is not None else ()


def new_row(state: State, seat: Seat) -> Row | None:
    """The row that this seat's partner has just built, while the window is open (A-SR-68)."""
    if not _helps(state, seat) or state.last is None or not isinstance(state.last.move, Build):
        return None
    return find_row(state, next_row_id(state) - 1)


def _discarded(state: State, seat: Seat) -> Card | None:
    """The card that this seat's partner has just discarded, while it is the top of the brickyard (A-SR-71)."""
    if not _helps(state, seat) or state.last is None or not isinstance(state.last.move, Discard):
        return None
    card = state.last.move.card
    return card if state.brickyard is None or state.brickyard[-1:] == (card,) else None


def _helps(state: State, seat: Seat) -> bool:
    return (
        state.phase == WINDOW
        and state.last is not None
        and state.options.teams
        and state.options.partner(state.last.seat) == seat
    )
