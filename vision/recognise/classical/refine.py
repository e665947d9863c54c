"""Corners to a fraction of a pixel: each side of a quad is moved and turned onto the edge that it lies near."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision.geometry import quad
from vision.recognise.classical.outline import edge_strength, meet, regression

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.settings import OutlineSettings

WIDTH: Final = 64
"""Pixels across the upright face; it is twice as high."""
MARGIN: Final = 12
"""Pixels round the upright face that are looked at too."""


def refine(lab: NDArray[np.uint8], corners: Quad, settings: OutlineSettings) -> Quad:
    """The quad with its sides on the nearest edges of an H×W×3 CIELAB picture."""
    inner = np.array([[0, 0], [WIDTH, 0], [WIDTH, 2 * WIDTH], [0, 2 * WIDTH]], np.float32) + (MARGIN - 0.5)
    to_picture = cv2.getPerspectiveTransform(inner, corners.astype(np.float32))
    size = (WIDTH + 2 * MARGIN, 2 * WIDTH + 2 * MARGIN)
    interpolation = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpPerspective(lab, to_picture, size, flags=interpolation, borderMode=cv2.BORDER_REPLICATE)
    edges_x, edges_y = edge_strength(patch.astype(np.uint8, copy=False), settings)
    low, right, bottom = MARGIN, MARGIN + WIDTH, MARGIN + 2 * WIDTH
    upright = [_near(edges_x, at, low, bottom, settings) for at in (low, right)]
    across = np.ascontiguousarray(edges_y.T)
    lying = [_near(across, at, low, right, settings) for at in (low, bottom)]
    moved = np.array([meet(upright[i], lying[j]) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))])
    return quad(cv2.perspectiveTransform(moved.reshape(-1, 1, 2), to_picture).reshape(4, 2))


def _near(edges: NDArray[np.float32], at: int, start: int, stop: int, settings: OutlineSettings) -> tuple[float, float]:
    """The line position = a + b·row along the strongest edge near the column `at`, from row `start` to `stop`."""
    lines = _lines(at, start, stop, edges.shape[1], settings)
    strength = edges.take(lines.places).mean(axis=1) - lines.cost
    return _sharpen(edges, lines.rows, lines.position[int(strength.argmax())])


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """L lines along a side of R `rows`: their `position` in each, and the `places` nearest to it in the flattened
    picture (both L×R). `cost` is what each line costs for lying away from the side."""

    rows: NDArray[np.int64]
    position: NDArray[np.float64]
    places: NDArray[np.int64]
    cost: NDArray[np.float64]


@lru_cache(maxsize=32)
def _lines(at: int, start: int, stop: int, width: int, settings: OutlineSettings) -> _Lines:
    """All lines that a side at the column `at` may have, in a picture so many px wide: the same for every tile."""
    # The rounded corners belong to no side.
    margin = round((stop - start) * settings.round_corner)
    rows = np.arange(start + margin, stop - margin)
    middle, half = (start + stop) / 2, (stop - start) / 2
    steps = np.arange(-settings.refine_reach, settings.refine_reach + 1)
    # Where the line is at either end of the side, all pairs.
    first, last = (grid.ravel() for grid in np.meshgrid(steps, steps, indexing="ij"))
    slope = (last - first) / (2 * half)
    position = at + (first + last)[:, None] / 2 + slope[:, None] * (rows - middle)[None]
    columns = np.clip(np.rint(position).astype(np.int64), 0, width - 1)
    cost = settings.refine_cost * (np.abs(first) + np.abs(last))
    return _Lines(rows, position, rows * width + columns, cost)


def _sharpen(edges: NDArray[np.float32], rows: NDArray[np.int64], position: NDArray[Any]) -> tuple[float, float]:
    """The line through the centres of the edge within a pixel or so of the given one."""
    offsets = np.arange(-2, 3)
    columns = np.rint(position).astype(np.int64)[:, None] + offsets[None]
    weight = edges[rows[:, None], np.clip(columns, 0, edges.shape[1] - 1)]
    total = weight.sum(axis=1)
    seen = total > 0.5
    if seen.sum() < len(rows) / 2:
        return regression(rows, position)
    return regression(rows[seen], (weight * columns).sum(axis=1)[seen] / total[seen])
