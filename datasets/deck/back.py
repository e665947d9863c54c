"""The back of every card: the same both ways up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.art.drawing import Drawing, Fill, Line, Window, placed
from datasets.art.place import Place
from datasets.art.shape import box, circle, polygon, regular
from datasets.deck.frame import HEIGHT, MIDDLE, WIDTH, outline
from datasets.deck.guild import SYMBOLS
from datasets.deck.masonry import joints
from datasets.deck.palette import COPPER

if TYPE_CHECKING:
    from datasets.art.drawing import Marks

BACKGROUND: Final = "#1f4a4f"
WALL: Final = "#2d6266"
SOFT: Final = "#417c7d"
EDGE: Final = 3.4


def _field() -> Marks:
    """The wall inside the border, half of it drawn and turned."""
    half = joints((-26, 0, 52, 38), (10.4, 7.6), 0.6, SOFT)
    x, y = MIDDLE
    return (*placed(half, Place(x, y)), *placed(half, Place(x, y, turn=180)))


def _medal() -> Marks:
    """Two arches that meet in one keystone, about 0, 0."""
    half = (
        *placed(SYMBOLS["R"](COPPER, BACKGROUND), Place(0, -9.4, 0.62)),
        Line(polygon((-8.6, -2.4), (8.6, -2.4)), 0.9, COPPER),
    )
    return (
        Fill(regular(0, 0, 8, 21.4, 22.5), BACKGROUND),
        Line(regular(0, 0, 8, 20.2, 22.5), 0.9, COPPER, closed=True),
        Line(regular(0, 0, 8, 17.8, 22.5), 0.4, COPPER, closed=True),
        *half,
        *placed(half, Place(turn=180)),
        Fill(
            circle(-12, 0, 1.2)
            + circle(12, 0, 1.2)
            + regular(0, 0, 4, 1.9)
            + regular(5, 0, 4, 1.5)
            + regular(-5, 0, 4, 1.5),
            COPPER,
        ),
    )


def back() -> Drawing:
    """The card's back; its plain edge hides a cut that is half a millimetre off."""
    inside = box(EDGE, EDGE, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE, 1.6)
    marks = (
        Fill(box(0, 0, WIDTH, HEIGHT), BACKGROUND),
        Fill(inside, WALL),
        Window(inside, _field()),
        Line(inside, 0.9, COPPER, closed=True),
        *placed(_medal(), Place(*MIDDLE)),
    )
    return Drawing(WIDTH, HEIGHT, outline(), marks)
