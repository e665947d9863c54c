"""Where the names of pieces stand in a picture: beside their piece, off all others, inside the picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = "Sequence[Sequence[float]]"

LETTER: Final = 0.72
"""Width of a letter with the space round it, in heights of the name."""
TALL: Final = 1.1
"""Height of a line, in heights of the name."""
GAP: Final = 0.3
FAR: Final = (1.5, 2.8, 4.1)
"""How far a name is from its piece, and how far with a line that leads to it; in heights of the name."""
ASIDE: Final = (0, 1.2, -1.2, 2.4, -2.4)
"""How far along the edge a name stands that a line leads to, in halves of its own size."""
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
class _Shape:
    """A convex shape or a line with the box round it."""

    points: Quad
    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def of(cls, points: Quad) -> _Shape:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return cls(points, min(xs), min(ys), max(xs), max(ys))

    def touches(self, other: _Shape) -> bool:
        """Whether two overlap: their boxes do, which is soon told, and they themselves."""
        apart = self.right <= other.left or other.right <= self.left
        apart = apart or self.bottom <= other.top or other.bottom <= self.top
        return not apart and _touch(self.points, other.points)


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
    """A spot for each name, with the height of its letters, of the piece at the same index; all in pixels.

    Every piece that can have its name close by has it there; then lines lead to the others, across no such name and no
    line. What is left has its name upon it.
    """
    found: dict[int, Spot] = {}
    pieces, said = [_Shape.of(quad) for quad in quads], list[_Shape]()
    for near in (True, False):
        for n, (quad, name) in enumerate(zip(quads, names, strict=True)):
            if n in found or (place := next(_free(quad, name, pieces, said, size, near=near), None)) is None:
                continue
            found[n], rim = place
            said.append(_Shape.of(rim.corners))
            if (end := found[n].leader) is not None:
                said.append(_Shape.of(((rim.x, rim.y), end)))
    return [found.get(n) or _upon(quad, name) for n, (quad, name) in enumerate(zip(quads, names, strict=True))]


def _free(  # noqa: PLR0913 - the piece, its name, and all that is in their way
    quad: Quad,
    name: tuple[str, float],
    pieces: Sequence[_Shape],
    said: Sequence[_Shape],
    size: tuple[int, int],
    *,
    near: bool,
) -> Iterator[tuple[Spot, _Rim]]:
    """The free places beside a piece, the best first, or those a little farther with a line that leads there.

    `said` are the names and lines that stand already.
    """
    text, letters = name
    wide, high = LETTER * letters * max(len(text), 1) / 2, TALL * letters / 2
    for gap, aside in ((GAP, 0),) if near else ((gap, aside) for gap in FAR for aside in ASIDE):
        for edge, (nx, ny) in _sides(quad):
            away = abs(nx) * wide + abs(ny) * high + gap * letters
            along = aside * (abs(ny) * wide + abs(nx) * high)
            rim = _Rim(edge[0] + nx * away - ny * along, edge[1] + ny * away + nx * along, wide, high)
            stands, line = _Shape.of(rim.corners), _Shape.of(((rim.x, rim.y), edge))
            if not rim.inside(size) or any(map(stands.touches, (*pieces, *said))):
                continue
            if near or not any(map(line.touches, said)):
                yield Spot(rim.x, rim.y, letters, None if near else edge), rim


def _upon(quad: Quad, name: tuple[str, float]) -> Spot:
    """The piece itself, where no place beside it is free."""
    return Spot(*_middle(quad), name[1] * SMALLER)


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
