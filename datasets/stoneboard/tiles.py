"""Stone tiles, 40 × 40 mm: the sizes one may choose from, and the marker's steps."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from datasets.art.drawing import Drawing, Fill, Line, Window, placed
from datasets.art.letters import Pen, write
from datasets.art.path import path
from datasets.art.place import Place
from datasets.art.shape import box, circle
from datasets.stoneboard.palette import BANK, INK, LETTERS, PAPER, STONE_COLOURS, WATER, WATER_DARK, WATER_LIGHT
from datasets.stoneboard.pebbles import RADII, pebble

if TYPE_CHECKING:
    from collections.abc import Mapping

    from datasets.art.drawing import Marks

SIDE: Final = 40.0
CORNER: Final = 3.0
MOST_STEPS: Final = 9
SUBSETS: Final = tuple("".join(chosen) for count in (1, 2, 3) for chosen in combinations("SML", count))
TILES: Final = tuple(f"{sizes}/{steps}" for sizes in SUBSETS for steps in range(1, 6))
SPOTS: Final = {1: (0.0,), 2: (-9.0, 8.4), 3: (-13.4, -3.4, 9.8)}


class TileError(ValueError):
    """No tile bears this label."""


def parse(label: str) -> tuple[tuple[str, ...], int]:
    """`SM/3` gives small, medium and 3; sizes stand in the order S M L, each once."""
    sizes, slash, steps = label.partition("/")
    if sizes in SUBSETS and slash and steps.isascii() and steps.isdigit() and int(steps) <= MOST_STEPS:
        return tuple(LETTERS[letter] for letter in sizes), int(steps)
    raise TileError(f"no tile is called {label!r}; a tile is sizes of S, M, L, then / and 0 to {MOST_STEPS} steps")


def _background(colour: str, field: str) -> Marks:
    return Fill(box(0, 0, SIDE, SIDE), colour), Fill(box(1.8, 1.8, SIDE - 3.6, SIDE - 3.6, 1.8), field)


def _steps(steps: int) -> Marks:
    """The steps as a figure between two arrows that run clockwise."""
    y = 31.0
    arrows = tuple(
        Line(Place(20 + side * 11.6, y).shape(path("M -2 -2.6 L 1.6 0 L -2 2.6")), 1.1, WATER_LIGHT) for side in (-1, 1)
    )
    return (
        Window(box(1.8, 1.8, SIDE - 3.6, SIDE - 3.6, 1.8), (Fill(box(0, 23.4, SIDE, 20), WATER_DARK),)),
        *arrows,
        Fill(circle(20, y, 6.9), PAPER),
        *write(str(steps), Pen(8.4, 1.7, INK), 20, y - 4.2),
    )


def tile(label: str, colours: Mapping[str, str] = STONE_COLOURS) -> Drawing:
    """The face of a tile such as `SM/3`; `colours` are those of the three sizes of stone."""
    sizes, steps = parse(label)
    stones: Marks = ()
    for size, spot in zip(sizes, SPOTS[len(sizes)], strict=True):
        radius = RADII[size] * (0.78 if len(sizes) == 3 else 1.0)
        stones += pebble(size, colours[size], 20 + spot, 20.6 - radius * 0.88, radius)
    marks = (*_background(BANK, PAPER), *stones, *_steps(steps))
    return Drawing(SIDE, SIDE, box(0, 0, SIDE, SIDE, CORNER), marks)


def back() -> Drawing:
    """The back of every tile: ripples, the same whichever way it lies."""
    quarter = tuple(Line(path(f"M {-r} -1 Q {-r} {-r} -1 {-r}"), 0.7, WATER_LIGHT) for r in (7.0, 10.5, 14.0))
    ripples = tuple(mark for turn in range(4) for mark in placed(quarter, Place(20, 20, turn=90.0 * turn)))
    marks = (*_background(WATER_DARK, WATER), *ripples, Fill(circle(20, 20, 3.4), PAPER))
    return Drawing(SIDE, SIDE, box(0, 0, SIDE, SIDE, CORNER), marks)
