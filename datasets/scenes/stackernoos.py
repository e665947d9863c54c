"""Stackernoos tables from chance: runs, stacks, spans, bridges, branches; legal, or with plays against the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from numpy.random import Generator

Cell = tuple[int, int]
"""A half's place along the run and across it, as in the rules' geometry."""

HIGHEST: Final = 7
"""The level of the highest tile: stacks of eight."""
LONG_RUN: Final = 7
"""Dominoes in a run before its ends may be stacked on."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the grid: the numbers at its first and second half, the first half's cell, its level, `e` or `n`.

    `half` moves a bridge by half a cell; `off` (cells, radians) is how far an unruly tile is from where it should be.
    """

    numbers: tuple[int, int]
    x: float
    y: int
    z: int
    direction: str
    on: tuple[int, ...] = ()
    off: tuple[float, float, float] = (0.0, 0.0, 0.0)
    legal: bool = True


@dataclass(slots=True)
class Growth:
    """A table as it grows; `tops` maps a cell to (level, number, index of the tile)."""

    rng: Generator
    supply: list[tuple[int, int]]
    laid: list[Laid] = field(default_factory=list)
    tops: dict[Cell, tuple[int, int, int]] = field(default_factory=dict)
    west: int = 0
    east: int = 1
    arms: dict[tuple[int, int], int] = field(default_factory=dict)
    bridged: set[int] = field(default_factory=set)

    def put(  # noqa: PLR0913, PLR0917 - a placement
        self, numbers: tuple[int, int], x: int, y: int, z: int, direction: str, legal: bool = True
    ) -> None:
        """Lay a tile on two cells."""
        cells = self._cells(x, y, direction)
        on = tuple(dict.fromkeys(self.tops[cell][2] for cell in cells if z > 0 and cell in self.tops))
        self.laid.append(Laid(numbers, x, y, z, direction, on, legal=legal))
        for cell, number in zip(cells, numbers, strict=True):
            self.tops[cell] = (z, number, len(self.laid) - 1)

    @staticmethod
    def _cells(x: int, y: int, direction: str) -> list[Cell]:
        return [(x, y), (x + 1, y)] if direction == "e" else [(x, y), (x, y + 1)]

    def take(self, fits: object) -> tuple[int, int] | None:
        """Take a tile out of the supply that `fits` turns into numbers in order, or None."""
        assert callable(fits)
        for index in self.rng.permutation(len(self.supply)):
            a, b = self.supply[index]
            for numbers in ((a, b), (b, a)):
                if fits(numbers):
                    del self.supply[index]
                    return numbers
        return None

    def start(self) -> None:
        """The first tile, a double."""
        if (numbers := self.take(lambda n: n[0] == n[1])) is not None:
            self.put(numbers, 0, 0, 0, "e")

    def extend(self) -> None:
        """Lengthen the run at an end that is not capped."""
        if self.rng.random() < 0.5:
            level, end, _ = self.tops[(self.east, 0)]
            if level == 0 and (numbers := self.take(lambda n: n[0] == end)) is not None:
                self.put(numbers, self.east + 1, 0, 0, "e")
                self.east += 2
        else:
            level, end, _ = self.tops[(self.west, 0)]
            if level == 0 and (numbers := self.take(lambda n: n[1] == end)) is not None:
                self.put(numbers, self.west - 2, 0, 0, "e")
                self.west -= 2

    def stack(self) -> None:
        """Lay a tile exactly on another, one half at least matching; high stacks are as likely as low ones."""
        open_ends = (self.east - self.west + 1) // 2 < LONG_RUN
        choices = []
        for index, tile in enumerate(self.laid):
            if tile.x != int(tile.x) or tile.y != 0 or tile.z >= HIGHEST:
                continue
            cells = self._cells(int(tile.x), tile.y, tile.direction)
            uncovered = all(self.tops[cell][2] == index for cell in cells)
            end = tile.z == 0 and (cells[0][0] == self.west or cells[1][0] == self.east)
            if uncovered and not (end and open_ends) and not self._blocked(cells, tile.z + 1):
                choices.append((tile, 1 + 2 * tile.z))
        if not choices:
            return
        weights = [weight for _, weight in choices]
        tile = choices[int(self.rng.choice(len(choices), p=[w / sum(weights) for w in weights]))][0]
        a, b = tile.numbers
        if (numbers := self.take(lambda n: n[0] == a or n[1] == b)) is not None:
            self.put(numbers, int(tile.x), tile.y, tile.z + 1, tile.direction)

    def _blocked(self, cells: list[Cell], level: int) -> bool:
        """Whether a bridge roofs one of these cells at this level."""
        return any(cell[1] == 0 and (cell[0] in self.bridged) and level >= 1 for cell in cells)

    def span(self) -> None:
        """Lay a tile across the joint of two touching tiles of one level, both halves matching."""
        for x in self.rng.permutation(range(self.west, self.east)):
            left, right = self.tops.get((int(x), 0)), self.tops.get((int(x) + 1, 0))
            if left is None or right is None or left[0] != right[0] or left[2] == right[2] or left[0] >= HIGHEST:
                continue
            if self._blocked([(int(x), 0), (int(x) + 1, 0)], left[0] + 1):
                continue
            wanted = (left[1], right[1])
            if (numbers := self.take(lambda n, w=wanted: n == w)) is not None:
                self.put(numbers, int(x), 0, left[0] + 1, "e")
                return

    @property
    def roots(self) -> list[int]:
        """Cells of the run between two stacks."""
        return [
            x
            for x in range(self.west + 1, self.east)
            if self.tops[(x, 0)][0] == 0 and self.tops[(x - 1, 0)][0] > 0 and self.tops[(x + 1, 0)][0] > 0
        ]

    def branch(self) -> None:
        """Begin an arm at a root, or lengthen one."""
        for root in self.rng.permutation(self.roots):
            sign = 1 if self.rng.random() < 0.5 else -1
            long = self.arms.get((int(root), sign), 0)
            end = self.tops[(int(root), sign * long)][1]
            wanted = 0 if sign > 0 else 1
            if (numbers := self.take(lambda n, w=wanted, e=end: n[w] == e)) is not None:
                self.put(numbers, int(root), long + 1 if sign > 0 else -long - 2, 0, "n")
                self.arms[(int(root), sign)] = long + 2
                return

    def bridge(self) -> None:
        """Roof a root whose two stacks are equally high, both halves matching."""
        for root in self.roots:
            left, right = self.tops[(root - 1, 0)], self.tops[(root + 1, 0)]
            if root - 1 in self.bridged or root + 1 in self.bridged or left[0] != right[0] or left[0] >= HIGHEST:
                continue
            wanted = (left[1], right[1])
            if (numbers := self.take(lambda n, w=wanted: n == w)) is not None:
                self.laid.append(Laid(numbers, root - 0.5, 0, left[0] + 1, "e", (left[2], right[2])))
                self.bridged |= {root - 1, root + 1}
                return


def grow(rng: Generator, tiles: list[tuple[int, int]], count: int, unruly: float = 0.0) -> list[Laid]:
    """A table of up to `count` tiles of the set; `unruly` is the chance of a play against the rules at the end."""
    growth = Growth(rng, list(tiles))
    growth.start()
    steps = (growth.extend, growth.stack, growth.span, growth.branch, growth.bridge)
    towers = rng.uniform(0.15, 0.6)
    shares = [0.75 - towers, towers, 0.13, 0.07, 0.05]
    for _ in range(3 * count):
        if len(growth.laid) >= count or not growth.laid:
            break
        steps[int(rng.choice(len(steps), p=shares))]()
    for _ in range(int(rng.integers(1, 4)) if rng.random() < unruly else 0):
        _misplay(growth)
    return growth.laid


def _misplay(growth: Growth) -> None:
    """One play against the rules: no match, a right angle, a tile astride, a tile put down askew."""
    rng = growth.rng
    if not growth.supply or not growth.laid:
        return
    numbers = growth.take(lambda _: True)
    assert numbers is not None
    kind = int(rng.integers(4))
    base_at = int(rng.integers(len(growth.laid)))
    base = growth.laid[base_at]
    free = base.y == 0 and base.direction == "e" and not _covered(growth, base_at) and _low_beside(growth, base)
    if kind == 0:
        growth.put(numbers, growth.east + 1, 0, 0, "e", legal=False)
        growth.east += 2
    elif kind == 1 and (growth.east, 1) not in growth.tops:
        growth.put(numbers, growth.east, 1, 0, "n", legal=False)
    elif free and base.z < HIGHEST:
        askew = (0.0, 0.0, float(rng.uniform(0.15, 0.6))) if kind == 2 else (float(rng.uniform(0.25, 0.6)), 0.0, 0.05)
        growth.put(numbers, int(base.x), 0, base.z + 1, "e", legal=False)
        last = growth.laid[-1]
        growth.laid[-1] = Laid(last.numbers, last.x, last.y, last.z, "e", last.on, askew, legal=False)


def _covered(growth: Growth, index: int) -> bool:
    return any(index in tile.on for tile in growth.laid)


def _low_beside(growth: Growth, base: Laid) -> bool:
    """Whether a tile askew on this one would touch no higher neighbour."""
    if base.x != int(base.x):
        return False
    x = int(base.x)
    beside = [(x - 1, 0), (x + 2, 0), *((at, side) for at in (x, x + 1) for side in (-1, 1))]
    return all(growth.tops.get(cell, (0, 0, 0))[0] <= base.z for cell in beside)
