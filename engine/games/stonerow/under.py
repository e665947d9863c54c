"""What lies under a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Lying
from engine.games.stonerow.cards import cards_of, label

if TYPE_CHECKING:
    from engine.games.stonerow.rows import Row
    from engine.games.stonerow.state import State


def under(state: State, what: str) -> tuple[Lying, ...]:
    """The card (`R7`), or the uppermost one of a row (`r3`), and the cards of the layers under it, from the top down.

    Cards of one layer lie side by side; a marker lies on its whole row. Source: A-SR-24.
    """
    for row in state.rows:
        piles = _piles(row)
        for at, names in enumerate(piles):
            if what in names or (what == f"r{row.id}" and at == 0):
                chosen = what if what in names else names[0]
                return tuple(Lying(name, name) for name in (chosen, *(n for pile in piles[at + 1 :] for n in pile)))
    return ()


def _piles(row: Row) -> list[list[str]]:
    """The labels of a row's markers and of its layers, the uppermost first."""
    layers = [[label(card) for card in cards_of(layer.cards)] for layer in reversed(row.layers)]
    return [*([label(card)] for card in reversed(row.markers)), *layers]
