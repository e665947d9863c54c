"""The action cards' emblems, each about 0, 0 with a reach of 10."""

from __future__ import annotations

from typing import TYPE_CHECKING

from datasets.art.colour import mix
from datasets.art.drawing import Fill, Line, placed
from datasets.art.path import path
from datasets.art.place import Place
from datasets.art.shape import box, circle, polygon
from datasets.deck.palette import GOLD, PAPER, SLATE, STONE
from datasets.deck.tools import hammer, trowel

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.art.drawing import Marks

WOOD = "#9b6a38"


def highwayman(tint: str) -> Marks:
    """A masked rider in a three-cornered hat."""
    return (
        Fill(path("M -7.4 -1 C -7.4 6 -4 9.6 0 9.6 C 4 9.6 7.4 6 7.4 -1 Z"), "#e3b78f"),
        Fill(path("M -8 2.6 C -4 4.2 4 4.2 8 2.6 C 7 8 3.4 10.2 0 10.6 C -3.4 10.2 -7 8 -8 2.6 Z"), tint),
        Fill(
            path(
                "M -8.4 -2.6 H 8.4 C 8.4 2.2 4.6 3.6 1.4 1.2 "
                "C 0.6 0.6 -0.6 0.6 -1.4 1.2 C -4.6 3.6 -8.4 2.2 -8.4 -2.6 Z"
            ),
            SLATE,
        ),
        Fill(circle(-4.2, -0.2, 1.35) + circle(4.2, -0.2, 1.35), PAPER),
        Fill(circle(-4.2, -0.2, 0.6) + circle(4.2, -0.2, 0.6), SLATE),
        Fill(
            path("M -10.6 -1.6 C -8 -4.4 -6.6 -9.6 0 -9.8 C 6.6 -9.6 8 -4.4 10.6 -1.6 C 5 -4 -5 -4 -10.6 -1.6 Z"), SLATE
        ),
        Line(path("M -9.4 -2.6 C -5 -5 5 -5 9.4 -2.6"), 0.8, tint),
        Fill(circle(0, -7.2, 1.2), GOLD),
    )


def mason(tint: str) -> Marks:
    """A trowel over three bricks."""
    dark = mix(tint, "#2a1208", 0.35)
    bricks = (
        Fill(box(-9.4, 5.4, 9.0, 4.2, 0.6), tint),
        Fill(box(0.4, 5.4, 9.0, 4.2, 0.6), dark),
        Fill(box(-4.5, 0.4, 9.0, 4.2, 0.6), mix(tint, PAPER, 0.15)),
    )
    mortar = Line(path("M -4 -0.2 C -2 -1.2 2 0.6 4 -0.4"), 1.2, STONE)
    return (*bricks, mortar, *placed(trowel(SLATE, "#b9c0c6", WOOD), Place(0.6, -4.6, 0.62, turn=125)))


def gold_digger(tint: str) -> Marks:
    """A pickaxe over three nuggets."""
    nuggets = tuple(
        Fill(
            polygon(
                *(
                    (x + dx * r, y + dy * r)
                    for dx, dy in ((-1, 0.2), (-0.4, -0.8), (0.5, -0.7), (1, 0.1), (0.5, 0.8), (-0.6, 0.8))
                )
            ),
            c,
        )
        for x, y, r, c in ((-5.6, 6.6, 3.0, GOLD), (5.4, 6.8, 3.2, GOLD), (0, 7.4, 3.4, tint))
    )
    shine = tuple(
        Line(polygon((x, y), (x + 1.2, y - 0.7)), 0.6, PAPER) for x, y in ((-6.8, 6), (4.2, 6.2), (-1.4, 6.8))
    )
    pick = (
        Line(polygon((0, -6.6), (0, 8)), 1.9, WOOD),
        Fill(
            path(
                "M -10 -1.6 C -7 -6.6 -3 -8.6 0 -8.6 C 3 -8.6 7 -6.6 10 -1.6 "
                "C 6.4 -4.4 3 -5.4 0 -5.4 C -3 -5.4 -6.4 -4.4 -10 -1.6 Z"
            ),
            SLATE,
        ),
        Fill(box(-1.7, -9.4, 3.4, 4.8, 0.5), SLATE),
    )
    return (*placed(pick, Place(0, -0.6, turn=28)), *nuggets, *shine)


def displacer(tint: str) -> Marks:
    """A horseshoe magnet that draws a hammer."""
    shoe = "M -7.6 0.6 V 2.4 A 7.6 7.6 0 0 0 7.6 2.4 V 0.6 H 3.4 V 2.4 A 3.4 3.4 0 0 1 -3.4 2.4 V 0.6 Z"
    field = "M -8.6 -4 C -9.6 -6 -9.2 -8 -8 -9.4 M 8.6 -4 C 9.6 -6 9.2 -8 8 -9.4 M -5.6 -4.6 V -7 M 5.6 -4.6 V -7"
    return (
        Fill(path(shoe), tint),
        Fill(box(-7.6, -2.4, 4.2, 3.4) + box(3.4, -2.4, 4.2, 3.4), SLATE),
        Line(path(field), 0.9, mix(tint, PAPER, 0.35)),
        *placed(hammer(SLATE, WOOD), Place(0, -4.6, 0.44, turn=24)),
    )


def foreman(tint: str) -> Marks:
    """The foreman's bell that rings for overtime."""
    dark = mix(GOLD, "#5a3d00", 0.35)
    return (
        Line(path("M -8.4 -3.4 C -9.6 -1 -9.6 1.4 -8.8 3.6 M 8.4 -3.4 C 9.6 -1 9.6 1.4 8.8 3.6"), 1.0, tint),
        Line(circle(0, -8.2, 1.5), 1.2, dark, closed=True),
        Fill(circle(0, 6.6, 2.2), SLATE),
        Fill(
            path("M -6.8 5 C -5 3 -5.4 -1 -4.6 -3.4 C -3.8 -6 -2 -7 0 -7 C 2 -7 3.8 -6 4.6 -3.4 C 5.4 -1 5 3 6.8 5 Z"),
            GOLD,
        ),
        Fill(box(-7.6, 4.4, 15.2, 2.2, 1.1), dark),
        Line(path("M -2.6 -3.4 C -3.2 -1.4 -3.2 0.4 -3.4 2"), 0.9, "#f7dc8a"),
    )


EMBLEMS: dict[str, Callable[[str], Marks]] = {
    "Hw": highwayman,
    "Ma": mason,
    "Gd": gold_digger,
    "Di": displacer,
    "Fo": foreman,
}
