"""Action 1: building a StoneRow, one new set or run from the hand.

SRO-27, SRO-30, SRT-19, SRT-22, SRB-25, SRB-28; A-SR-17…22, C-SR-14.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from engine.core import Line, Verdict
from engine.games.stonerow.cards import RANKS, Bag, Card, gather, guild_cards, is_guild, label, labels
from engine.games.stonerow.combinations import FORBID, flaw, name, rule_of, runs, sets, worths
from engine.games.stonerow.held import guild_hand, missing
from engine.games.stonerow.notation import read_cards
from engine.games.stonerow.play import Play
from engine.games.stonerow.rows import Layer, Row
from engine.games.stonerow.rules import cite, refuse
from engine.games.stonerow.state import Last, next_row_id, without
from engine.games.stonerow.turns import finish
from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core import Seat
    from engine.games.stonerow.options import StoneRowOptions
    from engine.games.stonerow.state import State


@dataclass(frozen=True, slots=True)
class Build(Play):
    """`build R7 R8 R9`."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"build {labels(self.cards)}"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The cards of the row."""
        return tuple(map(label, self.cards))

    @classmethod
    def read(cls, words: Sequence[str]) -> Build:
        """The cards of the row."""
        return cls(read_cards(words, "build R7 R8 R9"))

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Build]:
        """Every set and run in the hand."""
        cards, known, room = guild_hand(state, seat)
        if not room:
            return map(build_of, rows_in(cards, state.options))
        elsewhere, table = ~cards, every_build(state.options.run_overlength, min(room + known.bit_count(), len(RANKS)))
        if not known:
            return [move for bag, move in table if not bag & elsewhere]
        return [move for bag, move in table if not bag & elsewhere and (bag & ~known).bit_count() <= room]

    def judge(self, state: State, seat: Seat) -> Verdict:
        """Cards of the hand that make a set or a run."""
        wrong = no_row_cards(self.cards, state.options) or missing(state, seat, self.cards)
        if wrong is not None:
            return wrong
        return _worth(gather(self.cards), next_row_id(state), state.options)

    def points(self, state: State, seat: Seat) -> int:
        """What the new row is worth."""
        return worths(state.options.run_overlength)[gather(self.cards)]

    def play(self, state: State, seat: Seat) -> State:
        """A new row lies before the seat; in TeamPlay its partner may add to it (SRT-43)."""
        bag = gather(self.cards)
        row = Row(next_row_id(state), seat, (Layer(seat, bag),))
        changes = {"rows": (*state.rows, row)} | without(state, seat, bag)
        return finish(state, seat, changes, Last(seat, self) if state.options.teams else None)


def rows_in(cards: Bag, options: StoneRowOptions) -> list[Bag]:
    """Every row that these number and guild cards make at this table (A-SR-19)."""
    found = sets(cards) + runs(cards)
    if options.run_overlength != FORBID:
        return found
    table = worths(options.run_overlength)
    return [bag for bag in found if bag in table]


@cache
def every_build(overlength: str, longest: int) -> tuple[tuple[Bag, Build], ...]:
    """Every row of so many cards at the most, with the move that lays it: a hidden hand may hold most of them."""
    return tuple((bag, build_of(bag)) for bag in worths(overlength) if bag.bit_count() <= longest)


@cache
def build_of(bag: Bag) -> Build:
    """The move that lays this row."""
    return Build(guild_cards(bag))


def no_row_cards(cards: Sequence[Card], options: StoneRowOptions) -> Verdict | None:
    """The refusal of action cards in a row (A-SR-22)."""
    for card in cards:
        if not is_guild(card):
            reason = Said("{card} is an action card; rows are of number and guild cards.", card=label(card))
            return refuse(options, "action_card_in_row", reason, "SRO-53", "A-SR-22")
    return None


def no_row(bag: Bag, options: StoneRowOptions) -> Verdict | None:
    """The refusal of number and guild cards that make neither a set nor a run."""
    if bag in worths(options.run_overlength):
        return None
    return refuse(options, *_flaw(bag, options))


def _flaw(bag: Bag, options: StoneRowOptions) -> tuple[str, ...]:
    word, reason, official = flaw(bag, options.run_overlength)
    return (word, reason, *official)


@cache
def _worth(bag: Bag, number: int, options: StoneRowOptions) -> Verdict:
    """The verdict on laying these cards as row `number`."""
    wrong = no_row(bag, options)
    if wrong is not None:
        return wrong
    line = Line(
        worths(options.run_overlength)[bag],
        Said("{combination} in {row}", combination=name(bag), row=f"r{number}"),
        cite(options, *rule_of(bag)),
    )
    return Verdict(legal=True, rules=cite(options, "SRO-27", *rule_of(bag)), lines=(line,))
