"""Which places of a table are taken, so that what is laid down does not stand in what lies there."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot, inf
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

ROUNDING: Final = 1e-6
"""What may be nothing but rounding, mm²."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A turned rectangle: its corners as an array and as numbers, and the circle about it, a little larger."""

    corners: NDArray[np.float64]
    plain: list[list[float]]
    x: float
    y: float
    reach: float


@dataclass(slots=True)
class Floor:
    """Turned rectangles (mm) on the table; `facts` are what the truth says of the whole table."""

    taken: list[_Place] = field(default_factory=list)
    facts: dict[str, object] = field(default_factory=dict)

    def add(self, x: float, y: float, yaw: float, length: float, width: float) -> None:
        """Take a place."""
        self.taken.append(_place(x, y, yaw, length, width))

    def free(self, x: float, y: float, yaw: float, length: float, width: float) -> bool:
        """Whether nothing taken overlaps this rectangle."""
        mine = _place(x, y, yaw, length, width)
        return not any(_overlap(mine, other) for other in self.taken)

    def find(
        self, rng: Generator, length: float, width: float, reach: float, tries: int = 25
    ) -> tuple[float, float, float] | None:
        """A free place (x, y, yaw) within `reach` of the middle, now taken; None if none was found."""
        for _ in range(tries):
            away, angle, yaw = reach * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
            x, y = float(away * np.cos(angle)), float(away * np.sin(angle))
            if self.free(x, y, yaw, length, width):
                self.add(x, y, yaw, length, width)
                return x, y, float(yaw)
        return None


def _place(x: float, y: float, yaw: float, length: float, width: float) -> _Place:
    corners = _corners(x, y, yaw, length, width)
    return _Place(corners, corners.tolist(), float(x), float(y), hypot(length, width) / 2 + ROUNDING)


def _corners(x: float, y: float, yaw: float, length: float, width: float) -> NDArray[np.float64]:
    c, s = np.cos(yaw), np.sin(yaw)
    u, v = np.array([c, s]) * length / 2, np.array([-s, c]) * width / 2
    return np.asarray(np.array([x, y]) + np.array([u + v, u - v, -u - v, -u + v]))


def _overlap(a: _Place, b: _Place) -> bool:
    """Whether two rectangles overlap: no side of either parts them."""
    if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 > (a.reach + b.reach) ** 2:
        return False
    gap = max(_gap(a.plain, b.plain), _gap(b.plain, a.plain))
    return gap < 0 if abs(gap) > ROUNDING else _overlap_exactly(a.corners, b.corners)


def _gap(a: list[list[float]], b: list[list[float]]) -> float:
    """How far the sides of the first part them, times their lengths; below 0 they do not. Plain numbers are faster."""
    widest = -inf
    for (x0, y0), (x1, y1) in ((a[0], a[1]), (a[1], a[2])):
        nx, ny = y0 - y1, x1 - x0
        p, q = [x * nx + y * ny for x, y in a], [x * nx + y * ny for x, y in b]
        widest = max(widest, min(q) - max(p), min(p) - max(q))
    return widest


def _overlap_exactly(a: NDArray[np.float64], b: NDArray[np.float64]) -> bool:
    """The same, where rounding matters."""
    for one in (a, b):
        for side in (one[1] - one[0], one[2] - one[1]):
            normal = np.array([-side[1], side[0]])
            p, q = a @ normal, b @ normal
            if p.max() <= q.min() or q.max() <= p.min():
                return False
    return True
