"""Levels that agree with each other: belief propagation over pairs of tiles, for several thicknesses at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from vision.levels.settings import STACK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.levels.settings import StackSettings

    Floats: TypeAlias = NDArray[np.float64]
    Odds: TypeAlias = NDArray[np.floating]
    Whole: TypeAlias = NDArray[np.int64]


def believe(own: Floats, one: Whole, two: Whole, odds: Odds, settings: StackSettings = STACK) -> tuple[Floats, Floats]:
    """Probabilities (H, N, L) of levels, and the log evidence (H) for each of H worlds.

    `own` (H, N, L) is what each tile says by itself, `odds` (H, E, L, L) what the pairs `one`, `two` (E) say, both as
    logarithms. The evidence is Bethe's (Yedidia, Freeman and Weiss 2005), exact where the pairs form no ring.
    """
    worlds, count, levels = own.shape
    pairs = len(one)
    source, target = np.concatenate([one, two]), np.concatenate([two, one])
    back = np.concatenate([np.arange(pairs) + pairs, np.arange(pairs)])
    ahead = np.exp(odds.astype(np.float64))
    likes = np.concatenate([ahead, ahead.transpose(0, 1, 3, 2)], axis=1)
    arriving = (target == np.arange(count)[:, None]).astype(np.float64)
    told = np.zeros((worlds, 2 * pairs, levels))
    for _ in range(settings.rounds if pairs else 0):
        belief = own + arriving @ told
        news = _unit(belief[:, source] - told[:, back])
        fresh = np.log(np.maximum((news[:, :, None, :] @ likes)[:, :, 0], 1e-30))
        change = (1 - settings.damping) * (fresh - fresh.max(axis=2, keepdims=True) - told)
        told = told + change
        if np.abs(change).max() < settings.calm:
            break
    belief = own + arriving @ told
    tops = belief.max(axis=2)
    sums = np.exp(belief - tops[..., None]).sum(axis=2)
    alone = tops + np.log(sums)
    held = belief[:, source] - told[:, back]
    high = held.max(axis=2)
    one_held, two_held = np.split(np.exp(held - high[..., None]), 2, axis=1)
    shared = ((one_held[:, :, None, :] @ likes[:, :pairs])[:, :, 0] * two_held).sum(axis=2)
    both = np.log(np.maximum(shared, 1e-300)) + high[:, :pairs] + high[:, pairs:]
    degree = arriving.sum(axis=1)
    evidence = both.sum(axis=1) - ((degree - 1) * alone).sum(axis=1)
    return np.exp(belief - alone[..., None]), evidence


def _unit(logs: Floats) -> Floats:
    """Logarithms as shares whose greatest is one."""
    shares: Floats = np.exp(logs - logs.max(axis=2, keepdims=True))
    return shares
