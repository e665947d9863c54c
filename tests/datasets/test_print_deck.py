"""The printed deck, read back: cards true to a tenth of a millimetre, backs behind their fronts."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from printed_pages import edges, page_sizes, pictures

from datasets.art.colour import channels
from datasets.art.pixels import raster
from datasets.deck.back import BACKGROUND
from datasets.deck.frame import HEIGHT, MARGIN, WIDTH
from datasets.deck.palette import GUILD_TINTS
from datasets.sheets.deck import deck_grid, deck_sheets
from datasets.sheets.paper import PAPERS, PaperError, paper_named
from datasets.sheets.pdf import pdf

TENTH = 0.1 + 1e-6


def bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = channels(colour)
    return blue, green, red


@lru_cache(maxsize=2)
def printed(paper: str) -> bytes:
    """Both sides of the first and the last sheet, and between them the one with the action cards."""
    sheets = deck_sheets(PAPERS[paper])
    assert len(sheets) == 18
    return pdf([*sheets[:2], sheets[12], *sheets[16:]], "deck")


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_are_the_papers_size(paper: str) -> None:
    sizes = page_sizes(printed(paper))
    assert len(sizes) == 5
    for width, height in sizes:
        assert width == pytest.approx(PAPERS[paper].width, abs=0.01)
        assert height == pytest.approx(PAPERS[paper].height, abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
def test_cards_are_true_to_a_tenth_of_a_millimetre(paper: str) -> None:
    grid = deck_grid(PAPERS[paper])
    (front,) = pictures(printed(paper), [0])
    red = bgr(GUILD_TINTS["R"].main)
    for column in range(3):
        x, y = grid.cell(column)
        across = edges(front[round((y + 4) * 10)], red)
        left = min(start for start, _ in across if start > x)
        right = max(end for _, end in across if end < x + WIDTH)
        assert left == pytest.approx(x + MARGIN, abs=TENTH)
        assert right == pytest.approx(x + WIDTH - MARGIN, abs=TENTH)
        down = edges(front[:, round((x + 4) * 10)], red)
        assert down[0][0] == pytest.approx(y + MARGIN, abs=TENTH)
        assert down[-1][1] == pytest.approx(grid.top + 3 * HEIGHT - MARGIN, abs=TENTH)


@pytest.mark.parametrize("paper", PAPERS)
def test_backs_lie_behind_their_fronts_when_turned_over_the_long_edge(paper: str) -> None:
    """The last sheet holds three cards: turned over, their backs' ground covers just the fronts, and 1.5 mm more."""
    front, back = pictures(printed(paper), [3, 4])
    turned = back[:, ::-1]
    grid = deck_grid(PAPERS[paper])
    background = edges(turned[round((grid.top + 1) * 10)], bgr(BACKGROUND))
    assert background[0][0] == pytest.approx(grid.left - 1.5, abs=TENTH)
    assert background[-1][1] == pytest.approx(grid.left + 3 * WIDTH + 1.5, abs=TENTH)
    down = edges(turned[:, round((grid.left + 1) * 10)], bgr(BACKGROUND))
    assert down[0][0] == pytest.approx(grid.top - 1.5, abs=TENTH)
    assert down[-1][1] == pytest.approx(grid.top + HEIGHT + 1.5, abs=TENTH)
    assert front.shape == back.shape


def test_print_and_pixels_show_the_same() -> None:
    """One drawing for both: a page through a PDF reader and through our own raster."""
    page = deck_sheets(PAPERS["a4"])[12]
    ours = raster(page, 4)[:, :, :3].astype(int)
    theirs = pictures(printed("a4"), [2], 4)[0].astype(int)[: ours.shape[0], : ours.shape[1]]
    difference = np.abs(ours - theirs).max(axis=2)
    assert difference.mean() < 3
    assert (difference > 90).mean() < 0.01


def test_the_same_deck_gives_the_same_file() -> None:
    sheets = deck_sheets(PAPERS["a4"])[:2]
    assert pdf(sheets, "x") == pdf(sheets, "x")


def test_another_paper_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(PaperError, match="choose one of a4, letter"):
        paper_named("a3")
