"""Chances that mean what they say."""

from __future__ import annotations

import numpy as np
import pytest

from models.halves.calibrate import calibration_error, reliability, temperature


def softmax(logits: np.ndarray) -> np.ndarray:
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    return chances / chances.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("hot", [0.5, 1.0, 2.5])
def test_the_temperature_of_overstated_logits_is_found(hot: float) -> None:
    chance = np.random.default_rng(0)
    honest = chance.normal(0, 2, (20_000, 6))
    classes = np.array([chance.choice(6, p=row) for row in softmax(honest)])
    assert temperature(honest * hot, classes) == pytest.approx(hot, rel=0.06)


def test_reliability_counts_every_answer_once() -> None:
    chances = np.array([0.2, 0.55, 0.55, 0.97, 0.995, 1.0])
    right = np.array([False, True, False, True, True, True])
    bins = reliability(chances, right)
    assert sum(each.count for each in bins) == 6
    middle = next(each for each in bins if each.low == 0.5)
    assert (middle.count, middle.chance, middle.right) == (2, pytest.approx(0.55), 0.5)


def test_honest_chances_have_little_calibration_error() -> None:
    chance = np.random.default_rng(1)
    chances = chance.uniform(0, 1, 50_000)
    right = chance.random(50_000) < chances
    assert calibration_error(reliability(chances, right)) < 0.01
    assert calibration_error(reliability(np.sqrt(chances), right)) > 0.1
    assert calibration_error(()) == 0.0
