"""Least squares by Levenberg and Marquardt, for few unknowns and many residuals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.arrays import Floats


TINY: Final = 1e-9
"""Keeps divisions and diagonals away from zero."""
NUDGE: Final = 1e-5
"""The small step by which slopes are measured, in the unknowns' own units."""
DAMPING: Final = 1e-3
"""How damped the first step is, of the curvature."""
DAMPINGS: Final = np.array([0.1, 1.0, 1e2, 1e4])
"""Each step is tried damped by so many times as much as the one before."""


def least(misfit: Callable[[Floats], Floats], starts: Floats, steps: int, enough: float) -> Floats:
    """The unknowns (S, N) with the least sums of squares, each from one of the `starts` (S, N), after so many steps at
    most. `misfit` gives the residuals (P, M) of several unknowns (P, N). One ends when a step gains less than the part
    `enough` of its sum."""
    best, going, damping = starts.copy(), np.arange(len(starts)), np.full(len(starts), DAMPING)
    count = starts.shape[1]
    nudges = NUDGE * np.concatenate([np.zeros((1, count)), np.eye(count)])
    for _ in range(steps):
        at = best[going, None]
        tried = misfit((at + nudges).reshape(-1, count)).reshape(len(going), count + 1, -1)
        rest, slopes = tried[:, 0, :, None], (tried[:, 1:] - tried[:, :1]) / NUDGE
        cost, pull, curve = (rest**2).sum(axis=(1, 2)), slopes @ rest, slopes @ slopes.swapaxes(1, 2)
        own = np.eye(count) * (np.einsum("sii->si", curve) + TINY)[:, None]
        damped = (damping[:, None] * DAMPINGS)[..., None, None] * own[:, None]
        pulls = np.broadcast_to(pull[:, None], (*damped.shape[:2], count, 1))
        moves = at - np.linalg.solve(curve[:, None] + damped, pulls)[..., 0]
        costs = (misfit(moves.reshape(-1, count)) ** 2).sum(axis=1).reshape(damped.shape[:2])
        one, least_cost = costs.argmin(axis=1), costs.min(axis=1)
        better = least_cost < cost
        best[going[better]] = np.take_along_axis(moves, one[:, None, None], axis=1)[better, 0]
        goes_on = better & (cost - least_cost >= enough * cost)
        going, damping = going[goes_on], (damping * DAMPINGS[one])[goes_on]
        if not len(going):
            break
    return best


def soft(miss: Floats, outlier: float) -> Floats:
    """Residuals whose squares grow as Cauchy's: what misses by far more than `outlier` pulls little."""
    return np.asarray(np.sign(miss) * outlier * np.sqrt(np.log1p((miss / outlier) ** 2)), np.float64)
