"""The plane of the table from the dominoes on it: every one is twice as long as wide, and all are of one size.

Units of the plane: the width of a tile, x to the right of the picture, y up (the table as seen from above).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.scene.plane.planar import Fit, numbers_of, onto, rectangles, turns_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

RATIO: Final = 2.0
FIT: Final = Fit()
STRANGE: Final = 0.15
"""A quad that misfits by this (tile widths) and twice the usual is left out when the plane is fitted again."""
SMALLEST: Final = 9.0
"""The area (square pixels) below which a quad is none."""


@dataclass(frozen=True, slots=True)
class Poses:
    """Where each quad lies on the plane: `centre` (N, 2), and `angle` (N,) from its first half to its second.
    `misfit` (N,) is by how much its corners miss those of a tile on average, in tile widths. NaN stands for a quad
    that is none."""

    centre: Floats
    angle: Floats
    misfit: Floats


def poses(quads: Floats, size: tuple[int, int]) -> Poses:
    """The poses of quads (N, 4, 2), in pixels of a picture of `size` (width, height).

    The first two corners of a quad are the short edge of its first half; either sense of rotation will do.
    """
    sound = _sound(quads)
    found = Poses(*(np.full(shape, np.nan) for shape in ((len(quads), 2), len(quads), len(quads))))
    if not sound.any():
        return found
    # The picture's y grows downwards, the plane's upwards.
    upright = quads[sound] * (1.0, -1.0)
    middle = upright.reshape(-1, 2).mean(axis=0)
    reach = float(np.linalg.norm(upright - middle, axis=2).max())
    corners = (upright - middle) / reach
    reach /= 0.5 * float(np.hypot(*size))
    centre, angle, misfit = _posed(corners, numbers_of(corners, RATIO, reach, FIT)[0])
    strange = misfit > STRANGE + 2.0 * float(np.median(misfit))
    if strange.any():
        centre, angle, misfit = _posed(corners, numbers_of(corners[~strange], RATIO, reach, FIT)[0])
    found.centre[sound], found.angle[sound], found.misfit[sound] = centre, angle, misfit
    return found


def _posed(corners: Floats, numbers: Floats) -> tuple[Floats, Floats, Floats]:
    """Centre, angle and misfit of each quad; one beyond the horizon fits nowhere."""
    placed, depth = onto(corners, numbers)
    centre, first, miss = rectangles(placed, turns_of(corners), RATIO)
    misfit = np.linalg.norm(miss, axis=2).mean(axis=1)
    angle = np.where(first > 0, first - np.pi, first + np.pi)
    return centre, angle, np.where(depth.min(axis=1) > 0, misfit, np.inf)


def _sound(quads: Floats) -> NDArray[np.bool_]:
    """Which quads are convex and have an area."""
    edges = np.roll(quads, -1, axis=1) - quads
    turns = _cross(edges, np.roll(edges, -1, axis=1))
    convex = np.all(turns > 0, axis=1) | np.all(turns < 0, axis=1)
    area = 0.5 * np.abs(_cross(quads, np.roll(quads, -1, axis=1)).sum(axis=1))
    sound: NDArray[np.bool_] = convex & (area >= SMALLEST) & np.isfinite(quads).all(axis=(1, 2))
    return sound


def _cross(a: Floats, b: Floats) -> Floats:
    product: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return product
