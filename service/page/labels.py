"""Where the names of pieces stand in a picture: beside their piece, off all others, inside the picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = "Sequence[Sequence[float]]"

LETTER: Final = 0.72
"""Width of a letter with the space round it, in heights of the name."""
TALL: Final = 1.1
"""Height of a line, in heights of the name."""
GAP: Final = 0.3
FAR: Final = 1.5
"""How far a name is from its piece, and how far with a line that leads to it; in heights of the name."""
SMALLER: Final = 0.75
"""The size of a name that has to stand on its piece, of the others."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a name stands: its middle, the height of its letters, and where a line leads to, None without one."""

    x: float
    y: float
    size: float
    leader: Point | None = None


@dataclass(frozen=True, slots=True)
class _Rim:
    """A rectangle in pixels, told by its middle and half its sides."""

    x: float
    y: float
    wide: float
    high: float

    @property
    def corners(self) -> tuple[Point, ...]:
        return tuple((self.x + i * self.wide, self.y + j * self.high) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1)))

    def inside(self, size: tuple[int, int]) -> bool:
        return self.wide <= self.x <= size[0] - self.wide and self.high <= self.y <= size[1] - self.high


def spots(quads: Sequence[Quad], names: Sequence[tuple[str, float]], size: tuple[int, int]) -> list[Spot]:
    """A spot for each name, with the height of its letters, of the piece at the same index; all in pixels."""
    taken: list[_Rim] = []
    found = []
    for quad, name in zip(quads, names, strict=True):
        spot, rim = _spot(quad, name, (*quads, *(rim.corners for rim in taken)), size)
        taken.append(rim)
        found.append(spot)
    return found


def _spot(quad: Quad, name: tuple[str, float], taken: Iterable[Quad], size: tuple[int, int]) -> tuple[Spot, _Rim]:
    """The first free place beside a piece, then one a little farther, then the piece itself."""
    text, letters = name
    wide, high = LETTER * letters * max(len(text), 1) / 2, TALL * letters / 2
    for gap, led in ((GAP, False), (FAR, True)):
        for edge, (nx, ny) in _sides(quad):
            away = abs(nx) * wide + abs(ny) * high + gap * letters
            rim = _Rim(edge[0] + nx * away, edge[1] + ny * away, wide, high)
            if rim.inside(size) and not any(_touch(rim.corners, other) for other in taken):
                return Spot(rim.x, rim.y, letters, edge if led else None), rim
    x, y = _middle(quad)
    return Spot(x, y, letters * SMALLER), _Rim(x, y, wide * SMALLER, high * SMALLER)


def _sides(quad: Quad) -> Iterator[tuple[Point, Point]]:
    """The middles of the edges with the directions outward, the highest in the picture first."""
    cx, cy = _middle(quad)
    sides = []
    for (x0, y0), (x1, y1) in zip(quad, [*quad[1:], quad[0]], strict=True):
        nx, ny = y1 - y0, x0 - x1
        length = hypot(nx, ny) or 1.0
        edge = ((x0 + x1) / 2, (y0 + y1) / 2)
        out = 1.0 if nx * (edge[0] - cx) + ny * (edge[1] - cy) >= 0 else -1.0
        sides.append((edge, (out * nx / length, out * ny / length)))
    yield from sorted(sides, key=lambda side: side[1][1])


def _middle(quad: Quad) -> Point:
    return sum(x for x, _ in quad) / len(quad), sum(y for _, y in quad) / len(quad)


def _touch(one: Quad, other: Quad) -> bool:
    """Whether two convex shapes overlap: no edge of either has all of the other on its far side."""
    for shape in (one, other):
        for (x0, y0), (x1, y1) in zip(shape, [*shape[1:], shape[0]], strict=True):
            nx, ny = y1 - y0, x0 - x1
            here, there = [nx * x + ny * y for x, y in one], [nx * x + ny * y for x, y in other]
            if max(here) <= min(there) or max(there) <= min(here):
                return False
    return True
