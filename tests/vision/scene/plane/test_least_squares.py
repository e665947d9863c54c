"""Least squares: each start goes down to the valley that it lies in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.scene.plane.least_squares import least, soft

if TYPE_CHECKING:
    from vision.arrays import Floats

STEPS, ENOUGH = 40, 1e-9


def two_valleys(many: Floats) -> Floats:
    """Residuals (P, 2) that are 0 at (2, 1) and (-2, 1)."""
    return np.column_stack([many[:, 0] ** 2 - 4.0, many[:, 1] - 1.0])


def test_each_start_finds_the_valley_it_lies_in() -> None:
    found = least(two_valleys, np.array([[1.0, 5.0], [-3.0, -5.0]]), STEPS, ENOUGH)
    assert found == pytest.approx(np.array([[2.0, 1.0], [-2.0, 1.0]]), abs=1e-4)


def test_starts_do_not_change_what_others_find() -> None:
    starts = np.array([[1.0, 5.0], [-3.0, -5.0], [2.0, 1.0]])
    alone = np.concatenate([least(two_valleys, each[None], STEPS, ENOUGH) for each in starts])
    assert np.array_equal(least(two_valleys, starts, STEPS, ENOUGH), alone)


def test_a_start_that_nothing_betters_stays() -> None:
    start = np.array([[2.0, 1.0]])
    assert np.array_equal(least(two_valleys, start, STEPS, ENOUGH), start)


def test_no_steps_leave_the_starts_as_they_are() -> None:
    start = np.array([[9.0, 9.0]])
    assert np.array_equal(least(two_valleys, start, 0, ENOUGH), start)


def test_a_far_residual_pulls_little() -> None:
    values = np.array([1.0, 1.1, 0.9, 100.0])
    found = least(lambda many: soft(many - values, 1.0), np.array([[0.0]]), STEPS, ENOUGH)
    assert found[0, 0] == pytest.approx(1.0, abs=0.1)
