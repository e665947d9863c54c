"""Reading one JSON object field by field: a wrong key or type is one clear line that names it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.errors import PositionError
from engine.games.stonerow.cards import CARDS, HIDDEN_LABEL, UNKNOWN
from engine.games.stonerow.notation import SUCH
from engine.said import Said, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.core import Seat
    from engine.games.stonerow.cards import Card

MOST_CARDS: Final = 200
"""No list of a position is longer: far more than any deck has cards."""


@dataclass(frozen=True, slots=True)
class Shape:
    """An object of a position, what it is called in complaints, and the keys that it may have."""

    given: Mapping[str, Any]
    where: str
    keys: frozenset[str]

    def __post_init__(self) -> None:
        """Raises `PositionError` for what is no object and for a key that is unknown."""
        if not isinstance(self.given, dict):
            raise PositionError(f"{self.where!r} is {self.given!r}; it is an object")
        for key in self.given:
            if key not in self.keys:
                raise PositionError(f"unknown key {key!r} in {self.where!r}; known are {', '.join(sorted(self.keys))}")

    def wrong(self, key: str, expected: str) -> PositionError:
        """The complaint about a field."""
        return PositionError(f"{key!r} in {self.where!r} takes {expected}, not {self.given.get(key)!r}")

    def maybe_whole(self, key: str, low: int = 0, high: int = MOST_CARDS) -> int | None:
        """A whole number, None where it is not told."""
        value = self.given.get(key)
        if value is None:
            return None
        if not _is_whole(value, low, high):
            raise self.wrong(key, f"a whole number from {low} to {high}")
        return int(value)

    def whole(self, key: str, high: int, default: int) -> int:
        """A whole number from 0."""
        value = self.maybe_whole(key, 0, high)
        return default if value is None else value

    def needed(self, key: str, high: int) -> int:
        """A whole number from 0 that has to be told."""
        value = self.maybe_whole(key, 0, high)
        if value is None:
            raise self._missing(key)
        return value

    def flag(self, key: str, *, default: bool) -> bool:
        """True or false."""
        value = self.given.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def one_of(self, key: str, values: Sequence[str], default: str) -> str:
        """One of some words."""
        value = self.given.get(key, default)
        if value not in values:
            raise self.wrong(key, f"one of {', '.join(values)}")
        return str(value)

    def items(self, key: str) -> list[Any]:
        """A list, empty where it is not told."""
        value = self.given.get(key)
        if value is None:
            return []
        if not isinstance(value, list) or len(value) > MOST_CARDS:
            raise self.wrong(key, f"a list of at most {MOST_CARDS}")
        return value

    def card(self, key: str) -> Card | None:
        """A card, None where it is not told."""
        value = self.given.get(key)
        return None if value is None else read_label(value, key)

    def cards(self, key: str) -> tuple[Card, ...] | None:
        """A list of cards, None where it is not told."""
        if self.given.get(key) is None:
            return None
        return tuple(read_label(value, key) for value in self.items(key))

    def counts(self, key: str, number: int) -> tuple[int, ...]:
        """So many whole numbers, zeros where they are not told."""
        return tuple(size or 0 for size in self.sizes(key, number, 0))

    def sizes(self, key: str, number: int, default: int | None = None) -> tuple[int | None, ...]:
        """So many whole numbers, each of which may be null."""
        value = self.given.get(key)
        if value is None:
            return (default,) * number
        expected = f"{number} whole numbers"
        if not isinstance(value, list) or len(value) != number:
            raise self.wrong(key, expected)
        if not all(entry is None or _is_whole(entry, 0, MOST_CARDS) for entry in value):
            raise self.wrong(key, expected)
        return tuple(value)

    def seats(self, key: str, last: Seat) -> tuple[Seat, ...]:
        """A list of different seats."""
        value = self.items(key)
        if not all(_is_whole(entry, 0, last) for entry in value) or len(set(value)) < len(value):
            raise self.wrong(key, f"different seats from 0 to {last}")
        return tuple(value)

    def part(self, key: str, keys: frozenset[str]) -> Shape:
        """An object within."""
        if key not in self.given:
            raise self._missing(key)
        return Shape(self.given[key], key, keys)

    def _missing(self, key: str) -> PositionError:
        return PositionError(f"{key!r} in {self.where!r} is missing; this phase needs it")


def read_label(value: object, where: str) -> Card:
    """The card of a label, `?` for an unknown one; `PositionError` otherwise."""
    if value == HIDDEN_LABEL:
        return UNKNOWN
    if not isinstance(value, str) or value not in CARDS:
        form = "{word} in {what} is no card; {rest}, or ? where it is unknown"
        raise PositionError(Said(form, word=quoted(value), what=quoted(where), rest=SUCH))
    return CARDS[value]


def _is_whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
