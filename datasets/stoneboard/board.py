"""The board of Stones, 260 × 260 mm: six base places in a ring, the river in the middle, a mark at stack 0."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from datasets.art.drawing import Drawing, Fill, Line, placed
from datasets.art.path import path
from datasets.art.place import Place
from datasets.art.shape import box, circle, polygon, ring
from datasets.stoneboard.palette import BANK, BANK_DARK, EARTH, INK, PAPER, WATER, WATER_DARK, WATER_LIGHT
from datasets.stoneboard.pebbles import outline

if TYPE_CHECKING:
    from datasets.art.drawing import Marks

SIDE: Final = 260.0
CORNER: Final = 14.0
RING: Final = 99.0
PLACES: Final = 6
PLACE_RADIUS: Final = 21.5
RIVER_RADIUS: Final = 74.0
MIDDLE: Final = SIDE / 2


def base_place(stack: int) -> tuple[float, float]:
    """The middle of a base place on the board, mm; 0 is at the top, the others follow clockwise."""
    turn = math.radians(360.0 * stack / PLACES - 90.0)
    return MIDDLE + RING * math.cos(turn), MIDDLE + RING * math.sin(turn)


def _river() -> Marks:
    """A pool with stones round its shore and ripples on it."""
    shore = tuple(
        Fill(outline(MIDDLE + 77.0 * math.cos(turn), MIDDLE + 77.0 * math.sin(turn), 2.6 + n % 3 * 0.7, n * 1.7), tone)
        for n in range(48)
        for turn in (math.radians(n * 7.5 + n % 4),)
        for tone in ((BANK_DARK, EARTH, "#c9bfa5")[n % 3],)
    )
    wave = path("M -11 0 C -8 -3.4 -5 -3.4 -2.6 0 C 0 3.4 3 3.4 5.4 0 C 7 -2.2 9 -2.8 11 -1.2")
    spots = [(x, y) for y in range(-56, 57, 16) for x in range(-60, 61, 30) if math.hypot(x + y % 32 / 2, y) < 60]
    ripples = tuple(
        Line(Place(MIDDLE + x + y % 32 / 2, MIDDLE + y, 0.8).shape(wave), 1.2, WATER_LIGHT) for x, y in spots
    )
    return (
        Fill(circle(MIDDLE, MIDDLE, RIVER_RADIUS + 2), WATER_DARK),
        Fill(circle(MIDDLE, MIDDLE, RIVER_RADIUS - 2), WATER),
        *ripples,
        *shore,
    )


def _place(stack: int) -> Marks:
    """The place for a base stone, and the arrow to the next one."""
    x, y = base_place(stack)
    turn = 360.0 * stack / PLACES
    rim = (Fill(circle(0, 0, PLACE_RADIUS + 2.4), BANK_DARK if stack else INK), Fill(circle(0, 0, PLACE_RADIUS), PAPER))
    hollow = tuple(Fill(ring(0, 0, r + 0.5, r), "#ddd3bd") for r in (7.0, 13.0, 18.4))
    arrow = Line(path("M -2.4 -4 L 2.6 0 L -2.4 4"), 2.2, PAPER)
    half_way = math.radians(turn - 90.0 + 180.0 / PLACES)
    spot = Place(MIDDLE + 104 * math.cos(half_way), MIDDLE + 104 * math.sin(half_way), 1.2, turn + 180.0 / PLACES)
    return (*placed((*rim, *hollow), Place(x, y)), arrow.at(spot))


def _mark() -> Marks:
    """The mark at stack 0: a dark wedge from the board's edge to its place, whose rim is dark too."""
    x, y = base_place(0)
    return (Fill(polygon((x - 24, 0), (x + 24, 0), (x + 8, y - PLACE_RADIUS), (x - 8, y - PLACE_RADIUS)), INK),)


def board() -> Drawing:
    """The board."""
    rim = box(4, 4, SIDE - 8, SIDE - 8, CORNER - 3)
    places = tuple(mark for stack in range(PLACES) for mark in _place(stack))
    background = (Fill(box(0, 0, SIDE, SIDE), BANK), Line(rim, 1.2, BANK_DARK, closed=True))
    return Drawing(SIDE, SIDE, box(0, 0, SIDE, SIDE, CORNER), (*background, *_mark(), *_river(), *places))
