"""The plane of the table from the pieces on it: every domino is twice as long as wide, and all are of one size.

The picture of a plane differs from the plane by a homography. Up to a turn and a shift, five numbers tell it: three
for stretch and shear and two for the horizon. They are fitted to all quads at once, with little weight for quads
that are no domino, so that a tile at the far end of the table measures like a near one.

Units of the plane: the width of a tile, x to the right of the picture, y up (the table as seen from above).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fit:
    """How the plane is fitted."""

    outlier: float = 0.2
    """A corner that misses its place by more than this (tile widths) pulls no harder than one that misses by it."""
    strange: float = 0.15
    """A quad that misfits by this and twice the usual is left out when the plane is fitted again."""
    horizon: float = 0.6
    """How strong a perspective is usual: the change of scale from the middle of the picture to its corner."""
    noise: float = 0.03
    """The usual miss of a corner (tile widths); against it the usual perspective is weighed."""
    steps: int = 20
    """Steps of the fit at most."""
    enough: float = 1e-4
    """The fit ends when a step gains less than this part of the cost."""
    nearest: float = 0.05
    """The least depth of a corner, of that at the middle of the tiles: nearer to zero is the horizon."""
    smallest: float = 9.0
    """The area (square pixels) below which a quad is none."""


@dataclass(frozen=True, slots=True)
class Poses:
    """Where each quad lies on the plane: `centre` (N, 2), `angle` (N,) from its first half to its second, `misfit`
    (N,) by how much its corners miss those of a tile on average, in tile widths; NaN for a quad that is none."""

    centre: Floats
    angle: Floats
    misfit: Floats


def poses(quads: Floats, size: tuple[int, int], fit: Fit | None = None) -> Poses:
    """The poses of quads (N, 4, 2), in pixels of a picture of `size` (width, height).

    The first two corners of a quad are the short edge of its first half; either sense of rotation will do.
    """
    fit = fit or Fit()
    sound = _sound(quads, fit.smallest)
    told = Poses(*(np.full(shape, np.nan) for shape in ((len(quads), 2), len(quads), len(quads))))
    if not sound.any():
        return told
    # The picture's y grows downwards, the plane's upwards.
    upright = quads[sound] * (1.0, -1.0)
    middle = upright.reshape(-1, 2).mean(axis=0)
    reach = float(np.linalg.norm(upright - middle, axis=2).max())
    corners = (upright - middle) / reach
    reach /= 0.5 * float(np.hypot(*size))
    centre, angle, misfit = _posed(corners, _fitted(corners, reach, fit))
    strange = misfit > fit.strange + 2.0 * float(np.median(misfit))
    if strange.any():
        centre, angle, misfit = _posed(corners, _fitted(corners[~strange], reach, fit))
    told.centre[sound], told.angle[sound], told.misfit[sound] = centre, angle, misfit
    return told


def _posed(corners: Floats, homography: Floats) -> tuple[Floats, Floats, Floats]:
    """Centre, angle and misfit of each quad; one beyond the horizon fits nowhere."""
    placed, depth = _onto(corners, homography)
    centre, angle, miss = _tiles(placed, _turns(corners))
    misfit = np.linalg.norm(miss, axis=2).mean(axis=1)
    return centre, angle, np.where(depth.min(axis=1) > 0, misfit, np.inf)


def _sound(quads: Floats, smallest: float) -> NDArray[np.bool_]:
    """Which quads are convex and have an area."""
    edges = np.roll(quads, -1, axis=1) - quads
    turns = _cross(edges, np.roll(edges, -1, axis=1))
    convex = np.all(turns > 0, axis=1) | np.all(turns < 0, axis=1)
    area = 0.5 * np.abs(_cross(quads, np.roll(quads, -1, axis=1)).sum(axis=1))
    sound: NDArray[np.bool_] = convex & (area >= smallest) & np.isfinite(quads).all(axis=(1, 2))
    return sound


def _cross(a: Floats, b: Floats) -> Floats:
    product: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return product


def _turns(corners: Floats) -> Floats:
    """+1 for quads that go round counter-clockwise, -1 for the others."""
    turns: Floats = np.sign(_cross(corners, np.roll(corners, -1, axis=1)).sum(axis=1))
    return turns


def _fitted(corners: Floats, reach: float, fit: Fit) -> Floats:
    """The five numbers (log stretch x, shear, log stretch y, horizon x, horizon y), by damped least squares."""
    turns = _turns(corners)
    # A horizon in units of the cluster: a small cluster of tiles can tell little about it.
    stiff = fit.noise / (fit.horizon * reach)
    numbers = np.concatenate([_affine(corners), np.zeros(2)])
    miss, cost = _residual(numbers, corners, turns, stiff, fit)
    damping = _DAMPING
    for _ in range(fit.steps):
        slope = np.stack(
            [(_residual(numbers + axis, corners, turns, stiff, fit)[0] - miss) / _STEP for axis in _AXES], 1
        )
        weight = _weights(miss, fit.outlier)
        normal = slope.T @ (slope * weight[:, None])
        move = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + _TINY), -slope.T @ (weight * miss))
        next_miss, next_cost = _residual(numbers + move, corners, turns, stiff, fit)
        if next_cost < cost:
            gain = cost - next_cost
            numbers, miss, cost, damping = numbers + move, next_miss, next_cost, damping / 5
            if gain < _TINY + fit.enough * cost:
                break
        else:
            damping *= 10
    return numbers


_TINY: Final = 1e-9
"""Keeps divisions and diagonals away from zero."""

_DAMPING: Final = 1e-3
"""How damped the first step is, of the curvature."""

_STEP: Final = 1e-5
_AXES: Final = _STEP * np.eye(5)
"""The small steps by which slopes are measured."""


def _affine(corners: Floats) -> Floats:
    """Stretch and shear alone: the metric in which long edges measure 2, short ones 1, and they are square."""
    turned = np.roll(corners, -1, axis=1)
    long = 0.5 * ((turned - corners)[:, 1] - (turned - corners)[:, 3])
    short = 0.5 * ((turned - corners)[:, 0] - (turned - corners)[:, 2])
    rows = np.concatenate([_products(long, long), _products(short, short), _products(long, short)])
    wanted = np.repeat([4.0, 1.0, 0.0], len(corners))
    weight = np.ones(len(rows))
    for _ in range(8):
        metric = np.linalg.lstsq(rows * weight[:, None], wanted * weight, rcond=None)[0]
        weight = np.sqrt(1.0 / (1.0 + np.abs(rows @ metric - wanted)))
    a2, ab, b2 = metric
    if a2 <= 0 or a2 * b2 - ab * ab <= 1e-3 * a2 * a2:
        plain = float(np.log(2.0 / np.median(np.linalg.norm(long, axis=1))))
        return np.array([plain, 0.0, plain])
    a = np.sqrt(a2)
    return np.array([np.log(a), ab / a, 0.5 * np.log(b2 - ab * ab / a2)])


def _products(u: Floats, v: Floats) -> Floats:
    """The rows that say what u·M·v is in the three numbers of a symmetric M."""
    return np.stack([u[:, 0] * v[:, 0], u[:, 0] * v[:, 1] + u[:, 1] * v[:, 0], u[:, 1] * v[:, 1]], axis=1)


def _onto(corners: Floats, numbers: Floats) -> tuple[Floats, Floats]:
    """Corners on the plane, and their depth: what has zero or less lies beyond the horizon."""
    a, b, c = np.exp(numbers[0]), numbers[1], np.exp(numbers[2])
    depth: Floats = 1.0 + corners @ numbers[3:5]
    x, y = corners[..., 0] / depth, corners[..., 1] / depth
    return np.stack([a * x + b * y, c * y], axis=-1), depth


def _residual(numbers: Floats, corners: Floats, turns: Floats, stiff: float, fit: Fit) -> tuple[Floats, float]:
    """What the corners miss on the plane, with the horizon's own pull last, and the robust cost."""
    placed, depth = _onto(corners, numbers)
    if depth.min() < fit.nearest:
        return np.zeros(0), np.inf
    miss = np.concatenate([_tiles(placed, turns)[2].ravel(), stiff * numbers[3:5] * np.sqrt(8.0)])
    size = np.abs(miss)
    return miss, float(np.where(size < fit.outlier, 0.5 * size**2, fit.outlier * (size - 0.5 * fit.outlier)).sum())


def _weights(miss: Floats, outlier: float) -> Floats:
    weights: Floats = outlier / np.maximum(np.abs(miss), outlier)
    return weights


def _tiles(placed: Floats, turns: Floats) -> tuple[Floats, Floats, Floats]:
    """The tile of 2 by 1 that lies nearest to each quad: its centre, its angle, and what the corners miss."""
    points = placed[..., 0] + 1j * placed[..., 1]
    centre = points.mean(axis=1)
    shape = np.array([-1 + 0.5j, -1 - 0.5j, 1 - 0.5j, 1 + 0.5j])
    shapes = np.where(turns[:, None] > 0, shape, shape.conj())
    angle = np.angle(np.sum((points - centre[:, None]) * shapes.conj(), axis=1))
    miss = points - centre[:, None] - shapes * np.exp(1j * angle)[:, None]
    return np.stack([centre.real, centre.imag], 1), angle, np.stack([miss.real, miss.imag], axis=2)
