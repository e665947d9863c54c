"""What the mat of StoneRow has: the piles, the tower, and before each player rows and deflectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vision.games.stonerow.plane import POKER
from vision.scene.mat import GAP, Layout

if TYPE_CHECKING:
    from vision.scene.mat import Mat, Zone

CARD: Final = (POKER[0] + GAP, POKER[1] + GAP)
"""The place of a poker card, mm."""


def _middle(blank: Mat) -> tuple[Zone, ...]:
    """The piles, and on a table's mat the tower below them: six cards, or for two teams twice six."""
    piles = ("quarry", "brickyard", "keystone")
    if blank.size == "sheet":
        return blank.row((blank.height - CARD[1]) / 2, piles, CARD)
    top = (blank.height - 2 * CARD[1] - GAP) / 2
    tower = blank.row(top + CARD[1] + GAP, ("tower",), (6 * CARD[0], CARD[1]))
    return blank.row(top, (*piles, "golddiggers"), CARD) + tower


LAYOUT: Final = Layout(0, (2, 4), _middle, ("rows", "deflectors"), share=0.8)
