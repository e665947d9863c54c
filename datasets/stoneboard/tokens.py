"""Round pieces: score tokens, five-point tokens, base stones; and the location marker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.art.colour import mix
from datasets.art.drawing import Drawing, Fill, Line, placed
from datasets.art.letters import Pen, write
from datasets.art.path import path
from datasets.art.place import Place
from datasets.art.shape import box, circle, polygon, ring
from datasets.stoneboard.palette import GOLD, GOLD_DARK, GOLD_LIGHT, INK, PAPER, PLAYERS
from datasets.stoneboard.pebbles import outline

if TYPE_CHECKING:
    from datasets.art.drawing import Marks

TOKEN: Final = 20.0
FIVE: Final = 26.0
BASE: Final = 40.0
MARKER: Final = (24.0, 32.0)


def _disc(diameter: float, marks: Marks) -> Drawing:
    """A round piece; `marks` are drawn about its middle, past its edge for a cut that is off."""
    middle = diameter / 2
    return Drawing(diameter, diameter, circle(middle, middle, middle), placed(marks, Place(middle, middle)))


def _sign(player: str, colour: str) -> Marks:
    """A player's sign, another shape for each colour, with a reach of 5."""
    shapes = {
        "red": polygon((0, -5), (4.8, 3.6), (-4.8, 3.6)),
        "blue": path("M 0 -5.2 C 3 -1.4 4.2 0.4 4.2 2 A 4.2 3.6 0 0 1 -4.2 2 C -4.2 0.4 -3 -1.4 0 -5.2 Z"),
        "green": circle(0, -2.6, 2.6),
        "yellow": box(-3.9, -3.9, 7.8, 7.8, 0.8),
    }
    marks: Marks = (Fill(shapes[player], colour),)
    if player == "green":
        leaves = tuple(Fill(Place(turn=turn).shape(shapes["green"]), colour) for turn in (120.0, 240.0))
        marks += leaves
    return marks


def score_token(player: str) -> Drawing:
    """The coloured side of a player's score token."""
    colour = PLAYERS[player]
    half = TOKEN / 2
    rim = mix(colour, "#000000", 0.3)
    return _disc(
        TOKEN,
        (
            Fill(circle(0, 0, half + 1.5), colour),
            Fill(ring(0, 0, half - 0.9, half - 1.7), rim),
            Fill(circle(0, 0, half - 2.6), PAPER),
            *_sign(player, colour if player != "yellow" else mix(colour, "#7a4a00", 0.3)),
        ),
    )


def _cairn(colour: str, shade: str) -> Marks:
    """Three pebbles on one another, reach 5."""
    rows = ((3.4, 2.9, 0.3), (-0.4, 2.2, 1.4), (-3.4, 1.5, 2.2))
    return tuple(
        Fill(outline(0, y + dy, radius, phase), tone)
        for y, radius, phase in rows
        for dy, tone in ((0.35, shade), (0.0, colour))
    )


def golden(diameter: float) -> Marks:
    """The background of a golden side."""
    half = diameter / 2
    return (
        Fill(circle(0, 0, half + 1.5), GOLD),
        Fill(ring(0, 0, half - 0.9, half - 1.7), GOLD_DARK),
        Fill(circle(0, 0, half - 2.4), GOLD_LIGHT),
    )


def gold_side() -> Drawing:
    """The golden side of every score token: an earned point."""
    return _disc(TOKEN, (*golden(TOKEN), *_cairn(GOLD_DARK, "#6f4e06")))


def five() -> Drawing:
    """A five-point token, the same on both sides."""
    pearls = tuple(Fill(Place(turn=72.0 * n).shape(circle(0, -9.0, 1.2)), GOLD_DARK) for n in range(5))
    return _disc(FIVE, (*golden(FIVE), *pearls, *write("5", Pen(9.6, 2.1, INK), 0, -4.8)))


def base_stone() -> Drawing:
    """A flat base stone from above."""
    rings = tuple(Line(circle(0, 0, r), 0.5, "#8f9596", closed=True) for r in (6.5, 12.0, 17.0))
    return _disc(BASE, (Fill(circle(0, 0, BASE / 2 + 1.5), "#a9afae"), Fill(circle(0, 0, 18.4), "#b9bfbd"), *rings))


def marker() -> Drawing:
    """The location marker: a pin whose point lies at its stack."""
    width, height = MARKER
    half = width / 2
    shape = path(f"M {half} {height} L 2.4 19.4 A {half} {half} 0 1 1 {width - 2.4} 19.4 Z")
    marks = (
        Fill(shape, INK),
        Line(shape, 2.0, INK, closed=True),
        Fill(circle(half, half, 8.8), PAPER),
        *placed(_cairn(INK, "#6c635b"), Place(half, half + 0.6, 1.35)),
    )
    return Drawing(width, height, shape, marks)
