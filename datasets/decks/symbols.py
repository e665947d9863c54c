"""Symbols for suits and guilds, each about 0, 0 with a reach of 10, in endless variants."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

from datasets.art.drawing import Fill, Line, placed
from datasets.art.path import path
from datasets.art.place import Place
from datasets.art.shape import box, circle, ellipse, polygon, regular, star
from datasets.deck.guild import arch, leaf, sun, waves

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.art.drawing import Marks
    from datasets.decks.dice import Dice

    Symbol: TypeAlias = Callable[[str, str], Marks]

OUTLINES = {
    "heart": "M 0 9.6 C -4 6 -9.6 2 -9.6 -3.2 C -9.6 -9.6 -1.6 -10 0 -4.4 "
    "C 1.6 -10 9.6 -9.6 9.6 -3.2 C 9.6 2 4 6 0 9.6 Z",
    "spade": "M 0 -9.8 C 3 -5 8.8 -2.4 8.8 2.4 C 8.8 7 3 7.4 1 4.4 L 3 9.6 H -3 L -1 4.4 C -3 7.4 -8.8 7 -8.8 2.4 "
    "C -8.8 -2.4 -3 -5 0 -9.8 Z",
    "diamond": "M 0 -10 L 7.4 0 L 0 10 L -7.4 0 Z",
    "drop": "M 0 -10 C 4 -3.6 7.2 -0.6 7.2 3.2 A 7.2 6.6 0 0 1 -7.2 3.2 C -7.2 -0.6 -4 -3.6 0 -10 Z",
    "bolt": "M 3 -10 L -7 1.6 H -1 L -3 10 L 7 -2 H 1 Z",
    "shield": "M -8 -9 H 8 V 0 C 8 5 4 8 0 10 C -4 8 -8 5 -8 0 Z",
    "crown": "M -9 7 L -9.6 -6 L -4.6 -0.6 L 0 -9 L 4.6 -0.6 L 9.6 -6 L 9 7 Z",
    "hourglass": "M -8 -9.4 H 8 L 1.6 0 L 8 9.4 H -8 L -1.6 0 Z",
    "moon": "M 3.6 -9.6 A 9.8 9.8 0 1 0 3.6 9.6 A 7.6 7.6 0 1 1 3.6 -9.6 Z",
    "house": "M 0 -9.8 L 9.6 -1 H 6.8 V 9 H -6.8 V -1 H -9.6 Z",
    "fish": "M -9.8 -5 L -5.4 0 L -9.8 5 C -6 5 -5 3.4 -3.4 3 "
    "C 1 7.4 7 5.4 9.8 0 C 7 -5.4 1 -7.4 -3.4 -3 C -5 -3.4 -6 -5 -9.8 -5 Z",
    "flame": "M 1 -10 C 2 -5 8 -3 7.6 3 C 7.2 8 3.6 10 0 10 C -4.4 10 -7.6 7.4 -7.6 3 C -7.6 0 -6 -1.4 -5 -3.6 "
    "C -4 -1.6 -3 -1 -2 -1 C -3 -4 -1.4 -8 1 -10 Z",
    "cup": "M -8 -9 H 8 C 8 -2 5 2 1.6 2.8 V 6.6 H 5.4 V 9.4 H -5.4 V 6.6 H -1.6 V 2.8 C -5 2 -8 -2 -8 -9 Z",
    "bell": "M -8.6 6.4 C -6 4 -6.4 0 -5.4 -4 C -4.4 -8 -2 -9.4 0 -9.4 C 2 -9.4 4.4 -8 5.4 -4 C 6.4 0 6 4 8.6 6.4 Z",
}  # fmt: skip


def club(colour: str, background: str) -> Marks:
    """Three leaves on a stalk."""
    del background
    leaves = tuple(Fill(circle(x, y, 4.3), colour) for x, y in ((0, -5.2), (-5.2, 1.6), (5.2, 1.6)))
    return (
        *leaves,
        Fill(polygon((-1, -2), (1, -2), (2.8, 9.6), (-2.8, 9.6)), colour),
        Fill(circle(0, -0.6, 2.6), colour),
    )


def outlined(name: str) -> Symbol:
    """The symbol of one of the `OUTLINES`."""

    def draw(colour: str, background: str) -> Marks:
        del background
        return (Fill(path(OUTLINES[name]), colour),)

    return draw


def _starry(dice: Dice) -> Symbol:
    rays, notch, holed = dice.whole(4, 9), dice.between(0.38, 0.68), dice.chance(0.3)

    def draw(colour: str, background: str) -> Marks:
        core = (Fill(circle(0, 0, 10 * notch * 0.5), background),) if holed else ()
        return (Fill(star(0, 0, rays, (10, 10 * notch)), colour), *core)

    return draw


def _flower(dice: Dice) -> Symbol:
    petals, width = dice.whole(3, 8), dice.between(1.8, 3.4)

    def draw(colour: str, background: str) -> Marks:
        one = (Fill(ellipse(0, -5.6, width, 4.4), colour),)
        blades = tuple(m for n in range(petals) for m in placed(one, Place(turn=360.0 * n / petals)))
        return (*blades, Fill(circle(0, 0, 2.9), background), Fill(circle(0, 0, 1.9), colour))

    return draw


def _gear(dice: Dice) -> Symbol:
    teeth, hole = dice.whole(6, 12), dice.between(2.0, 4.4)

    def draw(colour: str, background: str) -> Marks:
        half = 10 * math.pi / teeth * 0.26
        tooth = (Fill(box(-half, -10, 2 * half, 5, 0.4), colour),)
        cogs = tuple(m for n in range(teeth) for m in placed(tooth, Place(turn=360.0 * n / teeth)))
        return (*cogs, Fill(circle(0, 0, 7.4), colour), Fill(circle(0, 0, hole), background))

    return draw


def _plate(dice: Dice) -> Symbol:
    sides, turn, rings = dice.whole(3, 8), dice.pick((-90.0, -90.0, 0.0)), dice.whole(0, 2)

    def draw(colour: str, background: str) -> Marks:
        inner = tuple(
            Fill(regular(0, 0, sides, 10 * share, turn), tone)
            for share, tone in ((0.66, background), (0.4, colour))[:rings]
        )
        return (Fill(regular(0, 0, sides, 10, turn), colour), *inner)

    return draw


def _cross(dice: Dice) -> Symbol:
    arm, turn, radius = dice.between(2.0, 3.8), dice.pick((0.0, 45.0)), dice.between(0.2, 1.8)

    def draw(colour: str, background: str) -> Marks:
        del background
        bars = (box(-arm, -9.6, 2 * arm, 19.2, radius), box(-9.6, -arm, 19.2, 2 * arm, radius))
        return tuple(Fill(Place(turn=turn).shape(bar), colour) for bar in bars)

    return draw


def _stripes(dice: Dice) -> Symbol:
    count, peak, width = dice.whole(2, 4), dice.between(0.0, 5.0), dice.between(1.8, 2.8)

    def draw(colour: str, background: str) -> Marks:
        del background
        rows = [(n - (count - 1) / 2) * 14 / count for n in range(count)]
        return tuple(
            Line(path(f"M -8 {y + peak / 2} L 0 {y - peak / 2} L 8 {y + peak / 2}"), width, colour) for y in rows
        )

    return draw


def _dots(dice: Dice) -> Symbol:
    count, radius, middle = dice.whole(3, 7), dice.between(2.2, 3.2), dice.chance(0.5)

    def draw(colour: str, background: str) -> Marks:
        del background
        reach = 10 - radius
        angles = [math.radians(360 * n / count - 90) for n in range(count)]
        spots = [(reach * math.cos(a), reach * math.sin(a)) for a in angles] + ([(0.0, 0.0)] if middle else [])
        return tuple(Fill(circle(x, y, radius), colour) for x, y in spots)

    return draw


FAMILIES = (_starry, _flower, _gear, _plate, _cross, _stripes, _dots)
FIXED: tuple[Symbol, ...] = (arch, leaf, sun, waves, club, *(outlined(name) for name in OUTLINES))


def random_symbols(dice: Dice, count: int) -> tuple[Symbol, ...]:
    """Symbols of which no two are of one family."""
    made: list[Symbol] = [family(dice) for family in FAMILIES]
    fixed = dice.mixed(FIXED)
    return tuple(dice.mixed([*made, *fixed[: len(made)]])[:count])
