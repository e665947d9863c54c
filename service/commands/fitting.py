"""Numbers of the belief estimated from labelled games, by maximum likelihood; each game left out once.

A **sample** is one look: the weights of its explanations, that of what was really played first. Weights to the power of
the **temperature** are shares of mass. The best temperature makes the true explanations likeliest. A **chance** is one
yes or no about a play. Its share is estimated with half a count on each side, so that none is impossible.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

FLOOR: Final = 1e-300
"""Weights below count as this, so that their logarithm is finite."""
RANGE: Final = (0.05, 8.0)
"""A temperature is looked for in this range."""
TRIED: Final = 600
"""So many temperatures are tried: a step is less than one in a hundred."""
HALF: Final = 0.5
"""Jeffreys' prior: half a count on each side."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One look at a world: the weights of its explanations, the true one's first."""

    world: str
    weights: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """A play of a world that was or was not of a kind."""

    world: str
    name: str
    hit: bool


@dataclass(frozen=True, slots=True)
class Number:
    """An estimated number. `n` counts what it was estimated from. `held_out` is the mean log likelihood, in nats, of
    each world by the number that the others give."""

    name: str
    value: float
    unit: str
    source: str
    n: int
    held_out: float


def temperature(samples: Sequence[Sample]) -> float:
    """The temperature that makes the true explanations likeliest."""
    tried = np.geomspace(*RANGE, TRIED)
    return float(tried[np.argmax(log_likelihood(samples, tried))])


def log_likelihood(samples: Iterable[Sample], temperature: NDArray[np.float64] | float) -> NDArray[np.float64]:
    """The log likelihood of the true explanations at a temperature, or at each of several (N), in nats."""
    total = np.zeros(np.shape(temperature))
    for sample in samples:
        logs = np.multiply.outer(temperature, np.log(np.maximum(sample.weights, FLOOR)))
        total += logs[..., 0] - np.logaddexp.reduce(logs, axis=-1)
    return total


def of_samples(samples: Sequence[Sample], source: str) -> Number:
    """The temperature of a game, with what it is worth on worlds that were left out."""
    worlds = {sample.world for sample in samples}
    held_out = _left_out(
        worlds,
        lambda kept: temperature([each for each in samples if each.world in kept]),
        lambda value, world: float(log_likelihood((each for each in samples if each.world == world), value)),
    )
    value, n = temperature(samples), len(samples)
    return Number("temperature", value, "power of a weight", source, n, held_out / n)


def of_chances(chances: Sequence[Chance], source: str) -> list[Number]:
    """The share of every kind of play."""
    by_name: dict[str, list[Chance]] = defaultdict(list)
    for chance in chances:
        by_name[chance.name].append(chance)
    return [_of_one(name, some, source) for name, some in sorted(by_name.items())]


def _of_one(name: str, chances: Sequence[Chance], source: str) -> Number:
    counts = {
        world: Counter(each.hit for each in chances if each.world == world) for world in {c.world for c in chances}
    }

    def fitted(kept: Iterable[str]) -> float:
        return share(sum((counts[world] for world in kept), Counter[bool]()))

    def worth(value: float, world: str) -> float:
        return counts[world][True] * log(value) + counts[world][False] * log(1 - value)

    held_out = _left_out(counts, fitted, worth)
    return Number(name, fitted(counts), "share of plays", source, len(chances), held_out / len(chances))


def share(counts: Counter[bool]) -> float:
    """The share of hits, with half a count on each side."""
    return (counts[True] + HALF) / (counts.total() + 2 * HALF)


def _left_out(
    worlds: Iterable[str], fitted: Callable[[list[str]], float], worth: Callable[[float, str], float]
) -> float:
    """The sum of what each world is worth by the number of the others; by all where there is but one."""
    every = sorted(worlds)
    return sum(worth(fitted([other for other in every if other != world] or every), world) for world in every)


def merged(text: str, numbers: Sequence[Number]) -> list[Number]:
    """The numbers of a file's text with those estimated anew in their place; others stay as they were."""
    old = [Number(name, **entry) for name, entry in tomllib.loads(text).items()]
    fresh = {number.name: number for number in numbers}
    return [*(fresh.pop(number.name, number) for number in old), *fresh.values()]


def as_toml(numbers: Iterable[Number]) -> str:
    """The numbers as the text of a file."""
    lines = ["# Estimated by `tableside fit tracking`; do not edit.", ""]
    for number in numbers:
        lines += [
            f"[{number.name}]",
            f"value = {number.value:.6g}",
            f'unit = "{number.unit}"',
            f'source = "{number.source}"',
            f"n = {number.n}",
            f"held_out = {number.held_out:.4f}",
            "",
        ]
    return "\n".join(lines)
