"""Pieces in a grid on sheets, cut lines round them, and backs that meet their fronts when the sheet is turned over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.art.drawing import Drawing, Fill, Line, placed
from datasets.art.letters import Pen, write
from datasets.art.place import Place
from datasets.art.shape import box, polygon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.art.drawing import Marks
    from datasets.sheets.paper import Paper

CUT: Final = "#8f8f8f"
CUT_WIDTH: Final = 0.12
TICK: Final = 3.4
NOTE: Final = Pen(1.8, 0.22, "#6f6f6f")
NOTE_X: Final = 4.4
"""Few printers reach nearer to the edge, mm."""
RULER: Final = 50.0


@dataclass(frozen=True, slots=True)
class Grid:
    """Equal cells in the middle of a sheet: `width` × `height` mm each, `gap` mm between them."""

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    gap: float = 0.0

    @property
    def count(self) -> int:
        """Cells on a sheet."""
        return self.columns * self.rows

    @property
    def left(self) -> float:
        """Where the first column begins, mm."""
        return (self.paper.width - self.columns * self.width - (self.columns - 1) * self.gap) / 2

    @property
    def top(self) -> float:
        """Where the first row begins, mm."""
        return (self.paper.height - self.rows * self.height - (self.rows - 1) * self.gap) / 2

    def cell(self, number: int, mirrored: bool = False) -> tuple[float, float]:
        """Top left corner of a cell, mm, counted along rows; `mirrored` is its place on the sheet's other side."""
        row, column = divmod(number, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        return self.left + column * (self.width + self.gap), self.top + row * (self.height + self.gap)


def sheet(paper: Paper, marks: Marks) -> Drawing:
    """An upright sheet with marks on it."""
    return Drawing(paper.width, paper.height, box(0, 0, paper.width, paper.height), marks)


def on_grid(grid: Grid, pieces: Sequence[Drawing], mirrored: bool) -> Marks:
    """Pieces in their cells, each in the middle of its own."""
    marks: Marks = ()
    for number, piece in enumerate(pieces):
        x, y = grid.cell(number, mirrored)
        spot = Place(x + (grid.width - piece.width) / 2, y + (grid.height - piece.height) / 2)
        marks += placed(piece.marks, spot)
        if not mirrored:
            marks += (Line(spot.shape(piece.outline), CUT_WIDTH, CUT, closed=True),)
    return marks


def ticks(grid: Grid) -> Marks:
    """Short lines in the margin where a ruler is laid to cut."""
    right = grid.left + grid.columns * (grid.width + grid.gap) - grid.gap
    bottom = grid.top + grid.rows * (grid.height + grid.gap) - grid.gap
    across = {grid.left + c * (grid.width + grid.gap) + side for c in range(grid.columns) for side in (0.0, grid.width)}
    down = {grid.top + r * (grid.height + grid.gap) + side for r in range(grid.rows) for side in (0.0, grid.height)}
    upright = [polygon((x, y), (x, y + TICK)) for x in sorted(across) for y in (grid.top - TICK - 0.6, bottom + 0.6)]
    level = [polygon((x, y), (x + TICK, y)) for y in sorted(down) for x in (grid.left - TICK - 0.6, right + 0.6)]
    return tuple(Line(line, CUT_WIDTH * 1.5, "#000000") for line in (*upright, *level))


def note(paper: Paper, text: str) -> Marks:
    """A line up the left margin, and a ruler of 50 mm up the right one to check the printer's scale with."""
    line = placed(write(text.upper(), NOTE, 0, 0), Place(NOTE_X, paper.height / 2, turn=-90))
    x, y = paper.width - 5.2, (paper.height - RULER) / 2
    ruler = (
        polygon((x - 1, y), (x + 1, y))
        + polygon((x, y), (x, y + RULER))
        + polygon((x - 1, y + RULER), (x + 1, y + RULER))
    )
    label = placed(write("50 MM", NOTE, 0, 0), Place(x - 2.4, paper.height / 2, turn=-90))
    return (*line, Line(ruler, 0.2, "#000000"), *label)


def both_sides(
    grid: Grid, fronts: Sequence[Drawing], backs: Sequence[Drawing], title: str, bleed: str | None = None
) -> tuple[Drawing, ...]:
    """Sheets of fronts, each followed by its backs for a turn over the long edge; `bleed` colours the gaps of backs."""
    pages: list[Drawing] = []
    starts = range(0, len(fronts), grid.count)
    for number, start in enumerate(starts, 1):
        part = slice(start, start + grid.count)
        turned = on_grid(grid, backs[part], mirrored=True)
        words = f"{title} - sheet {number} of {len(starts)} - print at 100 %"
        front = (*on_grid(grid, fronts[part], mirrored=False), *ticks(grid), *note(grid.paper, f"{words} - front"))
        background = _bleeding(grid, len(backs[part]), bleed) if bleed else ()
        pages += [
            sheet(grid.paper, front),
            sheet(grid.paper, (*background, *turned, *note(grid.paper, f"{words} - back, flip on the long edge"))),
        ]
    return tuple(pages)


def _bleeding(grid: Grid, count: int, colour: str) -> Marks:
    """A background 1.5 mm beyond every back, so that a cut that is off shows no white."""
    spread = 1.5
    cells = (grid.cell(number, mirrored=True) for number in range(count))
    return tuple(
        Fill(box(x - spread, y - spread, grid.width + 2 * spread, grid.height + 2 * spread), colour) for x, y in cells
    )
