"""The camera and the grid together, from tiles whose cells are known: least squares over all corners.

A tile's corners are where its cells and its level put them, up to how exactly hands lay tiles. Eleven numbers tell
where they are seen. Six are those of a camera (`vision.scene.plane.camera`). The others are where the grid lies, how it
is turned, the step from cell to cell, and the thickness of a tile. What a few tiles leave open is as usual.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.games.stackernoos.grid import STEP_SPREAD, USUAL, Grid, cells_of
from vision.scene.plane.camera import ASPECT, BEND, DISTANCE, FOCAL, LEAN, SLOPE
from vision.scene.plane.camera_settings import CAMERA, STACK
from vision.scene.plane.least_squares import each, least, soft

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.games.stackernoos.grid import Spot
    from vision.scene.plane.camera import Floats

SHIFT_X, SHIFT_Y, STEP, TURN, THICK = range(6, 11)
"""The numbers of the grid, after those of the camera: place of its corner, log step, angle (radians), log thickness."""

LAID: Final = 0.04
"""How exactly (tile widths) corners are laid and seen where they should be, …"""
SEEN: Final = 1.0
"""… and how exactly (px) at least."""
OUTLIER: Final = 3.0
"""A miss of more than so many standard deviations counts little."""
LONG: Final = 2.04
"""The usual length of a tile as it is seen: edges are round, so that quads lie within those of the tiles."""
LONG_SPREAD: Final = 0.03
SLOPE_SPREAD: Final = 0.5
LEAN_SPREAD: Final = 0.25
"""How much the camera's tilt differs: tiles in one row tell little of it."""
STEPS: Final = 12
ENOUGH: Final = 1e-3
"""Steps of the fit at most; it ends when one gains less than this share."""


def posed(grid: Grid, spots: Sequence[Spot], quads: Floats) -> Grid:
    """The grid and its camera over quads (N, 4, 2), px, of tiles at known spots, beginning near `grid`.

    A quad begins with the short edge of the lower cell and goes round clockwise.
    """
    edges = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1) + np.linalg.norm(quads[:, 3] - quads[:, 2], axis=1)
    noise = np.hypot(SEEN, LAID * 0.5 * edges)[:, None, None]

    cells = cells_of(spots)

    def miss(numbers: Floats) -> Floats:
        off = (_grid(numbers, grid).quads_at(cells) - quads) / noise
        return np.concatenate([soft(off, OUTLIER).ravel(), _usual(numbers, grid)])

    found = least(each(miss), _numbers(grid), STEPS, ENOUGH)
    measured = float((np.abs(cells.centres - cells.centres.mean()) ** 2).sum()) / LAID**2
    return _grid(found, grid, 1 / np.sqrt(measured + 1 / STEP_SPREAD**2))


def _numbers(grid: Grid) -> Floats:
    placed = [grid.shift.real, grid.shift.imag, log(abs(grid.step)), float(np.angle(grid.step)), log(grid.thick)]
    return np.concatenate([grid.camera, placed])


def _grid(numbers: Floats, like: Grid, loose: float = STEP_SPREAD) -> Grid:
    step = complex(np.exp(numbers[STEP] + 1j * numbers[TURN]))
    shift = complex(numbers[SHIFT_X], numbers[SHIFT_Y])
    return Grid(numbers[:6], like.picture, shift, step, exp(float(numbers[THICK])), float(loose))


def _usual(numbers: Floats, grid: Grid) -> Floats:
    """By how many standard deviations camera, step and thickness are unusual."""
    return np.array(
        [
            (numbers[FOCAL] - log(CAMERA.focal * grid.picture[0])) / CAMERA.focal_spread,
            numbers[LEAN] / LEAN_SPREAD,
            (numbers[SLOPE] - CAMERA.slope) / SLOPE_SPREAD,
            (numbers[DISTANCE] - log(CAMERA.distance)) / CAMERA.distance_spread,
            (numbers[ASPECT] - log(LONG)) / LONG_SPREAD,
            numbers[BEND] / CAMERA.bend_spread,
            (numbers[STEP] - numbers[ASPECT] - log(USUAL / 2)) / STEP_SPREAD,
            (numbers[THICK] - log(STACK.thick)) / STACK.thick_spread,
        ]
    )
