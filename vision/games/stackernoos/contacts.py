"""Which dominoes touch, and how: end to end, an end at a side, or crosswise.

A contact says where the second tile would lie if both lay exactly on the grid of the first. Lines are chained from
contacts, tile by tile, so that small gaps and turns never add up.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import atan2, cos, degrees, hypot, pi, sin
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class Touch:
    """How near is touching; lengths in tile widths."""

    gap: float = 0.4
    """The widest gap between two tiles that a person would call touching."""
    overlap: float = 0.3
    """How far two quads may reach into each other through noise."""
    shift: float = 0.35
    """How far a tile may lie off the line."""
    turn: float = 15.0
    """How far it may be turned out of the line, in degrees."""


TOUCH: Final = Touch()


@dataclass(frozen=True, slots=True)
class OnPlane:
    """A tile on the plane: its centre, and its angle (radians) from the first half to the second."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Contact:
    """Tile `b` as seen from tile `a`, whose halves lie at (-0.5, 0) and (0.5, 0).

    `x`, `y` is the centre of `b` on that grid and `turn` its quarter turns counter-clockwise. `off` is how far the real
    tile is from there.
    """

    a: int
    b: int
    x: float
    y: float
    turn: int
    off: float

    @property
    def in_line(self) -> bool:
        """Whether the two touch end to end, along one line."""
        return self.y == 0 and self.turn % 2 == 0

    @property
    def side(self) -> int | None:
        """The tile whose side the other one's end touches, at one half; None for other contacts."""
        if self.turn % 2 == 0 or self.x == 0 or self.y == 0:
            return None
        return self.a if abs(self.y) > abs(self.x) else self.b

    def reverse(self) -> Contact:
        """The same contact as seen from `b`."""
        x, y = turned(-self.x, -self.y, -self.turn)
        return Contact(self.b, self.a, x, y, -self.turn % 4, self.off)


def turned(x: float, y: float, quarters: int) -> tuple[float, float]:
    """A vector after quarter turns counter-clockwise; exact."""
    return ((x, y), (-y, x), (-x, -y), (y, -x))[quarters % 4]


def contacts(spots: Sequence[OnPlane]) -> list[Contact]:
    """Every pair that touches, nearest to the grid first; indices are those of `spots`."""
    found = (_contact(a, b, spots[a], spots[b]) for a, b in combinations(range(len(spots)), 2))
    return sorted((c for c in found if c is not None), key=lambda c: c.off)


_FAR: Final = 4.0
"""Tiles whose centres are farther apart than this (tile widths) cannot TOUCH."""


def _contact(a: int, b: int, one: OnPlane, two: OnPlane) -> Contact | None:
    dx, dy = two.x - one.x, two.y - one.y
    if hypot(dx, dy) > _FAR:
        return None
    x = dx * cos(one.angle) + dy * sin(one.angle)
    y = dy * cos(one.angle) - dx * sin(one.angle)
    angle = two.angle - one.angle
    turn = round(angle / (pi / 2))
    skew = abs(degrees(atan2(sin(angle - turn * pi / 2), cos(angle - turn * pi / 2))))
    if skew > TOUCH.turn:
        return None
    ideal = _nearest(x, y, _ACROSS if turn % 2 else _IN_LINE)
    if ideal is None:
        return None
    return Contact(a, b, *ideal, turn % 4, hypot(x - ideal[0], y - ideal[1]) + skew / TOUCH.turn * TOUCH.shift)


_IN_LINE: Final = ((-2.0, 0.0), (2.0, 0.0))
_ACROSS: Final = tuple(
    place for along in (-0.5, 0.0, 0.5) for far in (-1.5, 1.5) for place in ((far, along), (along, far))
)
"""Where the centre of a tile in line lies, and of one at right angles: at a half's side, or centred."""


def _nearest(x: float, y: float, places: Iterable[tuple[float, float]]) -> tuple[float, float] | None:
    """The nearest of the places at which a tile with its centre at x, y touches."""
    near = []
    for to_x, to_y in places:
        apart, shift = (abs(x) - abs(to_x), y - to_y) if abs(to_x) > 1 else (abs(y) - abs(to_y), x - to_x)
        if -TOUCH.overlap <= apart <= TOUCH.gap and abs(shift) <= TOUCH.shift:
            near.append((to_x, to_y))
    return min(near, key=lambda place: hypot(x - place[0], y - place[1]), default=None)
