"""Draws that are a function of a seed and a name, the same on any machine and with any version of Python."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")


class Dice:
    """A stream of draws. Another name under the same seed is another stream, so that new draws change no old ones."""

    def __init__(self, seed: int, name: str = "") -> None:
        digest = hashlib.sha256(f"{seed}/{name}".encode()).digest()
        self._random = random.Random(int.from_bytes(digest[:8], "big"))
        self._seed, self._name = seed, name

    def __repr__(self) -> str:
        return f"Dice({self._seed!r}, {self._name!r})"

    def stream(self, name: str) -> Dice:
        """A stream of its own below this one."""
        return Dice(self._seed, f"{self._name}/{name}")

    def between(self, low: float, high: float) -> float:
        """A number from low to high. Only `random()` is asked: its values are promised never to change."""
        return low + (high - low) * self._random.random()

    def chance(self, share: float) -> bool:
        """True in that share of draws."""
        return self._random.random() < share

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return min(high, low + int((high - low + 1) * self._random.random()))

    def pick(self, choices: Sequence[T]) -> T:
        """One of the choices."""
        return choices[self.whole(0, len(choices) - 1)]

    def mixed(self, items: Sequence[T]) -> list[T]:
        """The items in another order."""
        left = list(items)
        return [left.pop(self.whole(0, len(left) - 1)) for _ in items]
