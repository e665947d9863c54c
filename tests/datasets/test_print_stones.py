"""The printed pieces of Stones, read back. Sources: ST-1 … ST-7 and A-ST-02 for what there is and how many."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from printed_pages import page_sizes, pictures

from datasets.sheets.paper import PAPERS
from datasets.sheets.pdf import pdf
from datasets.sheets.stones import other_grid, stones_sheets, tile_grid, token_grid
from datasets.stoneboard.board import PLACE_RADIUS, RIVER_RADIUS, base_place
from datasets.stoneboard.pieces import LABELS, piece, raster
from datasets.stoneboard.tiles import TILES, TileError, parse

if TYPE_CHECKING:
    from datasets.sheets.grid import Grid

TENTH = 0.1 + 1e-6


@lru_cache(maxsize=2)
def printed(paper: str) -> bytes:
    return pdf(stones_sheets(PAPERS[paper]), "stones")


def test_tiles_are_every_subset_with_one_to_five_steps() -> None:
    assert len(TILES) == 35
    counts = Counter(parse(label) for label in TILES)
    assert set(counts.values()) == {1}
    assert {steps for _, steps in counts} == {1, 2, 3, 4, 5}
    assert len({sizes for sizes, _ in counts}) == 7


@pytest.mark.parametrize("label", ["S/2", "SM/3", "SML/5", "L/0", "SL/6"])
def test_tiles_are_named_as_in_the_contract(label: str) -> None:
    assert piece(label).width == piece(label).height == 40.0


@pytest.mark.parametrize(
    "label", ["", "S", "S/", "/3", "MS/1", "SS/1", "s/1", "S/10", "S/-1", "S/١", "SML/x", "token:pink"]
)
def test_another_label_is_refused(label: str) -> None:
    with pytest.raises(TileError, match="no tile is called"):
        piece(label)


def test_every_piece_draws_and_differs() -> None:
    small = {label: raster(label, 1.5) for label in LABELS}
    assert {"token:red", "token:blue", "token:green", "token:yellow", "token:gold", "five", "marker", "base"} <= set(
        small
    )
    assert len({picture.tobytes() for picture in small.values()}) == len(LABELS)


def test_the_boards_places_keep_clear_of_the_river_and_the_edge() -> None:
    for stack in range(6):
        x, y = base_place(stack)
        assert min(x, y, 260 - x, 260 - y) >= PLACE_RADIUS
        assert np.hypot(x - 130, y - 130) - PLACE_RADIUS > RIVER_RADIUS - 2
    assert base_place(0)[1] < base_place(1)[1] < base_place(2)[1]
    assert base_place(1)[0] > 130, "clockwise from the mark at the top"


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_are_the_papers_size(paper: str) -> None:
    sizes = page_sizes(printed(paper))
    assert len(sizes) == 10
    assert all(size == pytest.approx((PAPERS[paper].width, PAPERS[paper].height), abs=0.01) for size in sizes)


def covered(page: np.ndarray, grid: Grid) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of what is coloured in every cell, mm; blank cells are left out."""
    found = []
    for number in range(grid.count):
        x, y = grid.cell(number)
        x0, y0 = round(x * 10), round(y * 10)
        cell = page[y0 : y0 + round(grid.height * 10), x0 : x0 + round(grid.width * 10)]
        inked = np.min(cv2.split(cell), axis=0) < 190
        if inked.mean() > 0.05:
            rows, columns = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
            found.append(
                tuple(v / 10 for v in (x0 + columns[0], y0 + rows[0], x0 + columns[-1] + 1, y0 + rows[-1] + 1))
            )
    return found


@pytest.mark.parametrize(("paper", "front"), list(product(PAPERS, [4, 6, 8])))
def test_backs_lie_behind_their_fronts(paper: str, front: int) -> None:
    """Sheets that are not full show it: a blank cell has a blank behind it, and edges meet to a tenth of a mm."""
    grid = {4: tile_grid, 6: token_grid, 8: other_grid}[front](PAPERS[paper])
    faces, backs = (covered(page, grid) for page in turned_over(*pictures(printed(paper), [front, front + 1])))
    assert len(faces) == len(backs) == {4: 11, 6: 76, 8: 11}[front]
    slack = 1.6 if front == 6 else 0.15
    for face, back in zip(faces, backs, strict=True):
        assert face == pytest.approx(back, abs=slack)


def turned_over(front: np.ndarray, back: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Both sides as seen from the front."""
    return front, back[:, ::-1]


@pytest.mark.parametrize("paper", PAPERS)
def test_tiles_are_40_mm(paper: str) -> None:
    (page,) = pictures(printed(paper), [5])
    lefts = covered(page, tile_grid(PAPERS[paper]))
    assert len(lefts) == 11
    for left, top, right, bottom in lefts:
        assert (right - left, bottom - top) == pytest.approx((40.0, 40.0), abs=TENTH)


def test_the_boards_halves_join() -> None:
    left, right = pictures(printed("a4"), [0, 1])
    seam_left, seam_right = ((40 + 130) * 10) - 4, (40 * 10) + 3
    rows = slice(300, 2600)
    difference = np.abs(left[rows, seam_left].astype(int) - right[rows, seam_right].astype(int)).max(axis=1)
    assert (difference > 60).mean() < 0.06
