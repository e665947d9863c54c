"""Halves of odd makes, drawn flat: what rendered sets have seldom or never.

There are dimples of which only the painted ones count, and pips of any size, colour and order. There are frames and
double lines, or none at all. And there is what is no half: dice side by side, letters, strokes. The background is taken
from elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from models.halves.layouts import LAYOUTS
from models.halves.patch import NUMBERS, Cut

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]
    from models.halves.layouts import Spots

    Colour = tuple[float, float, float]

FINER: Final = 3
"""Drawn so many times larger, then averaged."""
LINES: Final = {"full": 0.3, "short": 0.3, "pin": 0.08, "pinned": 0.1, "double": 0.07, "none": 0.15}
"""How the middle is marked, and how often."""
MOST_CROWDED: Final = 0.46
"""A pip's largest radius, in distances of neighbours: they do not touch."""


DIMPLES: Final = LAYOUTS[9][0]
"""Where some makers press a dimple whether they paint it or not."""


@dataclass(frozen=True, slots=True)
class Odd:
    """A make from chance. Lengths in widths of the half, colours BGR 0 … 255."""

    body: Colour
    inks: tuple[Colour, ...]
    pip: float
    reach: float
    corner: float
    line: str
    line_width: float
    line_length: float
    rim: float
    hollow: bool
    glint: float
    dimples: float
    turned: bool
    mirrored: bool
    layout: float
    unsteady: float


def odd(chance: Generator) -> Odd:
    """A make."""
    body = _colour(chance)
    first = _ink(chance, body)
    many = chance.random() < 0.3
    return Odd(
        body=body,
        inks=tuple(_ink(chance, body) if many else first for _ in range(NUMBERS)),
        pip=float(chance.uniform(0.055, 0.125)),
        reach=float(chance.uniform(0.23, 0.35)),
        corner=float(chance.uniform(0.0, 0.22)),
        line=str(chance.choice(list(LINES), p=list(LINES.values()))),
        line_width=float(chance.uniform(0.015, 0.07)),
        line_length=float(chance.uniform(0.35, 0.48)),
        rim=float(chance.uniform(0.03, 0.09)) if chance.random() < 0.12 else 0.0,
        hollow=bool(chance.random() < 0.06),
        glint=float(chance.uniform(0.1, 0.7)) if chance.random() < 0.4 else 0.0,
        dimples=float(chance.uniform(0.1, 0.45)) if chance.random() < 0.25 else 0.0,
        turned=bool(chance.random() < 0.4),
        mirrored=bool(chance.random() < 0.5),
        layout=float(chance.random()),
        unsteady=float(chance.uniform(0.0, 0.012)),
    )  # fmt: skip


def draw_half(chance: Generator, background: Picture, number: int, cut: Cut) -> Picture:
    """A half with so many pips on a background S×S×3, its neighbours round it; S×S×3 BGR."""
    make = odd(chance)
    sheet = _Sheet(background, cut)
    if chance.random() < 0.35:
        _tile(sheet, make, chance, -2.0 - float(chance.uniform(0.0, 0.04)), (int(chance.integers(NUMBERS)), 0))
    _tile(sheet, make, chance, 0.0, (number, int(chance.integers(NUMBERS))))
    return sheet.finished()


def draw_none(chance: Generator, background: Picture, cut: Cut) -> Picture:
    """Something that is no half of a domino on a background S×S×3: a die, a letter, strokes; S×S×3 BGR."""
    make = odd(chance)
    sheet = _Sheet(background, cut)
    corner = max(0.1, make.corner)
    kind = int(chance.integers(3))
    if kind == 0:
        gap = float(chance.uniform(0.02, 0.12))
        sheet.box(0.0, gap, 1.0, 1.0 - gap, corner, make.body)
        sheet.box(0.0, 1.0 + gap, 1.0, 2.0, corner, make.body)
        _pips(sheet, make, chance, int(chance.integers(1, 7)), 0.0)
        return sheet.finished()
    sheet.box(0.0, 0.0, 1.0, 2.0, corner, make.body)
    for _ in range(int(chance.integers(1, 5))):
        _scribble(sheet, chance, make.inks[0] if chance.random() < 0.6 else _colour(chance), kind)
    return sheet.finished()


