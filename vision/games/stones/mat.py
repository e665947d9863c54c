"""What the mat of Stones has: the board, the tiles, and before each player stones and golden tokens."""

from __future__ import annotations

from typing import Final

from vision.recognise.stones import gauges
from vision.recognise.stones.board import SIDE
from vision.scene.mat import GAP, Layout, Mat, Zone

TILE: Final = gauges.TILE + GAP
"""The side of the place of a tile, mm."""
BOARD: Final = SIDE + GAP
"""The side of the place of the board, mm."""


def _middle(blank: Mat) -> tuple[Zone, ...]:
    """The display and the tiles face down; on a table's mat with the board above them."""
    if blank.size == "sheet":
        top = (blank.height - 2 * TILE - GAP) / 2
        piles = blank.row(top + TILE + GAP, ("facedown", "used"), (TILE, TILE))
        return blank.row(top, ("display",), (5 * TILE, TILE)) + piles
    top = (blank.height - BOARD - TILE - GAP) / 2
    board = Zone("board", (blank.width - BOARD) / 2, top, BOARD, BOARD)
    below = top + BOARD + GAP
    left = (blank.width - 7 * TILE - 2 * GAP) / 2
    return (
        board,
        Zone("display", left, below, 5 * TILE, TILE),
        Zone("facedown", left + 5 * TILE + GAP, below, TILE, TILE),
        Zone("used", left + 6 * TILE + 2 * GAP, below, TILE, TILE),
    )


LAYOUT: Final = Layout(2, (2, 4), _middle, ("supply", "golden"), share=0.55)
