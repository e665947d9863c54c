"""Words of a move's line: cards, rows, and the complaint where they are something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import NotationError
from engine.games.stonerow.cards import CARDS
from engine.said import Said, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.stonerow.cards import Card

MOST_DIGITS: Final = 4
SUCH: Final = "a card is such as R7 (red 7), BSu (blue Surveyor) or Hw (Highwayman)"
"""What to write where something is no card."""


def read_card(word: str) -> Card:
    """The card of a label; `NotationError` otherwise."""
    if word not in CARDS:
        raise NotationError(Said("{word} is no card; {rest}", word=quoted(word), rest=SUCH))
    return CARDS[word]


def read_cards(words: Sequence[str], form: str) -> tuple[Card, ...]:
    """One or more cards, put into the order of the notation."""
    if not words:
        raise NotationError(Said("a card is missing; the move is written {form}", form=quoted(form)))
    return tuple(sorted(map(read_card, words)))


def read_row(word: str) -> int:
    """The number of a row's id: `r3` is 3."""
    digits = word[1:]
    plain = digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS and not digits.startswith("0")
    if not word.startswith("r") or not plain:
        raise NotationError(
            Said("{word} is no row; a row is r and the number in which it was laid, such as r3", word=quoted(word))
        )
    return int(digits)


def only(words: Sequence[str], number: int, form: str) -> Sequence[str]:
    """The words, if there are that many; `NotationError` shows the form otherwise."""
    if len(words) != number:
        raise NotationError(Said("the move is written {form}", form=quoted(form)))
    return words
