"""A table without any of our pieces: other games, keyboards, boards with men, and what desks bear."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.optics.pose import Pose
from datasets.pieces.strange import ROWS, SINGLES, chequered, draw_man
from datasets.scenes.floor import Floor

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.random import Generator

    from datasets.optics.world import World
    from datasets.pieces.strange import Made

REACH: Final = 130.0
"""How far (mm) from the middle of the table things lie."""
GAP: Final = (0.0, 3.0)
"""mm between things in a row, from … to."""


def lay_table(world: World, rng: Generator, shared: int) -> tuple[float, Floor]:
    """Rows, a board or strewn things from chance; returns the radius (mm) of what lies there, and the places taken."""
    del shared
    floor = Floor()
    reach = REACH
    kind = float(rng.random())
    if kind < 0.45:
        for _ in range(int(rng.integers(1, 4))):
            _grid(world, rng, floor, ROWS[int(rng.integers(len(ROWS)))](rng))
    elif kind < 0.6:
        reach = _board(world, rng, floor)
    kinds = [SINGLES[int(rng.integers(len(SINGLES)))](rng) for _ in range(int(rng.integers(1, 5)))]
    for _ in range(int(rng.integers(2, 30) if kind >= 0.6 else rng.integers(0, 8))):
        thing, length, width = kinds[int(rng.integers(len(kinds)))]()
        place = floor.find(rng, length, width, reach * 1.1)
        if place is not None:
            world.place(thing, Pose.flat(place[0], place[1], 0.0, place[2]))
    return reach, floor


def _grid(world: World, rng: Generator, floor: Floor, make: Callable[[], Made]) -> None:
    """Rows of things side by side, now and then one missing."""
    columns, rows = int(rng.integers(2, 12)), int(rng.integers(1, 5))
    length, width = make()[1:]
    gap = float(rng.uniform(*GAP))
    place = floor.find(rng, rows * (length + gap), columns * (width + gap), 1.5 * REACH)
    if place is None:
        return
    x, y, yaw = place
    c, s = float(np.cos(yaw)), float(np.sin(yaw))
    full = float(rng.uniform(0.4, 1.0))
    for row in range(rows):
        at = 0.0
        for _ in range(columns):
            thing, long, wide = make()
            if rng.random() < full:
                # What is longer than it is wide, as a space bar, lies along its row.
                turned = long > 1.2 * length
                step = long if turned else wide
                u, v = (row - (rows - 1) / 2) * (length + gap), at + step / 2 - columns * (width + gap) / 2
                turn = yaw + (np.pi / 2 if turned else 0.0) + float(rng.normal(0, 0.01))
                world.place(thing, Pose.flat(x + c * u - s * v, y + s * u + c * v, 0.0, turn))
                at += step + gap
            else:
                at += width + gap


def _board(world: World, rng: Generator, floor: Floor) -> float:
    """A chequered board with men on it; its half side in mm."""
    square = float(rng.uniform(24, 55))
    side = 9.0 * square
    yaw = float(rng.uniform(0, 2 * np.pi))
    world.place(chequered(rng, side), Pose.flat(0.0, 0.0, 0.0, yaw))
    floor.add(0.0, 0.0, yaw, side, side)
    make = draw_man(rng)
    c, s = float(np.cos(yaw)), float(np.sin(yaw))
    share = float(rng.uniform(0.2, 0.6))
    for i in range(8):
        for j in range(8):
            if rng.random() < share:
                u, v = ((k - 3.5 + float(rng.normal(0, 0.06))) * square for k in (i, j))
                world.place(make()[0], Pose.flat(c * u - s * v, s * u + c * v, 0.8, float(rng.uniform(0, 6.28))))
    return side / 2
