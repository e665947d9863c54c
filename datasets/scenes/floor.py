"""Which places of a table are taken, so that what is laid down does not stand in what lies there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray


@dataclass(slots=True)
class Floor:
    """Turned rectangles (mm) on the table; `facts` are what the truth says of the whole table."""

    taken: list[NDArray[np.float64]] = field(default_factory=list)
    facts: dict[str, object] = field(default_factory=dict)

    def add(self, x: float, y: float, yaw: float, length: float, width: float) -> None:
        """Take a place."""
        self.taken.append(_corners(x, y, yaw, length, width))

    def free(self, x: float, y: float, yaw: float, length: float, width: float) -> bool:
        """Whether nothing taken overlaps this rectangle."""
        mine = _corners(x, y, yaw, length, width)
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


def _corners(x: float, y: float, yaw: float, length: float, width: float) -> NDArray[np.float64]:
    c, s = np.cos(yaw), np.sin(yaw)
    u, v = np.array([c, s]) * length / 2, np.array([-s, c]) * width / 2
    return np.asarray(np.array([x, y]) + np.array([u + v, u - v, -u - v, -u + v]))


def _overlap(a: NDArray[np.float64], b: NDArray[np.float64]) -> bool:
    """Whether two rectangles overlap: no side of either parts them."""
    for one in (a, b):
        for side in (one[1] - one[0], one[2] - one[1]):
            normal = np.array([-side[1], side[0]])
            p, q = a @ normal, b @ normal
            if p.max() <= q.min() or q.max() <= p.min():
                return False
    return True
