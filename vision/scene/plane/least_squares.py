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


def least(misfit: Callable[[Floats], Floats], start: Floats, steps: int, enough: float) -> Floats:
    """The unknowns (N) with the least sum of squares, from a `start`, after so many steps at most. `misfit` gives the
    residuals (P, M) of several unknowns (P, N). The end comes when a step gains less than the part `enough` of the
    sum."""
    at, damping = start, DAMPING
    nudges = NUDGE * np.concatenate([np.zeros((1, len(start))), np.eye(len(start))])
    for _ in range(steps):
        tried = misfit(at + nudges)
        rest, slopes = tried[0], (tried[1:] - tried[0]).T / NUDGE
        cost, pull, curve = float(rest @ rest), slopes.T @ rest, slopes.T @ slopes
        own = np.diag(np.diag(curve) + TINY)
        curves = curve + damping * DAMPINGS[:, None, None] * own
        moves = at - np.linalg.solve(curves, np.broadcast_to(pull[:, None], (len(DAMPINGS), len(at), 1)))[..., 0]
        costs = (misfit(moves) ** 2).sum(axis=1)
        best = int(costs.argmin())
        if not costs[best] < cost:
            break
        at, damping = moves[best], damping * float(DAMPINGS[best])
        if cost - costs[best] < enough * cost:
            break
    return at


def soft(miss: Floats, outlier: float) -> Floats:
    """Residuals whose squares grow as Cauchy's: what misses by far more than `outlier` pulls little."""
    return np.asarray(np.sign(miss) * outlier * np.sqrt(np.log1p((miss / outlier) ** 2)), np.float64)
