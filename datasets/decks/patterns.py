"""Patterns for backgrounds and backs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.art.drawing import Fill, Line, Window
from datasets.art.path import path
from datasets.art.place import Place
from datasets.art.shape import bounds, box, circle, polygon, regular
from datasets.deck.masonry import joints

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.art.drawing import Marks
    from datasets.art.shape import Shape
    from datasets.decks.dice import Dice

    Area = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A kind of pattern with its pitch and line width in mm and its turn in degrees."""

    kind: str
    pitch: float
    width: float
    turn: float

    def over(self, shape: Shape, background: str, ink: str) -> Marks:
        """The pattern in `ink` on `background` inside a shape."""
        left, top, right, bottom = bounds(shape)
        area = (left, top, right - left, bottom - top)
        return Fill(shape, background), Window(shape, KINDS[self.kind](self, area, ink))


def _rows(pattern: Pattern, area: Area) -> list[tuple[float, float]]:
    """Points of a staggered lattice over an area."""
    x, y, width, height = area
    step = pattern.pitch
    return [
        (x + (column + row % 2 / 2) * step, y + row * step * 0.87)
        for row in range(int(height / step / 0.87) + 2)
        for column in range(-1, int(width / step) + 2)
    ]


def _plain(pattern: Pattern, area: Area, ink: str) -> Marks:
    del pattern, area, ink
    return ()


def _lines(pattern: Pattern, area: Area, ink: str) -> Marks:
    x, y, width, height = area
    reach = math.hypot(width, height) / 2 + pattern.pitch
    middle = Place(x + width / 2, y + height / 2, turn=pattern.turn)
    count = int(reach / pattern.pitch)
    return tuple(
        Line(middle.shape(polygon((-reach, n * pattern.pitch), (reach, n * pattern.pitch))), pattern.width, ink)
        for n in range(-count, count + 1)
    )


def _lattice(pattern: Pattern, area: Area, ink: str) -> Marks:
    other = Pattern(pattern.kind, pattern.pitch, pattern.width, 180 - pattern.turn)
    return _lines(pattern, area, ink) + _lines(other, area, ink)


def _dots(pattern: Pattern, area: Area, ink: str) -> Marks:
    return tuple(Fill(circle(x, y, pattern.width * 1.6), ink) for x, y in _rows(pattern, area))


def _diamonds(pattern: Pattern, area: Area, ink: str) -> Marks:
    return tuple(Fill(regular(x, y, 4, pattern.pitch * 0.36), ink) for x, y in _rows(pattern, area))


def _scales(pattern: Pattern, area: Area, ink: str) -> Marks:
    half = pattern.pitch / 2
    return tuple(
        Line(path(f"M {x - half:.3f} {y:.3f} A {half} {half} 0 0 0 {x + half:.3f} {y:.3f}"), pattern.width, ink)
        for x, y in _rows(pattern, area)
    )


def _bricks(pattern: Pattern, area: Area, ink: str) -> Marks:
    return joints(area, (pattern.pitch * 1.7, pattern.pitch), pattern.width, ink)


def _rays(pattern: Pattern, area: Area, ink: str) -> Marks:
    x, y, width, height = area
    reach, count = math.hypot(width, height), 2 * max(6, round(60 / pattern.pitch))
    step = math.radians(360 / count)
    middle = (x + width / 2, y + height / 2)
    wedges = [
        [(middle[0] + reach * math.cos(a), middle[1] + reach * math.sin(a)) for a in (n * step, (n + 1) * step)]
        for n in range(0, count, 2)
    ]
    return tuple(Fill(polygon(middle, *wedge), ink) for wedge in wedges)


def _rings(pattern: Pattern, area: Area, ink: str) -> Marks:
    x, y, width, height = area
    count = int(math.hypot(width, height) / 2 / pattern.pitch) + 1
    return tuple(
        Line(circle(x + width / 2, y + height / 2, (n + 1) * pattern.pitch), pattern.width, ink, closed=True)
        for n in range(count)
    )


def _checks(pattern: Pattern, area: Area, ink: str) -> Marks:
    x, y, width, height = area
    step = pattern.pitch
    spots = [(c, r) for r in range(int(height / step) + 1) for c in range(int(width / step) + 1) if (c + r) % 2]
    return tuple(Fill(box(x + c * step, y + r * step, step, step), ink) for c, r in spots)


KINDS: Final[dict[str, Callable[[Pattern, Area, str], Marks]]] = {
    "plain": _plain,
    "lines": _lines,
    "lattice": _lattice,
    "dots": _dots,
    "diamonds": _diamonds,
    "scales": _scales,
    "bricks": _bricks,
    "rays": _rays,
    "rings": _rings,
    "checks": _checks,
}


def random_pattern(dice: Dice, plain: float = 0.0) -> Pattern:
    """Some pattern; none at all in the share `plain` of draws."""
    kinds = tuple(KINDS)[1:]
    kind = "plain" if dice.chance(plain) else dice.pick(kinds)
    return Pattern(kind, dice.between(3.0, 8.0), dice.between(0.25, 0.8), dice.pick((0.0, 90.0, 45.0, 30.0)))
