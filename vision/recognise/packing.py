"""Which of many detections lie there together: no two at one place, the weightiest lot of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

BUDGET: Final = 4000
"""Steps that a group of detections in each other's way is searched for; then the best lot so far stands."""


def packed(weights: Sequence[float], clashes: Sequence[frozenset[int]], budget: int = BUDGET) -> list[int]:
    """The numbers of detections of the greatest total weight of which no two clash, in order.

    `clashes` has for each detection the numbers of those that it clashes with. Weights are above 0. Detections that
    clash with each other are searched group by group.
    """
    kept: list[int] = []
    for group in groups(clashes):
        kept += _Search(weights, clashes, budget).best(group)
    return sorted(kept)


def groups(meets: Sequence[AbstractSet[int]]) -> list[list[int]]:
    """The numbers of things that meet each other, straight or by way of others; `meets` has for each those that it
    meets. Groups are in the order of their first things."""
    left = set(range(len(meets)))
    found = []
    while left:
        reached, fresh = set[int](), {min(left)}
        while fresh:
            reached |= fresh
            fresh = {other for one in fresh for other in meets[one]} - reached
        left -= reached
        found.append(sorted(reached))
    return found


class _Search:
    """Branch and bound, the weightiest detection first: take it, or leave it."""

    def __init__(self, weights: Sequence[float], clashes: Sequence[frozenset[int]], budget: int) -> None:
        self._weights, self._clashes, self._left = weights, clashes, budget
        self._best: list[int] = []
        self._most = 0.0

    def best(self, group: Sequence[int]) -> list[int]:
        """The best lot of a group."""
        order = sorted(group, key=lambda number: (-self._weights[number], number))
        self._go(order, [], 0.0)
        return self._best

    def _go(self, open_: list[int], taken: list[int], weight: float) -> None:
        if weight > self._most:
            self._best, self._most = taken, weight
        self._left -= 1
        if not open_ or self._left < 0 or weight + sum(self._weights[n] for n in open_) <= self._most:
            return
        first, rest = open_[0], open_[1:]
        self._go([n for n in rest if n not in self._clashes[first]], [*taken, first], weight + self._weights[first])
        if any(n in self._clashes[first] for n in rest):
            self._go(rest, taken, weight)
