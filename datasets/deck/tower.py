"""Tower cards: six storeys that stand on one another, from the gate to the flag; one tower by day, one by night."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.art.colour import mix
from datasets.art.drawing import Fill, Line, Window
from datasets.art.letters import Pen, write
from datasets.art.path import path
from datasets.art.shape import box, circle, polygon, ring, star
from datasets.deck.frame import HEIGHT, INDEX_X, INDEX_Y, MARGIN, WIDTH, face, in_corners, panel
from datasets.deck.masonry import joints
from datasets.deck.palette import COPPER, GOLD, PAPER, SLATE

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.art.drawing import Drawing, Marks

STOREYS: Final = 6
X: Final = WIDTH / 2
HALF: Final = 15.5
"""Half the tower's width, mm: the same at every edge where two cards meet."""


@dataclass(frozen=True, slots=True)
class Light:
    """The colours of a tower: the sky at the horizon and overhead, wall, joints, openings, roof and flag."""

    low: str
    high: str
    wall: str
    joint: str
    dark: str
    roof: str
    flag: str
    ground: str


LIGHTS: Final = (
    Light("#f6dfb4", "#5fa3c7", "#e3d5ba", "#bfae8e", "#4b4238", "#b5543a", "#c5352b", "#7d9a5b"),
    Light("#7b5a86", "#17233f", "#a9a3b3", "#827c90", "#f3cf6b", "#3d4a74", "#f6c52e", "#3b4a4a"),
)


def sky(storey: int, light: Light) -> Marks:
    """Five bands of this storey's part of the sky, lighter towards the horizon."""
    bands = 5
    tall = HEIGHT / bands
    marks: list[Fill] = []
    for band in range(bands):
        height = (storey - 1 + (bands - band - 0.5) / bands) / STOREYS
        marks.append(Fill(box(0, band * tall - 0.2, WIDTH, tall + 0.4), mix(light.low, light.high, height)))
    return tuple(marks)


def _wall(light: Light, top: float, bottom: float, half: float = HALF) -> Marks:
    """A stretch of the tower, with shade along its right side."""
    area = (X - half, top, 2 * half, bottom - top)
    shade = Fill(box(X + half * 0.45, top, half * 0.55, bottom - top), mix(light.wall, light.joint, 0.5))
    return (
        Fill(box(*area), light.wall),
        shade,
        Window(box(*area), joints(area, (half * 0.62, 6.285), 0.55, light.joint)),
    )


def _opening(light: Light, top: float, width: float, height: float) -> Marks:
    """A round-arched opening with a rim of stone."""
    half = width / 2
    arch = "M {0} {3} V {1} A {2} {2} 0 0 1 {4} {1} V {3} Z"
    inner = path(arch.format(X - half, top + half, half, top + height, X + half))
    rim = half + 2
    outer = path(arch.format(X - rim, top + half, rim, top + height, X + rim))
    return Fill(outer, light.joint), Fill(inner, light.dark)


def _base(light: Light) -> Marks:
    """The gate on its mound."""
    mound = path("M 0 88 V 72 C 14 64 49 64 63 72 V 88 Z")
    plinth = polygon((X - HALF, 48), (X + HALF, 48), (X + HALF + 5, 72), (X - HALF - 5, 72))
    steps = tuple(
        Fill(box(X - 8 - 1.6 * n, 70.4 + 2.6 * n, 16 + 3.2 * n, 2.2, 0.4), mix(light.wall, light.joint, 0.25 * n))
        for n in range(3)
    )
    return (
        Fill(mound, light.ground),
        *_wall(light, 0, 50),
        Fill(plinth, light.wall),
        Window(plinth, joints((X - 22, 48, 44, 24), (9.6, 6.0), 0.55, light.joint)),
        *_opening(light, 43, 13, 28),
        Line(polygon((X, 45), (X, 71)), 0.6, light.joint),
        *steps,
    )


def _hall(light: Light) -> Marks:
    """Two windows, a banner and a string course."""
    return (
        *_wall(light, 0, HEIGHT),
        *_opening(light, 14, 8, 19),
        *_opening(light, 54, 8, 19),
        Fill(box(X - HALF - 1.6, 41.4, 2 * HALF + 3.2, 4.2, 0.8), light.joint),
    )


def _gallery(light: Light) -> Marks:
    """A balcony on corbels before a wide door."""
    corbels = tuple(
        Fill(path(f"M {x} 55 H {x + 4} V 59 C {x + 4} 61 {x} 61 {x} 59 Z"), light.joint) for x in range(14, 47, 7)
    )
    rails = tuple(
        Fill(box(x, 43, 1.7, 8, 0.6), light.wall) for x in (11.4, 15.8, 20.2, 24.6, 29, 32.3, 36.7, 41.1, 45.5, 49.9)
    )
    return (
        *_wall(light, 0, HEIGHT),
        *_opening(light, 22, 13, 29),
        *corbels,
        *rails,
        Fill(box(9.4, 50.6, WIDTH - 18.8, 4.6, 0.8), light.wall),
        Fill(box(9.4, 53.6, WIDTH - 18.8, 1.6, 0.6), light.joint),
        Fill(box(9.4, 40.8, WIDTH - 18.8, 2.6, 1.0), light.joint),
    )


