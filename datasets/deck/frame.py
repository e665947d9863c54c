"""What every face shares: the paper, the frame with its four corner stones, and the window between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.art.drawing import Drawing, Fill, placed
from datasets.art.place import Place
from datasets.art.shape import box, polygon
from datasets.deck.palette import PAPER

if TYPE_CHECKING:
    from datasets.art.drawing import Marks
    from datasets.art.shape import Shape

WIDTH: Final = 63.0
HEIGHT: Final = 88.0
CORNER: Final = 3.2
MARGIN: Final = 2.4
BAND: Final = 2.8
STONE_WIDTH: Final = 14.2
STONE_HEIGHT: Final = 24.0
MIDDLE: Final = (WIDTH / 2, HEIGHT / 2)
INDEX_X: Final = MARGIN + STONE_WIDTH / 2 + 0.6
INDEX_ROOM: Final = 10.6
INDEX_Y: Final = MARGIN + 3.6


def outline() -> Shape:
    """Where a card is cut: 63 × 88 mm with round corners."""
    return box(0, 0, WIDTH, HEIGHT, CORNER)


def panel() -> Shape:
    """The coloured area inside the paper's margin."""
    return box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN, CORNER - 1.2)


def window() -> Shape:
    """The cross that the four corner stones leave free."""
    edge = MARGIN + BAND
    left, right, top, bottom = edge, WIDTH - edge, edge, HEIGHT - edge
    x0, x1 = MARGIN + STONE_WIDTH, WIDTH - MARGIN - STONE_WIDTH
    y0, y1 = MARGIN + STONE_HEIGHT, HEIGHT - MARGIN - STONE_HEIGHT
    cut = 2.2
    return polygon(
        (x0, top),
        (x1, top),
        (x1, y0 - cut),
        (x1 + cut, y0),
        (right, y0),
        (right, y1),
        (x1 + cut, y1),
        (x1, y1 + cut),
        (x1, bottom),
        (x0, bottom),
        (x0, y1 + cut),
        (x0 - cut, y1),
        (left, y1),
        (left, y0),
        (x0 - cut, y0),
        (x0, y0 - cut),
    )


def in_corners(marks: Marks) -> Marks:
    """Marks drawn for the top left corner, in all four: the lower two stand upright for who sits opposite."""
    shifted = placed(marks, Place(WIDTH - 2 * INDEX_X, 0))
    half = marks + shifted
    return half + placed(half, Place(WIDTH, HEIGHT, turn=180))


def face(background: str, marks: Marks) -> Drawing:
    """A face: paper, the coloured panel, and the marks on it."""
    sheet = Fill(box(0, 0, WIDTH, HEIGHT), PAPER)
    return Drawing(WIDTH, HEIGHT, outline(), (sheet, Fill(panel(), background), *marks))
