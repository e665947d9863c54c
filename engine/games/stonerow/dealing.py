"""What the table does: shuffling and dealing, turning up the keystone and the first card of the brickyard.

SRO-12…18, SRT-7…13, SRT-16, SRB-4…12; A-SR-05…08, A-SR-53, A-SR-62, A-SR-64, A-SR-65. With a seed all of it follows
from the seed. Without one, what is turned up is a move of the table, so that a record replays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from engine.core import TABLE
from engine.games.stonerow.cards import (
    FOREMAN,
    HIDDEN_LABEL,
    UNKNOWN,
    Card,
    cards_of,
    gather,
    is_guild,
    kinds,
    label,
    size,
)
from engine.games.stonerow.notation import only, read_card
from engine.games.stonerow.options import HANDS, deck
from engine.games.stonerow.play import CardPlay, Play
from engine.games.stonerow.rules import allow, refuse
from engine.games.stonerow.shuffle import shuffled
from engine.games.stonerow.state import DEAL, DRAW, OVER, State, foreman_holder, out_of_sight
from engine.games.stonerow.turns import CHANCE, match_won
from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core import Seat, Verdict
    from engine.games.stonerow.options import StoneRowOptions


def dealt(options: StoneRowOptions, seed: int | None, dealer: Seat, before: State | None = None) -> State:
    """A new deal: hands and quarry, with a seed also keystone and brickyard. Of the state before, towers remain."""
    number = 0 if before is None else before.shuffles + 1
    players, each = options.players, HANDS[options.players]
    state = State(
        options=options,
        hands=(0,) * players,
        hidden=(each,) * players,
        brickyard=(),
        quarry=size(deck(options)) - players * each,
        deflectors=(0,) * players,
        dealer=dealer,
        turn=options.left_of(dealer),
        phase=DEAL,
        towers=(0, 0) if before is None else before.towers,
        seed=seed,
        shuffles=number if seed is not None else 0,
    )
    if seed is None:
        return state
    order = shuffled(cards_of(deck(options)), seed, number)
    hands = tuple(gather(order[len(order) - each * (seat + 1) : len(order) - each * seat]) for seat in range(players))
    known = state.but(hands=hands, hidden=(0,) * players, order=order)
    return known if foreman_holder(known) is not None else revealed(known)


def revealed(state: State) -> State:
    """Keystone and brickyard turned up from a known quarry; a Foreman goes to the tower (A-SR-06, A-SR-07)."""
    while state.phase == DEAL and state.order is not None and state.quarry:
        state = _turned_up(state, state.order[state.quarry - 1])
    return state


def _turned_up(state: State, card: Card) -> State:
    """The next card of the quarry lies open: as keystone, as brickyard, by the tower, or again under the quarry."""
    left = None if state.quarry is None else state.quarry - 1
    if card == FOREMAN:
        return state.but(quarry=left, overtime=True)
    if state.keystone is not None:
        return state.but(quarry=left, brickyard=(card,), phase=DRAW)
    if not is_redrawn(card, state.options):
        return state.but(quarry=left, keystone=card)
    under = state.order and (card, *state.order[:left])
    return state.but(order=under)


def is_redrawn(card: Card, options: StoneRowOptions) -> bool:
    """Whether a card that comes up as keystone is put back for another (A-SR-05)."""
    return options.keystone_action_card == "redraw" and not is_guild(card) and card != FOREMAN


@dataclass(frozen=True, slots=True)
class Deal(Play):
    """`deal`: after a round of TeamPlay all cards are collected, shuffled and dealt again (SRT-16)."""

    moment: ClassVar[str] = CHANCE

    def __str__(self) -> str:
        return "deal"

    @classmethod
    def read(cls, words: Sequence[str]) -> Deal:
        """No words."""
        only(words, 0, "deal")
        return cls()

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Deal]:
        """One, between two rounds."""
        if seat == TABLE and state.phase == OVER and state.options.teams and not match_won(state):
            yield cls()

    def judge(self, state: State, seat: Seat) -> Verdict:
        """Only the table deals, and only when a round is over and the match is not."""
        options = state.options
        if not options.teams:
            return refuse(options, "no_new_deal", "The cards are dealt once.", "SRO-13", "SRO-24")
        wrong = _not_the_table(state, seat)
        if wrong is not None:
            return wrong
        if state.phase != OVER:
            return refuse(options, "round_not_over", "The round is not over.", "SRT-14", "SRT-16")
        if match_won(state):
            return refuse(options, "game_over", "A team has completed its tower.", "SRT-17", "SRT-52")
        return allow(options, "SRT-16", "A-SR-62", "A-SR-64", "A-SR-65")

    def play(self, state: State, seat: Seat) -> State:
        """The deal has passed to the left; only the tower cards stay."""
        return dealt(state.options, state.seed, state.options.left_of(state.dealer), state)


@dataclass(frozen=True, slots=True)
class TurnUp(CardPlay):
    """What the next card of an unknown quarry turned out to be."""

    moment: ClassVar[str] = CHANCE
    rules: ClassVar[tuple[str, ...]]

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Self]:
        """Every card that it may be."""
        if seat == TABLE and cls.is_next(state):
            yield from (cls(card) for card in cls.cards(state) if not cls.goes_back(state, card))

    @classmethod
    def cards(cls, state: State) -> tuple[Card, ...]:
        """The cards that are out of sight."""
        return kinds(out_of_sight(state))

    @classmethod
    def is_next(cls, state: State) -> bool:
        """Whether it is this card's turn to be turned up."""
        raise NotImplementedError

    @classmethod
    def goes_back(cls, state: State, card: Card) -> bool:
        """Whether the house rules put this card back and turn up the next."""
        return False

    def judge(self, state: State, seat: Seat) -> Verdict:
        """Only the table turns up cards, in order, and each exists once."""
        options = state.options
        wrong = _not_the_table(state, seat)
        if wrong is not None:
            return wrong
        if not self.is_next(state):
            return refuse(options, "not_to_be_turned", "No such card is turned up now.", *self.rules)
        if self.card not in self.cards(state):
            reason = Said("{card} lies elsewhere, or is not in this deck.", card=label(self.card))
            return refuse(options, "lies_elsewhere", reason, "A-SR-01", "A-SR-02")
        if self.goes_back(state, self.card):
            return refuse(options, "keystone_redrawn", "An action card goes back; turn up the next.", "A-SR-05")
        return allow(options, *self.rules, *(("A-SR-06", "A-SR-07") if self.card == FOREMAN else ()))

    def play(self, state: State, seat: Seat) -> State:
        """It lies in its place; a Foreman goes to the tower, and the next card is turned up."""
        return _turned_up(state, self.card)


