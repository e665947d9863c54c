"""Finds that lie there together: two tiles go before one across their joint."""

from __future__ import annotations

import itertools
import random

from vision.recognise.packing import packed


def brute(weights, clashes):
    def free(lot):
        return all(b not in clashes[a] for a, b in itertools.combinations(lot, 2))

    lots = (lot for size in range(len(weights) + 1) for lot in itertools.combinations(range(len(weights)), size))
    return max(sum(weights[n] for n in lot) for lot in lots if free(lot))


def test_two_go_before_one_across_their_joint():
    clashes = [frozenset({1}), frozenset({0, 2}), frozenset({1})]
    assert packed([1.4, 1.9, 1.4], clashes) == [0, 2]
    assert packed([0.4, 1.9, 0.4], clashes) == [1]


def test_the_lot_found_is_the_weightiest():
    chance = random.Random(3)
    for _ in range(60):
        count = chance.randint(1, 9)
        weights = [chance.uniform(0.1, 2) for _ in range(count)]
        pairs = [pair for pair in itertools.combinations(range(count), 2) if chance.random() < 0.35]
        clashes = [frozenset({b for a, b in pairs if a == n} | {a for a, b in pairs if b == n}) for n in range(count)]
        lot = packed(weights, clashes)
        assert sum(weights[n] for n in lot) >= brute(weights, clashes) - 1e-9


def test_a_search_without_end_is_cut_off_with_a_lot_that_fits():
    count = 60
    clashes = [frozenset(range(max(0, n - 3), min(count, n + 4))) - {n} for n in range(count)]
    lot = packed([1.0 + n % 7 / 10 for n in range(count)], clashes, budget=50)
    assert lot
    assert all(b not in clashes[a] for a, b in itertools.combinations(lot, 2))
