"""Chances that mean what they say: a temperature for the network, and how far its chances can be trusted.

Source: Guo, Pleiss, Sun, Weinberger, "On Calibration of Modern Neural Networks", ICML 2017.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

COLDEST, HOTTEST, TRIED = 0.3, 5.0, 141
EDGES: Final = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
"""Bins of the reliability table; most chances lie near 1."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers with a chance from `low` to `high`: how many, their mean chance, the share that is right."""

    low: float
    high: float
    count: int
    chance: float
    right: float


def temperature(logits: Array, classes: NDArray[np.int64]) -> float:
    """What N×K logits are divided by so that the N true classes are likeliest."""
    tried = np.exp(np.linspace(np.log(COLDEST), np.log(HOTTEST), TRIED))
    return float(tried[int(np.argmin([_surprise(logits / each, classes) for each in tried]))])


def _surprise(logits: Array, classes: NDArray[np.int64]) -> float:
    """The mean negative log-likelihood."""
    above = logits - logits.max(axis=1, keepdims=True)
    return float((np.log(np.exp(above).sum(axis=1)) - above[np.arange(len(classes)), classes]).mean())


def reliability(chances: Array, right: NDArray[np.bool_], edges: tuple[float, ...] = EDGES) -> tuple[Bin, ...]:
    """The bins that hold any of N answers, by their chances and whether they are right."""
    which = np.clip(np.digitize(chances, edges[1:-1], right=True), 0, len(edges) - 2)
    bins = []
    for number in range(len(edges) - 1):
        inside = which == number
        if inside.any():
            mean, share = float(chances[inside].mean()), float(right[inside].mean())
            bins.append(Bin(edges[number], edges[number + 1], int(inside.sum()), mean, share))
    return tuple(bins)


def calibration_error(bins: tuple[Bin, ...]) -> float:
    """The expected calibration error: how far chances are from shares, weighed by how many they are."""
    total = sum(each.count for each in bins)
    return sum(each.count * abs(each.chance - each.right) for each in bins) / total if total else 0.0
