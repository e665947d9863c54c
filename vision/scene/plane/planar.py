"""The plane that equal rectangles lie on, from their pictures: one homography makes them all alike.

The picture of a plane differs from the plane by a homography. Up to a turn and a shift, five numbers tell it: three for
stretch and shear and two for the horizon. They are fitted to all quads at once, with little weight for quads that are
none of the pieces. A piece at the far end of the table thus measures like a near one.

Rectangles are 1 wide, between their first two corners, and `ratio` high. The plane's y grows upwards, as seen from
above: corners (N, 4, 2) that are given here have been turned so, and their sizes are about 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.scene.plane.least_squares import TINY, each, huber, least

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fit:
    """How a plane is fitted; lengths are widths of a piece."""

    outlier: float = 0.2
    """A corner that misses its place by more than this pulls no harder than one that misses by it."""
    horizon: float = 0.6
    """How strong a perspective is usual: the change of scale from the middle of the picture to its corner."""
    noise: float = 0.03
    """The usual miss of a corner; against it the usual perspective is weighed."""
    steps: int = 20
    """Steps of the fit at most."""
    enough: float = 1e-4
    """The fit ends when a step gains less than this part of the cost."""
    nearest: float = 0.05
    """The least depth of a corner, of that at the middle of the pieces: nearer to zero is the horizon."""


def numbers_of(corners: Floats, ratio: float, reach: float, fit: Fit) -> tuple[Floats, float]:
    """The five numbers (log stretch x, shear, log stretch y, horizon x, horizon y), by damped least squares, and the
    robust cost a piece. `reach` is the unit of the corners, of half the picture's diagonal."""
    turns = turns_of(corners)
    # A horizon in units of the cluster: a small cluster of pieces can tell little about it.
    stiff = fit.noise / (fit.horizon * reach)

    def miss(numbers: Floats) -> Floats:
        return _residual(numbers, corners, turns, (ratio, stiff), fit)

    start = np.concatenate([_affine(corners, ratio), np.zeros(2)])
    numbers = least(each(miss), start, fit.steps, fit.enough, fit.outlier)
    return numbers, 0.5 * float(huber(miss(numbers), fit.outlier)) / len(corners)


def turns_of(corners: Floats) -> Floats:
    """+1 for quads that go round counter-clockwise, -1 for the others."""
    after = np.roll(corners, -1, axis=1)
    turns: Floats = np.sign((corners[..., 0] * after[..., 1] - corners[..., 1] * after[..., 0]).sum(axis=1))
    return turns


def onto(corners: Floats, numbers: Floats) -> tuple[Floats, Floats]:
    """Corners on the plane, and their depth: what has zero or less lies beyond the horizon."""
    a, b, c = np.exp(numbers[0]), numbers[1], np.exp(numbers[2])
    depth: Floats = 1.0 + corners @ numbers[3:5]
    x, y = corners[..., 0] / depth, corners[..., 1] / depth
    return np.stack([a * x + b * y, c * y], axis=-1), depth


def rectangles(placed: Floats, turns: Floats, ratio: float) -> tuple[Floats, Floats, Floats]:
    """The rectangle that lies nearest to each quad: its centre, where its first edge is (radians), and the misses."""
    points = placed[..., 0] + 1j * placed[..., 1]
    centre = points.mean(axis=1)
    # Along x lies the way to the first edge; the corners of a quad that goes round clockwise begin at its left.
    half = ratio / 2
    shape = np.array([half - 0.5j, half + 0.5j, -half + 0.5j, -half - 0.5j])
    shapes = np.where(turns[:, None] > 0, shape, shape.conj())
    up = np.angle(np.sum((points - centre[:, None]) * shapes.conj(), axis=1))
    miss = points - centre[:, None] - shapes * np.exp(1j * up)[:, None]
    return np.stack([centre.real, centre.imag], 1), up, np.stack([miss.real, miss.imag], axis=2)


def _affine(corners: Floats, ratio: float) -> Floats:
    """Stretch and shear alone: the metric in which the first edges measure 1, the second `ratio`, at right angles."""
    edges = np.roll(corners, -1, axis=1) - corners
    wide, high = 0.5 * (edges[:, 0] - edges[:, 2]), 0.5 * (edges[:, 1] - edges[:, 3])
    rows = np.concatenate([_products(wide, wide), _products(high, high), _products(wide, high)])
    wanted = np.repeat([1.0, ratio * ratio, 0.0], len(corners))
    weight = np.ones(len(rows))
    for _ in range(8):
        metric = np.linalg.lstsq(rows * weight[:, None], wanted * weight, rcond=None)[0]
        weight = np.sqrt(1.0 / (1.0 + np.abs(rows @ metric - wanted)))
    a2, ab, b2 = metric
    if a2 <= 0 or a2 * b2 - ab * ab <= 1e-3 * a2 * a2:
        plain = float(np.log(ratio / np.median(np.linalg.norm(high, axis=1))))
        return np.array([plain, 0.0, plain])
    a = np.sqrt(a2)
    return np.array([np.log(a), ab / a, 0.5 * np.log(b2 - ab * ab / a2)])


def _products(u: Floats, v: Floats) -> Floats:
    """The rows that say what u·M·v is in the three numbers of a symmetric M."""
    return np.stack([u[:, 0] * v[:, 0], u[:, 0] * v[:, 1] + u[:, 1] * v[:, 0], u[:, 1] * v[:, 1]], axis=1)


def _residual(numbers: Floats, corners: Floats, turns: Floats, shape: tuple[float, float], fit: Fit) -> Floats:
    """What the corners miss on the plane, with the horizon's own pull last. `shape` is the ratio of the pieces and how
    stiff the horizon is."""
    ratio, stiff = shape
    placed, depth = onto(corners, numbers)
    miss = np.concatenate([rectangles(placed, turns, ratio)[2].ravel(), stiff * numbers[3:5] * np.sqrt(8.0)])
    return miss if depth.min() >= fit.nearest else np.full_like(miss, 1 / TINY)
