"""Pieces of known size, as gauges of the table's plane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.stones.board import BASE, BASE_HEIGHT
from vision.stones.plane import Gauges
from vision.stones.settings import PLANE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import Quad
    from vision.stones.plane import Floats
    from vision.stones.settings import PlaneSettings

SIZES: Final = {"token": (20.0, 20.0), "tile": (40.0, 40.0), "marker": (24.0, 32.0)}
"""Length in mm of the edges 0→1 and 1→2 of flat pieces."""


def gauges(kinds: Sequence[str], quads: Sequence[Quad], settings: PlaneSettings = PLANE) -> tuple[Gauges, list[int]]:
    """The gauges among pieces, and which piece each is. `base` has an upright box, other kinds lie flat in quads."""
    used = [n for n, kind in enumerate(kinds) if kind == "base" or kind in SIZES]
    rows = [_of_base(quads[n]) if kinds[n] == "base" else _of_flat(quads[n], SIZES[kinds[n]]) for n in used]
    table = np.array(rows, dtype=np.float64).reshape(-1, 7)
    noise = np.hypot(settings.corner / np.maximum(table[:, 6], 1.0), settings.relative)
    return Gauges(table[:, :2], table[:, 2], table[:, 3], table[:, 4], table[:, 5], noise), used


def box(corners: Quad) -> Floats:
    """Centre x, y, width and height (4) of the upright box around corners, px."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    return np.concatenate([(low + high) / 2, np.maximum(high - low, 1.0)])


def _of_base(corners: Quad) -> tuple[float, ...]:
    x, y, width, height = box(corners)
    return (x, y, width / BASE, height / BASE, np.nan, 2 * BASE_HEIGHT / BASE, max(min(width, height), 1.0))


def _of_flat(corners: Quad, size: tuple[float, float]) -> tuple[float, ...]:
    x, y = corners.mean(axis=0)
    one = (corners[1] - corners[0] + corners[2] - corners[3]) / 2 / size[0]
    two = (corners[2] - corners[1] + corners[3] - corners[0]) / 2 / size[1]
    square = np.outer(one, one) + np.outer(two, two)
    across, down = np.sqrt(np.maximum(np.diag(square), 1e-6))
    least = min(float(np.linalg.norm(one)) * size[0], float(np.linalg.norm(two)) * size[1])
    return (x, y, across, down, float(square[0, 1] / (across * down)), 0.0, least)
