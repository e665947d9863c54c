"""Places: where a tile could be laid now, what fits there, and the moves that lay it.

Places are shared by all tables that have them, and so are their moves: `place` yields the same object for the same
facts. A place holds the set of all tiles that fit it, so that the moves of a hand are one intersection a place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.games.stackernoos.tiles import BIT, HALVES, WITH, number

if TYPE_CHECKING:
    from engine.games.stackernoos.moves import Axis, Placement

Cell: TypeAlias = tuple[float, float]

FIRST: Final = 0
"""The first half must be `a`: end to end with what lies to the west or south."""
SECOND: Final = 1
"""The second half must be `b`."""
EITHER: Final = 2
"""The first half is `a` or the second is `b`: stacked on one tile."""
BOTH: Final = 3
"""The first half is `a` and the second is `b`: across two tiles."""

_SHARED: Final = 1 << 15
"""How many places are kept to be shared; a long match between many tables uses some thousands."""


class _Moves(dict[int, "tuple[Placement, ...]"]):
    """The moves of a place by tile, made when they are first asked for."""

    __slots__ = ("place",)

    place: Place

    def __missing__(self, bit: int) -> tuple[Placement, ...]:
        p = self.place
        low, high = HALVES[number(bit)]
        orders = ((low, high),) if low == high else ((low, high), (high, low))
        made = tuple(p.kind(a, b, p.x, p.y, p.z, p.axis) for a, b in orders if fits(p.need, p.a, p.b, a, b))
        self[bit] = made
        return made


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile of some kind may be laid.

    `need` says which halves must match `a` and `b`. `at` is the end that it extends, or the root that it belongs to, or
    "" where neither matters. `tiles` is the set of tiles that fit, `moves` the moves by tile.
    """

    kind: type[Placement]
    x: float
    y: float
    z: int
    axis: Axis
    need: int
    a: int
    b: int
    at: str | Cell = ""
    tiles: int = field(init=False, compare=False)
    moves: dict[int, tuple[Placement, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        tiles = (WITH[self.a], WITH[self.b], WITH[self.a] | WITH[self.b], BIT[self.a][self.b])[self.need]
        object.__setattr__(self, "tiles", tiles)
        moves = _Moves()
        moves.place = self
        object.__setattr__(self, "moves", moves)


def fits(need: int, need_a: int, need_b: int, a: int, b: int) -> bool:
    """Whether halves laid as a, b satisfy a place."""
    if need == EITHER:
        return a == need_a or b == need_b
    return (need == SECOND or a == need_a) and (need == FIRST or b == need_b)


if TYPE_CHECKING:
    place = Place
else:
    place = lru_cache(maxsize=_SHARED)(Place)
