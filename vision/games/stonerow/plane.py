"""The plane of the table: from the mat under the cards, or from the cards, which are all of one size.

Units of the plane: mm; x to the right of the picture, y up, the table as seen from above. Without a mat a card is
`WIDTH` wide, for nothing tells how large it really is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from vision.scene.plane.least_squares import TINY
from vision.scene.plane.planar import Fit, numbers_of, onto, rectangles, turns_of
from vision.scene.plane.pose import through

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

WIDTH: Final = 63.0
HEIGHTS: Final = (88.0, 98.4)
"""The heights of usual cards of that width: of poker size, and of bridge size drawn to it."""
POKER: Final = (63.0, 88.0)
BRIDGE: Final = (57.0, 89.0)
"""Width and height (mm) of usual cards."""
CLEARLY: Final = 0.5
FIT: Final = Fit(outlier=0.15, steps=25)


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """Where quads lie on the plane: `centre` (N, 2) mm, `up` (N,) radians towards the first edge. `misfit` (N,) is by
    how many card widths corners miss those of a card on average, infinite beyond the horizon."""

    centre: Floats
    up: Floats
    misfit: Floats


@dataclass(frozen=True, slots=True, eq=False)
class CardPlane:
    """A homography from pixels to the plane, and the shape of a card; `cost` is what its fit left over, a card."""

    numbers: Floats
    middle: Floats
    reach: float
    height: float
    cost: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a card."""
        return WIDTH, self.height

    def lay(self, quads: Floats) -> Laid:
        """Where quads (N, 4, 2), in pixels, lie; the first two corners of each are its upper edge."""
        corners = (np.asarray(quads, float) * (1.0, -1.0) - self.middle) / self.reach
        placed, depth = onto(corners, self.numbers)
        centre, up, miss = rectangles(placed, turns_of(corners), self.height / WIDTH)
        misfit = np.linalg.norm(miss, axis=2).mean(axis=1)
        return Laid(WIDTH * centre, up, np.where(depth.min(axis=1) > 0, misfit, np.inf))


@dataclass(frozen=True, slots=True, eq=False)
class MatPlane:
    """The plane of a mat: `homography` maps pixels to its mm, whose y grows downwards; `size` is that of a card."""

    homography: Floats
    size: tuple[float, float] = POKER

    def lay(self, quads: Floats) -> Laid:
        """Where quads (N, 4, 2), in pixels, lie; the first two corners of each are its upper edge."""
        width, height = self.size
        placed = through(self.homography, np.asarray(quads, float).reshape(-1, 2)).reshape(-1, 4, 2) * (1.0, -1.0)
        centre, up, miss = rectangles(placed / width, turns_of(placed), height / width)
        return Laid(width * centre, up, np.linalg.norm(miss, axis=2).mean(axis=1))

    def of(self, quads: Floats) -> MatPlane:
        """The plane with the size that cards with these quads (N, 4, 2) have."""
        costs = [float(np.median(MatPlane(self.homography, size).lay(quads).misfit)) for size in (POKER, BRIDGE)]
        return MatPlane(self.homography, POKER if costs[0] <= costs[1] else BRIDGE)


TablePlane: TypeAlias = CardPlane | MatPlane


def fitted(quads: Floats, size: tuple[int, int]) -> CardPlane | None:
    """The plane that quads (N, 4, 2) lie on, in pixels of a picture of `size` (width, height); None without any."""
    quads = np.asarray(quads, float).reshape(-1, 4, 2)
    if not len(quads):
        return None
    upright = quads * (1.0, -1.0)
    middle = upright.reshape(-1, 2).mean(axis=0)
    reach = max(float(np.linalg.norm(upright - middle, axis=2).max()), TINY)
    corners = (upright - middle) / reach
    best: CardPlane | None = None
    for height in HEIGHTS:
        numbers, cost = numbers_of(corners, height / WIDTH, reach / (0.5 * float(np.hypot(*size))), FIT)
        # Cards that all lie one way fit either shape: the usual one, unless the other is clearly better.
        if best is None or cost < CLEARLY * best.cost:
            best = CardPlane(numbers, middle, reach, height, cost)
    return best