def _clock(light: Light) -> Marks:
    """A clock that shows ten to two."""
    y = 42.0
    return (
        *_wall(light, 0, HEIGHT),
        Fill(circle(X, y, 13), light.joint),
        Fill(circle(X, y, 11.2), PAPER),
        Fill(star(X, y, 12, (9.8, 8.2)), light.joint),
        Fill(circle(X, y, 7.4), PAPER),
        Line(polygon((X - 4.4, y - 2.6), (X, y), (X + 5.4, y - 4.4)), 1.5, SLATE),
        Fill(circle(X, y, 1.5), COPPER),
        Fill(ring(X, y, 13, 12.4), mix(light.joint, SLATE, 0.4)),
    )


def _battlements(light: Light) -> Marks:
    """A wider crown of battlements round a slender turret."""
    merlons = tuple(Fill(box(X - 23 + 10 * n, 34, 6, 9, 0.5), light.wall) for n in range(5))
    corbels = tuple(
        Fill(polygon((x, 55), (x + 4.4, 55), (x + 2.2, 61)), light.joint)
        for x in (9.4, 15.4, 21.4, 27.4, 33.4, 39.4, 45.4, 49.2)
    )
    slits = tuple(Fill(box(x, 66, 2.4, 12, 1.2), light.dark) for x in (X - 9, X - 1.2, X + 6.6))
    return (
        *_wall(light, 52, HEIGHT),
        *_wall(light, 0, 44),
        *corbels,
        *merlons,
        Fill(box(X - 23, 42, 46, 13, 0.5), light.wall),
        Window(box(X - 23, 42, 46, 13), joints((X - 23, 42, 46, 13), (9.2, 6.5), 0.55, light.joint)),
        *_opening(light, 12, 7, 16),
        *slits,
    )


def _flag(light: Light) -> Marks:
    """The roof, its weather ball and the flag."""
    roof = path(f"M {X} 28 C {X + 6} 44 {X + 13} 56 {X + 21} 66 H {X - 21} C {X - 13} 56 {X - 6} 44 {X} 28 Z")
    shade = path(f"M {X} 28 C {X + 6} 44 {X + 13} 56 {X + 21} 66 H {X + 7} C {X + 5} 52 {X + 2} 40 {X} 28 Z")
    tiles = tuple(
        Line(path(f"M {X - 24} {y} Q {X} {y + 4} {X + 24} {y}"), 0.6, mix(light.roof, "#000000", 0.25))
        for y in (38, 45, 52, 59)
    )
    flag = path(
        f"M {X} 9.6 C {X + 4} 6.8 {X + 6} 12.4 {X + 11.6} 9.6 L {X + 9.4} 14.2 "
        f"L {X + 11.6} 18.6 C {X + 6} 21.6 {X + 4} 16 {X} 19 Z"
    )
    return (
        *_wall(light, 64, HEIGHT),
        *_opening(light, 71, 7, 12),
        Fill(roof, light.roof),
        Fill(shade, mix(light.roof, "#000000", 0.16)),
        Window(roof, tiles),
        Line(polygon((X, 29), (X, 8)), 1.2, SLATE),
        Fill(circle(X, 7.6, 1.7), GOLD),
        Fill(flag, light.flag),
    )


PARTS: Final[tuple[Callable[[Light], Marks], ...]] = (_base, _hall, _gallery, _clock, _battlements, _flag)


def _index(storey: int) -> Marks:
    """`T` and the storey on slate, and as many of six steps filled."""
    plate = Fill(box(MARGIN, MARGIN, 2 * (INDEX_X - MARGIN), 19.2, 2.0), SLATE)
    steps = tuple(
        Fill(
            box(INDEX_X - 4.5 + 3.2 * (n % 3), 18.6 - 2.6 * (n // 3), 2.6, 1.9, 0.4), GOLD if n < storey else "#55606c"
        )
        for n in range(STOREYS)
    )
    code = write(f"T{storey}", Pen(7.0, 1.35, PAPER, stretch=0.75, spacing=0.6), INDEX_X, INDEX_Y)
    return (plate, *code, *steps)


def tower_card(storey: int, tower: int = 0) -> Drawing:
    """The face of a storey, 1 the base and 6 the flag; `tower` 0 stands by day, 1 by night."""
    light = LIGHTS[tower]
    scene = Window(panel(), (*sky(storey, light), *PARTS[storey - 1](light)))
    return face(light.low, (scene, *in_corners(_index(storey))))