@dataclass(frozen=True, slots=True)
class TurnKeystone(TurnUp):
    """`keystone Y9` (SRO-16)."""

    word: ClassVar[str] = "keystone"
    rules: ClassVar[tuple[str, ...]] = ("SRO-16", "SRO-17")

    @classmethod
    def is_next(cls, state: State) -> bool:
        """First of all."""
        return state.phase == DEAL and state.keystone is None

    @classmethod
    def goes_back(cls, state: State, card: Card) -> bool:
        """An action card, where the house rule says so (A-SR-05)."""
        return is_redrawn(card, state.options)


@dataclass(frozen=True, slots=True)
class TurnBrickyard(TurnUp):
    """`brickyard R5` (SRO-18); `brickyard ?` where nobody saw what it was before it was drawn.

    The rules know no unseen card: it was turned up all the same, so the same rule is cited, and what it was stays open.
    """

    word: ClassVar[str] = "brickyard"
    rules: ClassVar[tuple[str, ...]] = ("SRO-18",)

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """A card, or `?`."""
        if list(words) == [HIDDEN_LABEL]:
            return cls(UNKNOWN)
        return cls(read_card(only(words, 1, f"{cls.word} B8")[0]))

    @classmethod
    def cards(cls, state: State) -> tuple[Card, ...]:
        """The cards that are out of sight, and the one that nobody saw."""
        return (*kinds(out_of_sight(state)), UNKNOWN)

    @classmethod
    def is_next(cls, state: State) -> bool:
        """After the keystone."""
        return state.phase == DEAL and state.keystone is not None


def _not_the_table(state: State, seat: Seat) -> Verdict | None:
    if seat == TABLE:
        return None
    return refuse(state.options, "tables_move", "The table turns up cards, no player does.", "SRO-16", "SRO-18")