class _Sheet:
    """A picture to draw on in widths of the half, whose upper left corner is 0, 0."""

    def __init__(self, background: Picture, cut: Cut) -> None:
        self._cut = cut
        size = (cut.side * FINER, cut.side * FINER)
        self.pixels = cv2.resize(background, size, interpolation=cv2.INTER_LINEAR).astype(np.uint8, copy=False)

    def at(self, x: float, y: float) -> tuple[int, int]:
        scale = self._cut.half * FINER
        return round((x + self._cut.margin / self._cut.half) * scale), round(
            (y + self._cut.margin / self._cut.half) * scale
        )

    def length(self, of: float) -> int:
        return max(1, round(of * self._cut.half * FINER))

    def box(self, x0: float, y0: float, x1: float, y1: float, corner: float, colour: Colour) -> None:  # noqa: PLR0913, PLR0917
        """A rectangle with round corners."""
        r = self.length(corner) if corner > 0 else 0
        (left, top), (right, bottom) = self.at(x0, y0), self.at(x1, y1)
        cv2.rectangle(self.pixels, (left + r, top), (right - r, bottom), colour, -1)
        cv2.rectangle(self.pixels, (left, top + r), (right, bottom - r), colour, -1)
        for x in (left + r, right - r):
            for y in (top + r, bottom - r):
                cv2.circle(self.pixels, (x, y), r, colour, -1)

    def disc(self, x: float, y: float, radius: float, colour: Colour, thickness: int = -1) -> None:
        cv2.circle(self.pixels, self.at(x, y), self.length(radius), colour, thickness, cv2.LINE_AA)

    def line(self, start: tuple[float, float], end: tuple[float, float], width: float, colour: Colour) -> None:
        cv2.line(self.pixels, self.at(*start), self.at(*end), colour, self.length(width), cv2.LINE_AA)

    def finished(self) -> Picture:
        side = (self._cut.side, self._cut.side)
        return cv2.resize(self.pixels, side, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def _tile(sheet: _Sheet, make: Odd, chance: Generator, top: float, numbers: tuple[int, int]) -> None:
    sheet.box(0.0, top, 1.0, top + 2.0, make.corner, make.body)
    if make.rim:
        edge = make.rim
        inner = tuple(0.85 * v for v in make.body)
        sheet.box(edge, top + edge, 1 - edge, top + 2 - edge, make.corner, (inner[0], inner[1], inner[2]))
        sheet.box(edge + 0.02, top + edge + 0.02, 0.98 - edge, top + 1.98 - edge, make.corner, make.body)
    _line(sheet, make, top + 1.0)
    for number, above in zip(numbers, (top, top + 1.0), strict=True):
        if make.dimples:
            for x, y in DIMPLES:
                _dimple(sheet, make, 0.5 + x * make.reach, above + 0.5 + y * make.reach)
        _pips(sheet, make, chance, number, above)


def _line(sheet: _Sheet, make: Odd, y: float) -> None:
    ink = make.inks[1]
    long = 0.5 if make.line == "full" else make.line_length
    if make.line in {"full", "short", "pinned"}:
        sheet.line((0.5 - long, y), (0.5 + long, y), make.line_width, ink)
    if make.line == "double":
        for beside in (-1.0, 1.0):
            sheet.line((0.5 - long, y + beside * 0.03), (0.5 + long, y + beside * 0.03), 0.02, ink)
    if make.line in {"pin", "pinned"}:
        sheet.disc(0.5, y, 0.06, (150.0, 190.0, 205.0))
        sheet.disc(0.49, y - 0.01, 0.03, (215.0, 235.0, 240.0))


def _dimple(sheet: _Sheet, make: Odd, x: float, y: float) -> None:
    """A hollow without paint: a shadow on one side, light on the other."""
    dark, light, flat = (
        tuple(float(np.clip(v + sign * make.dimples * 130, 0, 255)) for v in make.body) for sign in (-1.0, 1.0, 0.15)
    )
    step = 0.25 * make.pip
    for colour, shift in ((dark, -step), (light, step)):
        sheet.disc(x + shift, y + shift, make.pip, (colour[0], colour[1], colour[2]))
    sheet.disc(x, y, 0.9 * make.pip, (flat[0], flat[1], flat[2]))


def _pips(sheet: _Sheet, make: Odd, chance: Generator, number: int, top: float) -> None:
    layouts = LAYOUTS[number]
    spots = layouts[int(make.layout * len(layouts))]
    crowded = 1.0 if number < 7 else 0.85 if number < 10 else 0.65
    reach = make.reach if number < 10 else max(make.reach, 0.29)
    radius = min(make.pip * crowded, MOST_CROWDED * reach * _closest(spots))
    ink = make.inks[number]
    for u, v in spots:
        x, y = (-u if make.mirrored else u), v
        if make.turned:
            x, y = y, x
        dx, dy = chance.normal(0, make.unsteady, 2)
        at = (0.5 + x * reach + dx, top + 0.5 + y * reach + dy)
        sheet.disc(*at, radius, ink, max(2, sheet.length(radius * 0.4)) if make.hollow else -1)
        if make.glint and not make.hollow:
            lit = tuple(v + make.glint * (255 - v) for v in ink)
            sheet.disc(at[0] - 0.3 * radius, at[1] - 0.3 * radius, 0.35 * radius, (lit[0], lit[1], lit[2]))


def _closest(spots: Spots) -> float:
    """The least distance of two spots; 2, the side of their square, where there are none."""
    return min((float(np.hypot(a[0] - b[0], a[1] - b[1])) for a in spots for b in spots if a != b), default=2.0)


def _scribble(sheet: _Sheet, chance: Generator, colour: Colour, kind: int) -> None:
    x, y, turn = chance.uniform(0.15, 0.85), chance.uniform(0.15, 0.85), chance.uniform(0, 360)
    size = chance.uniform(0.15, 0.45)
    if kind == 1:
        letter = chr(int(chance.integers(ord("!"), ord("z"))))
        cv2.putText(
            sheet.pixels, letter, sheet.at(x - size / 2, y + size / 2), int(chance.integers(0, 8)), float(size * 8),
            colour, int(chance.integers(2, 14)), cv2.LINE_AA,
        )  # fmt: skip
    else:
        axes = (sheet.length(size), sheet.length(size * chance.uniform(0.1, 1.0)))
        stop = float(turn + chance.uniform(60, 360))
        cv2.ellipse(sheet.pixels, sheet.at(x, y), axes, turn, turn, stop, colour, int(chance.integers(2, 16)))


def _colour(chance: Generator) -> Colour:
    """A body's colour: often light, sometimes dark, sometimes any."""
    kind = chance.random()
    if kind < 0.45:
        grey, warm = chance.uniform(170, 252), chance.uniform(0, 40)
        return (grey - warm, grey - warm / 3, grey)
    if kind < 0.7:
        grey = chance.uniform(8, 75)
        return tuple(np.clip(grey + chance.normal(0, 8, 3), 0, 255).tolist())
    return tuple(chance.uniform(10, 245, 3).tolist())


def _ink(chance: Generator, body: Colour) -> Colour:
    """A colour that stands out from the body's."""
    for _ in range(20):
        kind = chance.random()
        if kind < 0.35:
            ink = tuple((chance.uniform(5, 60) + chance.normal(0, 6, 3)).clip(0, 255).tolist())
        elif kind < 0.6:
            ink = tuple((chance.uniform(205, 250) + chance.normal(0, 6, 3)).clip(0, 255).tolist())
        else:
            ink = tuple(chance.uniform(0, 255, 3).tolist())
        if np.abs(np.subtract(ink, body)).sum() > 170:
            return ink
    return (5.0, 5.0, 5.0) if sum(body) > 380 else (250.0, 250.0, 250.0)
