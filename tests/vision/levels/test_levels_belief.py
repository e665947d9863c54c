"""Belief propagation against the sum over all worlds, where pairs form no ring."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from vision.levels.belief import believe


def _all_worlds(own: np.ndarray, one: np.ndarray, two: np.ndarray, odds: np.ndarray) -> tuple[np.ndarray, float]:
    shares, whole = np.zeros_like(own), 0.0
    for world in product(range(own.shape[1]), repeat=len(own)):
        log = sum(own[n, level] for n, level in enumerate(world))
        log += sum(odds[e, world[a], world[b]] for e, (a, b) in enumerate(zip(one, two, strict=True)))
        whole += np.exp(log)
        for n, level in enumerate(world):
            shares[n, level] += np.exp(log)
    return shares / whole, float(np.log(whole))


@pytest.mark.parametrize("seed", range(4))
def test_a_tree_is_exact(seed: int) -> None:
    rng = np.random.default_rng(seed)
    one, two = np.array([0, 0, 2, 2]), np.array([1, 2, 3, 4])
    own, odds = rng.normal(0, 1, (5, 3)), rng.normal(0, 1.5, (4, 3, 3))
    shares, evidence = believe(own[None], one, two, odds[None])
    exact, whole = _all_worlds(own, one, two, odds)
    np.testing.assert_allclose(shares[0], exact, atol=0.01)
    assert evidence[0] == pytest.approx(whole, abs=0.03)


def test_worlds_do_not_mix() -> None:
    rng = np.random.default_rng(9)
    one, two = np.array([0, 1]), np.array([1, 2])
    own, odds = rng.normal(0, 1, (2, 3, 4)), rng.normal(0, 2, (2, 2, 4, 4))
    both, evidence = believe(own, one, two, odds)
    for world in range(2):
        alone, own_evidence = believe(own[world : world + 1], one, two, odds[world : world + 1])
        np.testing.assert_allclose(both[world], alone[0], atol=0.01)
        assert evidence[world] == pytest.approx(own_evidence[0], abs=0.03)


def test_a_lone_tile_believes_itself() -> None:
    own = np.log(np.array([[[0.5, 0.3, 0.2]]]))
    none = np.zeros(0, np.int64)
    shares, evidence = believe(own, none, none, np.zeros((1, 0, 3, 3)))
    np.testing.assert_allclose(shares, np.exp(own))
    assert evidence[0] == pytest.approx(0.0, abs=1e-12)
