"""Stones on sheets: the board in two halves, 35 tiles, 76 score tokens, five-point tokens, marker and base stones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.art.drawing import Drawing, Line, Window, placed
from datasets.art.place import Place
from datasets.art.shape import box, polygon
from datasets.sheets.grid import Grid, both_sides, note, sheet
from datasets.stoneboard.board import SIDE as BOARD
from datasets.stoneboard.pieces import TOKENS, piece
from datasets.stoneboard.tiles import SIDE as TILE
from datasets.stoneboard.tiles import TILES
from datasets.stoneboard.tokens import BASE, TOKEN

if TYPE_CHECKING:
    from datasets.sheets.paper import Paper

TOKENS_A_COLOUR: Final = 19
FIVES: Final = 4
BASES: Final = 6


def tile_grid(paper: Paper) -> Grid:
    """Four by six tiles."""
    return Grid(paper, 4, 6, TILE, TILE)


def token_grid(paper: Paper) -> Grid:
    """Eight by ten tokens."""
    return Grid(paper, 8, 10, TOKEN, TOKEN, 3.0)


def other_grid(paper: Paper) -> Grid:
    """Three by four places for the larger pieces."""
    return Grid(paper, 3, 4, BASE, BASE, 12.0)


def board_halves(paper: Paper) -> tuple[Drawing, ...]:
    """The board's left and right half, a sheet each, with arrows where they meet."""
    whole = piece("board")
    half = BOARD / 2
    x, y = (paper.width - half) / 2, (paper.height - BOARD) / 2
    pages = []
    for number in range(2):
        clip = Window(box(x, y, half, BOARD), placed(whole.marks, Place(x - number * half, y)))
        seam = x + half if number == 0 else x
        cut = Line(box(x, y, half, BOARD), 0.12, "#8f8f8f", closed=True)
        arrows = tuple(
            Line(
                polygon((seam - 1.6, level - 3 * away), (seam, level - 0.8 * away), (seam + 1.6, level - 3 * away)),
                0.3,
                "#000000",
            )
            for level, away in ((y, 1), (y + BOARD, -1))
        )
        words = f"Stones, the board - half {number + 1} of 2 - print at 100 %, cut and join at the arrows"
        pages.append(sheet(paper, (clip, cut, *arrows, *note(paper, words))))
    return tuple(pages)


def stones_sheets(paper: Paper) -> tuple[Drawing, ...]:
    """Every sheet; the board has no back, the others are fronts and backs in turn."""
    tiles = [piece(label) for label in TILES]
    tokens = [piece(label) for label in TOKENS for _ in range(TOKENS_A_COLOUR)]
    others = [piece("base")] * BASES + [piece("five")] * FIVES + [piece("marker")]
    return (
        *board_halves(paper),
        *both_sides(tile_grid(paper), tiles, [piece("back")] * len(tiles), "Stones, tiles"),
        *both_sides(token_grid(paper), tokens, [piece("token:gold")] * len(tokens), "Stones, score tokens"),
        *both_sides(other_grid(paper), others, others, "Stones, base stones, five-point tokens, marker"),
    )
