"""The plane on which many rectangles of one known size lie, from their corners in a picture.

The homography's eight numbers are fitted by damped least squares. Each rectangle's own place and turn come in closed
form at every step, so that they are no unknowns. What misfits pulls less: a piece that lies on another is nearer to the
camera and no rectangle of that size on the table's plane.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

STEPS: Final = 40
DAMPING: Final = 1e-3
NUDGE: Final = 1e-6
ENOUGH: Final = 1e-7
"""The fit ends when a step gains less than this part of the cost."""
HUBER: Final = 0.04
"""A corner that misses by more than this part of the size's root mean side pulls no harder than one that does."""
STRANGE: Final = 0.12
"""A rectangle whose corners miss by more than this on average is left out of the residual: it is no such piece."""
LEAST_SHARE: Final = 0.5
"""At least this share of the rectangles must fit."""
HORIZON: Final = 0.02
"""A weight against a horizon out of noise: one part of it for each unit of the numbers that tell the horizon."""


def fit_rectangles(quads: Floats, size: tuple[float, float]) -> tuple[Floats, float, int] | None:
    """The homography (3, 3) from px to mm, the root of the mean squared miss (mm) and how many quads fit.

    `quads` (N, 4, 2) go round their rectangles, `size` is the side between the first two corners and the other, mm.
    """
    middle = quads.reshape(-1, 2).mean(axis=0)
    reach = float(np.abs(quads - middle).max())
    if not np.isfinite(reach) or reach <= 0:
        return None
    unit = float(np.sqrt(size[0] * size[1]))
    shape = _shape(size) / unit
    corners = (quads - middle) / reach
    model = _mirrored(shape, corners)
    numbers = _start(corners, model)
    numbers = _descend(numbers, corners, model)
    misses = np.linalg.norm(_misses(numbers, corners, model), axis=2).mean(axis=1)
    kept = misses < STRANGE
    if kept.sum() < max(1, LEAST_SHARE * len(quads)):
        return None
    numbers = _descend(numbers, corners[kept], model)
    squares = (_misses(numbers, corners[kept], model) ** 2).sum(axis=2)
    homography = np.diag([unit, unit, 1.0]) @ _matrix(numbers) @ _normal(middle, reach)
    return _settled(homography, quads), unit * float(np.sqrt(squares.mean())), int(kept.sum())


def _shape(size: tuple[float, float]) -> Floats:
    """The rectangle's corners (4, 2) about its middle."""
    x, y = size[0] / 2, size[1] / 2
    return np.array([[-x, -y], [x, -y], [x, y], [-x, y]])


def _mirrored(shape: Floats, corners: Floats) -> Floats:
    """The rectangle going round as most quads do: a plane is looked at from one side."""
    x, y = corners[..., 0], corners[..., 1]
    turn = (x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)
    return shape if np.median(turn) > 0 else shape * (-1.0, 1.0)


def _normal(middle: Floats, reach: float) -> Floats:
    return np.array([[1 / reach, 0, -middle[0] / reach], [0, 1 / reach, -middle[1] / reach], [0, 0, 1.0]])


def _matrix(numbers: Floats) -> Floats:
    return np.append(numbers, 1.0).reshape(3, 3)


def _start(corners: Floats, model: Floats) -> Floats:
    """Seen from straight above: the usual area gives the scale."""
    x, y = corners[..., 0], corners[..., 1]
    areas = np.abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)) / 2
    scale = 1.0 / np.sqrt(max(float(np.median(areas)), 1e-12))
    assert abs(float(np.abs(model).prod(axis=1).mean()) * 4 - 1.0) < 1e-6  # the model has the area 1
    return np.array([scale, 0, 0, 0, scale, 0, 0, 0])


def _misses(numbers: Floats, corners: Floats, model: Floats) -> Floats:
    """How far each corner (N, 4, 2) lies from its rectangle, when each rectangle is placed at its best."""
    mapped = corners @ _matrix(numbers)[:, :2].T + _matrix(numbers)[:, 2]
    deep = np.maximum(mapped[..., 2:], 1e-3)
    places = mapped[..., :2] / deep
    about = places - places.mean(axis=1, keepdims=True)
    along = (about * model).sum(axis=(1, 2))
    across = (about[..., 1] * model[:, 0] - about[..., 0] * model[:, 1]).sum(axis=1)
    length = np.maximum(np.hypot(along, across), 1e-12)
    cos, sin = (along / length)[:, None], (across / length)[:, None]
    turned = np.stack([cos * model[:, 0] - sin * model[:, 1], sin * model[:, 0] + cos * model[:, 1]], axis=2)
    return np.asarray(about - turned, np.float64)


def _residuals(numbers: Floats, corners: Floats, model: Floats) -> Floats:
    missed = _misses(numbers, corners, model)
    far = np.linalg.norm(missed, axis=2, keepdims=True)
    eased = np.where(far > HUBER, np.sqrt(np.maximum(2 * HUBER * far - HUBER**2, 0.0)) / np.maximum(far, 1e-12), 1.0)
    return np.concatenate([(missed * eased).ravel(), HORIZON * numbers[6:8]])


def _descend(numbers: Floats, corners: Floats, model: Floats) -> Floats:
    """Levenberg and Marquardt's way down, with differences for derivatives."""
    damping = DAMPING
    now = _residuals(numbers, corners, model)
    cost = float(now @ now)
    for _ in range(STEPS):
        slopes = np.empty((len(now), 8))
        for n in range(8):
            aside = numbers.copy()
            step = NUDGE * max(1.0, abs(aside[n]))
            aside[n] += step
            slopes[:, n] = (_residuals(aside, corners, model) - now) / step
        square = slopes.T @ slopes
        while damping < 1e9:
            tried = numbers - np.linalg.solve(square + damping * np.diag(np.diag(square) + 1e-9), slopes.T @ now)
            then = _residuals(tried, corners, model)
            if float(then @ then) < cost:
                break
            damping *= 4.0
        else:
            return numbers
        gain, numbers, now = cost - float(then @ then), tried, then
        cost = float(now @ now)
        damping = max(damping / 8.0, 1e-9)
        if gain < ENOUGH * cost:
            break
    return numbers


def _settled(homography: Floats, quads: Floats) -> Floats:
    """The same plane with the first quad's middle at 0, 0 and its first side along x."""
    first = np.concatenate([quads[0], np.ones((4, 1))], axis=1) @ homography.T
    places = first[:, :2] / first[:, 2:]
    middle, side = places.mean(axis=0), (places[1] - places[0]) + (places[2] - places[3])
    cos, sin = side / float(np.linalg.norm(side))
    turn = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1.0]])
    shift = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    settled = turn @ shift @ homography
    return np.asarray(settled / settled[2, 2], np.float64)
