"""Shuffling: the same seed and the same count of shuffles give the same order, on every machine."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.stonerow.cards import Card


def shuffled(cards: Sequence[Card], seed: int, number: int) -> tuple[Card, ...]:
    """The cards of the game's `number`-th shuffle, bottom first."""
    order = list(cards)
    random.Random(f"stonerow/{seed}/{number}").shuffle(order)
    return tuple(order)
