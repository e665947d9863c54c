"""The plane of the table from the cards on it: all are of one size, so one homography makes them all alike.

Up to a turn and a shift five numbers tell that homography: three for stretch and shear, two for the horizon. They are
fitted to all quads at once, with little weight for quads that are no card, or lie high on a pile.

Units of the plane: mm of a card of `WIDTH`; x to the right of the picture, y up, the table as seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

WIDTH: Final = 63.0
HEIGHTS: Final = (88.0, 98.4)
"""The heights of usual cards of that width: of poker size, and of bridge size drawn to it."""
OUTLIER: Final = 0.15
"""A corner that misses its place by more than this (card widths) pulls no harder than one that misses by it."""
HORIZON: Final = 0.6
"""How strong a perspective is usual: the change of scale from the middle of the cards to the picture's corner."""
NOISE: Final = 0.03
"""The usual miss of a corner (card widths); against it the usual perspective is weighed."""
STEPS: Final = 25
NEAREST: Final = 0.05
"""The least depth of a corner, of that at the middle of the cards: nearer to zero is the horizon."""
CLEARLY: Final = 0.5
ENOUGH: Final = 1e-4
"""The fit ends when a step gains less than this part of the cost."""
DAMPING: Final = 1e-3
TINY: Final = 1e-9
STEP: Final = 1e-5
AXES: Final = STEP * np.eye(5)


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """Where quads lie on the plane: `centre` (N, 2) mm, `up` (N,) radians towards the first edge, `misfit` (N,) card
    widths by which corners miss those of a card on average; infinite beyond the horizon."""

    centre: Floats
    up: Floats
    misfit: Floats


@dataclass(frozen=True, slots=True, eq=False)
class CardPlane:
    """A homography from pixels to the plane, and the shape of a card; `cost` is what its fit left over, a card."""

    numbers: Floats
    middle: Floats
    reach: float
    height: float
    cost: float

    def lay(self, quads: Floats) -> Laid:
        """Where quads (N, 4, 2), in pixels, lie; the first two corners of each are its upper edge."""
        corners = (np.asarray(quads, float) * (1.0, -1.0) - self.middle) / self.reach
        placed, depth = _onto(corners, self.numbers)
        centre, up, miss = _cards(placed, _turns(corners), self.height / WIDTH)
        misfit = np.linalg.norm(miss, axis=2).mean(axis=1)
        return Laid(WIDTH * centre, up, np.where(depth.min(axis=1) > 0, misfit, np.inf))


def fitted(quads: Floats, size: tuple[int, int]) -> CardPlane | None:
    """The plane that quads (N, 4, 2) lie on, in pixels of a picture of `size` (width, height); None without any."""
    quads = np.asarray(quads, float).reshape(-1, 4, 2)
    if not len(quads):
        return None
    upright = quads * (1.0, -1.0)
    middle = upright.reshape(-1, 2).mean(axis=0)
    reach = max(float(np.linalg.norm(upright - middle, axis=2).max()), TINY)
    corners = (upright - middle) / reach
    stiff = NOISE / (HORIZON * reach / (0.5 * float(np.hypot(*size))))
    best: CardPlane | None = None
    for height in HEIGHTS:
        numbers, cost = _fit(corners, height / WIDTH, stiff)
        # Cards that all lie one way fit either shape: the usual one, unless the other is clearly better.
        if best is None or cost < CLEARLY * best.cost:
            best = CardPlane(numbers, middle, reach, height, cost)
    return best


def _fit(corners: Floats, ratio: float, stiff: float) -> tuple[Floats, float]:
    """The five numbers (log stretch x, shear, log stretch y, horizon x, horizon y), by damped least squares."""
    turns = _turns(corners)
    numbers = np.concatenate([_affine(corners, ratio), np.zeros(2)])
    miss, cost = _residual(numbers, corners, turns, ratio, stiff)
    damping = DAMPING
    for _ in range(STEPS):
        slope = np.stack(
            [(_residual(numbers + axis, corners, turns, ratio, stiff)[0] - miss) / STEP for axis in AXES], 1
        )
        weight = OUTLIER / np.maximum(np.abs(miss), OUTLIER)
        normal = slope.T @ (slope * weight[:, None])
        move = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + TINY), -slope.T @ (weight * miss))
        next_miss, next_cost = _residual(numbers + move, corners, turns, ratio, stiff)
        if next_cost < cost:
            gain = cost - next_cost
            numbers, miss, cost, damping = numbers + move, next_miss, next_cost, damping / 5
            if gain < TINY + ENOUGH * cost:
                break
        else:
            damping *= 10
    return numbers, cost / len(corners)


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
        plain = float(np.log(1.0 / np.median(np.linalg.norm(wide, axis=1))))
        return np.array([plain, 0.0, plain])
    a = np.sqrt(a2)
    return np.array([np.log(a), ab / a, 0.5 * np.log(b2 - ab * ab / a2)])


def _products(u: Floats, v: Floats) -> Floats:
    """The rows that say what u·M·v is in the three numbers of a symmetric M."""
    return np.stack([u[:, 0] * v[:, 0], u[:, 0] * v[:, 1] + u[:, 1] * v[:, 0], u[:, 1] * v[:, 1]], axis=1)


def _turns(corners: Floats) -> Floats:
    """+1 for quads that go round counter-clockwise, -1 for the others."""
    after = np.roll(corners, -1, axis=1)
    turns: Floats = np.sign((corners[..., 0] * after[..., 1] - corners[..., 1] * after[..., 0]).sum(axis=1))
    return turns


def _onto(corners: Floats, numbers: Floats) -> tuple[Floats, Floats]:
    """Corners on the plane, and their depth: what has zero or less lies beyond the horizon."""
    a, b, c = np.exp(numbers[0]), numbers[1], np.exp(numbers[2])
    depth: Floats = 1.0 + corners @ numbers[3:5]
    x, y = corners[..., 0] / depth, corners[..., 1] / depth
    return np.stack([a * x + b * y, c * y], axis=-1), depth


def _residual(numbers: Floats, corners: Floats, turns: Floats, ratio: float, stiff: float) -> tuple[Floats, float]:
    """What the corners miss on the plane, with the horizon's own pull last, and the robust cost."""
    placed, depth = _onto(corners, numbers)
    if depth.min() < NEAREST:
        return np.zeros(0), np.inf
    miss = np.concatenate([_cards(placed, turns, ratio)[2].ravel(), stiff * numbers[3:5] * np.sqrt(8.0)])
    size = np.abs(miss)
    return miss, float(np.where(size < OUTLIER, 0.5 * size**2, OUTLIER * (size - 0.5 * OUTLIER)).sum())


def _cards(placed: Floats, turns: Floats, ratio: float) -> tuple[Floats, Floats, Floats]:
    """The card of 1 by `ratio` that lies nearest to each quad: its centre, where its upper edge is, and the misses."""
    points = placed[..., 0] + 1j * placed[..., 1]
    centre = points.mean(axis=1)
    # Along x lies the way to the upper edge; the corners of a quad that goes round clockwise begin at its left.
    half = ratio / 2
    shape = np.array([half - 0.5j, half + 0.5j, -half + 0.5j, -half - 0.5j])
    shapes = np.where(turns[:, None] > 0, shape, shape.conj())
    up = np.angle(np.sum((points - centre[:, None]) * shapes.conj(), axis=1))
    miss = points - centre[:, None] - shapes * np.exp(1j * up)[:, None]
    return np.stack([centre.real, centre.imag], 1), up, np.stack([miss.real, miss.imag], axis=2)
