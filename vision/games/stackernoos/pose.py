"""The camera and the grid together, from tiles whose cells are known: least squares over all corners.

A tile's corners are where its cells and its level put them, up to how exactly hands lay tiles. Eleven numbers tell
where they are seen. Six are those of a camera (`vision.scene.plane.camera`). The others are where the grid lies, how it
is turned, the step from cell to cell, and the thickness of a tile. What a few tiles leave open is as usual.
"""

from __future__ import annotations

from dataclasses import replace
from math import exp, log
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.games.stackernoos.grid import STEP_SPREAD, THICK, USUAL, Grid, cells_of
from vision.scene.plane.camera import ASPECT, unusual
from vision.scene.plane.camera_settings import CAMERA
from vision.scene.plane.least_squares import least, soft

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.games.stackernoos.grid import Spot
    from vision.scene.plane.camera import Floats

SHIFT_X, SHIFT_Y, STEP, TURN, LOG_THICK = range(6, 11)
"""The numbers of the grid, after those of the camera: place of its corner, log step, angle (radians), log thickness."""

LAID: Final = 0.04
"""How exactly (tile widths) corners are laid and seen where they should be, …"""
SEEN: Final = 1.0
"""… and how exactly (px) at least."""
OUTLIER: Final = 3.0
"""A miss of more than so many standard deviations counts little."""
EDGES: Final = replace(CAMERA, aspect=2.04, aspect_spread=0.03, slope_spread=0.5, lean_spread=0.25)
"""What is usual of tiles on a grid: edges are round, so that quads lie within those of the tiles and seem longer. Tiles
in one row tell little of the camera's tilt."""
THICK_SPREAD: Final = 0.22
"""How much the thickness of tiles differs from set to set, as a share."""
STEPS: Final = 12
ENOUGH: Final = 1e-3
"""Steps of the fit at most; it ends when one gains less than this share."""


def posed(grid: Grid, found: Mapping[Spot, Floats]) -> Grid:
    """The grid and its camera over the quads (4, 2), px, of tiles at known spots, beginning near `grid`; as it is
    without any.

    A quad begins with the short edge of the lower cell and goes round clockwise.
    """
    if not found:
        return grid
    quads = np.stack(list(found.values()))
    edges = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1) + np.linalg.norm(quads[:, 3] - quads[:, 2], axis=1)
    noise = np.hypot(SEEN, LAID * 0.5 * edges)[:, None, None]
    cells = cells_of(list(found))

    def miss(many: Floats) -> Floats:
        off = np.stack([_grid(numbers, grid).quads_at(cells) - quads for numbers in many]) / noise
        return np.concatenate([soft(off.reshape(len(many), -1), OUTLIER), _usual(many, grid)], axis=1)

    numbers = least(miss, _numbers(grid), STEPS, ENOUGH)
    measured = float((np.abs(cells.centres - cells.centres.mean()) ** 2).sum()) / LAID**2
    return _grid(numbers, grid, 1 / np.sqrt(measured + 1 / STEP_SPREAD**2))


def _numbers(grid: Grid) -> Floats:
    placed = [grid.shift.real, grid.shift.imag, log(abs(grid.step)), float(np.angle(grid.step)), log(grid.thick)]
    return np.concatenate([grid.camera, placed])


def _grid(numbers: Floats, like: Grid, loose: float = STEP_SPREAD) -> Grid:
    step = complex(np.exp(numbers[STEP] + 1j * numbers[TURN]))
    shift = complex(numbers[SHIFT_X], numbers[SHIFT_Y])
    return Grid(numbers[:6], like.picture, shift, step, exp(float(numbers[LOG_THICK])), float(loose))


def _usual(numbers: Floats, grid: Grid) -> Floats:
    """By how many standard deviations (P, 8) camera, step and thickness are unusual."""
    step = (numbers[:, STEP] - numbers[:, ASPECT] - log(USUAL / 2)) / STEP_SPREAD
    thick = (numbers[:, LOG_THICK] - log(THICK)) / THICK_SPREAD
    return np.column_stack([unusual(numbers[:, :6], grid.picture, EDGES), step, thick])
