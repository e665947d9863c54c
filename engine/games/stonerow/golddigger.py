"""Action 3: a GoldDigger takes three cards from the quarry, or up to three of choice from the brickyard.

SRO-47…50, SRT-37…39; A-SR-48…50.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, Final

from engine.errors import NotationError
from engine.games.stonerow.cards import FOREMAN, GOLDDIGGER, UNITS, UNKNOWN, Card, count, label, labels
from engine.games.stonerow.held import missing
from engine.games.stonerow.notation import read_cards
from engine.games.stonerow.play import Play
from engine.games.stonerow.rules import allow, refuse
from engine.games.stonerow.state import (
    Last,
    State,
    can_reshuffle,
    could_have,
    drawn_from_quarry,
    out_of_sight,
    taken_from_brickyard,
    without,
)
from engine.games.stonerow.turns import finish, refilled
from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core import Seat, Verdict

MOST: Final = 3
"""Cards that a GoldDigger brings (SRO-49, SRO-50)."""
FORM: Final = "dig quarry' or 'dig brickyard R5 Ma"


@dataclass(frozen=True, slots=True)
class DigQuarry(Play):
    """`dig quarry`."""

    once: ClassVar[tuple[str, ...]] = ("SRO-26", "SRO-31")

    def __str__(self) -> str:
        return "dig quarry"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The GoldDigger."""
        return (label(GOLDDIGGER),)

    @classmethod
    def read(cls, words: Sequence[str]) -> DigQuarry:
        """The word `quarry`."""
        if list(words) != ["quarry"]:
            raise NotationError(Said("the move is written {form}", form=f"'{FORM}'"))
        return cls()

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[DigQuarry]:
        """One, where the quarry has a card."""
        if could_have(state, seat, GOLDDIGGER) and available(state) > 0:
            yield DIG_QUARRY

    def judge(self, state: State, seat: Seat) -> Verdict:
        """A GoldDigger of the hand and something to dig (A-SR-48)."""
        options = state.options
        wrong = missing(state, seat, (GOLDDIGGER,))
        if wrong is not None:
            return wrong
        number = available(state)
        if number == 0:
            return refuse(options, "quarry_empty", "The quarry has no card to dig for.", "SRO-49", "A-SR-48")
        return allow(options, "SRO-47", "SRO-48", "SRO-49", *(("A-SR-48",) if number < MOST else ()))

    def play(self, state: State, seat: Seat) -> State:
        """Three cards more, or what is there; TeamPlay refills the quarry on the way (A-SR-14, A-SR-48)."""
        state = _spent(state, seat)
        owed = min(MOST, available(state))
        while owed:
            if state.options.teams:
                state = refilled(state)
            number = owed if state.quarry is None else min(owed, state.quarry)
            state = state.but(**drawn_from_quarry(state, seat, number))
            owed -= number
        asks = not state.options.teams and could_have(state, seat, FOREMAN)
        return finish(state, seat, {}, Last(seat, self) if asks else None)


@dataclass(frozen=True, slots=True)
class DigBrickyard(Play):
    """`dig brickyard R5 Ma`."""

    cards: tuple[Card, ...]
    once: ClassVar[tuple[str, ...]] = ("SRO-26", "SRO-31")

    def __str__(self) -> str:
        return f"dig brickyard {labels(self.cards)}"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The GoldDigger, and the cards that are taken."""
        return (label(GOLDDIGGER), *map(label, self.cards))

    @classmethod
    def read(cls, words: Sequence[str]) -> DigBrickyard:
        """The word `brickyard` and one to three cards."""
        if not words or words[0] != "brickyard":
            raise NotationError(Said("the move is written {form}", form=f"'{FORM}'"))
        return cls(read_cards(words[1:], "dig brickyard R5 Ma"))

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[DigBrickyard]:
        """Every choice of one to three cards of the brickyard, equal ones once."""
        if not state.brickyard or not could_have(state, seat, GOLDDIGGER):
            return
        pile = sorted(card for card in state.brickyard if card != UNKNOWN)
        distinct = len(set(pile)) == len(pile)
        for number in range(1, MOST + 1):
            choices = combinations(pile, number)
            yield from map(cls, choices if distinct else dict.fromkeys(choices))

    def judge(self, state: State, seat: Seat) -> Verdict:
        """A GoldDigger of the hand and one to three cards that lie in the brickyard (A-SR-49)."""
        options = state.options
        wrong = missing(state, seat, (GOLDDIGGER,))
        if wrong is not None:
            return wrong
        if len(self.cards) > MOST:
            reason = Said("A GoldDigger takes up to {most} cards, not {many}.", most=MOST, many=len(self.cards))
            return refuse(options, "too_many_cards", reason, "SRO-50", "A-SR-49")
        absent = Counter(self.cards) - Counter(state.brickyard or ())
        unknown = None if state.brickyard is None else state.brickyard.count(UNKNOWN)
        if absent and ((unknown is not None and absent.total() > unknown) or not self._out_of_sight(state, absent)):
            reason = Said("{cards} is not in the brickyard.", cards=labels(sorted(absent)))
            return refuse(options, "not_in_brickyard", reason, "SRO-50", "A-SR-49")
        return allow(options, "SRO-47", "SRO-48", "SRO-50", "A-SR-49")

    @staticmethod
    def _out_of_sight(state: State, absent: Counter[Card]) -> bool:
        hidden = out_of_sight(state)
        return all(card != FOREMAN and count(hidden, card) >= number for card, number in absent.items())

    def play(self, state: State, seat: Seat) -> State:
        """The cards are in the hand, the rest stays as it lay."""
        state = _spent(state, seat)
        return finish(state, seat, taken_from_brickyard(state, seat, self.cards))


def read_dig(words: Sequence[str]) -> DigQuarry | DigBrickyard:
    """Either way to dig: they share a word."""
    return DigQuarry.read(words) if list(words) == ["quarry"] else DigBrickyard.read(words)


def available(state: State) -> int:
    """How many cards a GoldDigger finds in the quarry; TeamPlay shuffles the brickyard in first (A-SR-48)."""
    if state.quarry is None:
        return MOST
    more = len(state.brickyard) - 1 if state.options.teams and state.brickyard and can_reshuffle(state) else 0
    return min(MOST, state.quarry + more)


def _spent(state: State, seat: Seat) -> State:
    """The GoldDigger lies near the keystone, out of play (SRO-48, A-SR-50)."""
    return state.but(golddiggers=state.golddiggers + 1, **without(state, seat, UNITS[GOLDDIGGER]))


DIG_QUARRY: Final = DigQuarry()
