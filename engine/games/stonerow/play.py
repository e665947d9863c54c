"""What every kind of move is: its notation, when it may be made, what allows it and what it changes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from engine.core import Move
from engine.games.stonerow.cards import label
from engine.games.stonerow.notation import only, read_card
from engine.games.stonerow.state import ACTION

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core import Seat, Verdict
    from engine.games.stonerow.cards import Card
    from engine.games.stonerow.state import State


class Play(Move, ABC):
    """A move of StoneRow. `judge` and `play` come after `turns.refused` has let the seat make it now."""

    __slots__ = ()
    moment: ClassVar[str] = ACTION
    """The phase in which it is made."""
    once: ClassVar[tuple[str, ...]] = ("SRO-26",)
    """The rules to cite to a seat that has had its turn and would make this move too."""

    @classmethod
    @abstractmethod
    def read(cls, words: Sequence[str]) -> Self:
        """The move that the words after the first say; `NotationError` otherwise."""

    @classmethod
    @abstractmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Self]:
        """Every move of this kind that the seat can make; a draw or an action is asked for on its turn only."""

    @abstractmethod
    def judge(self, state: State, seat: Seat) -> Verdict:
        """Whether this move is one of them, and what it earns."""

    def points(self, state: State, seat: Seat) -> int:
        """What it earns where it is legal, as `judge` says: nothing, for most kinds."""
        return 0

    @abstractmethod
    def play(self, state: State, seat: Seat) -> State:
        """The state after it."""


@dataclass(frozen=True, slots=True)
class CardPlay(Play):
    """A move of one card: its word and the card's label, such as `discard B8`."""

    card: Card
    word: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.word} {label(self.card)}"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The card."""
        return (label(self.card),)

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """A card."""
        return cls(read_card(only(words, 1, f"{cls.word} B8")[0]))
