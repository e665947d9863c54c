"""What a film is played on: a bare table, or a printed mat with its zones, in the film's own millimetres.

The film's x runs to the right and y away from seat 0, about the middle of the mat.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, radians, sin
from typing import TYPE_CHECKING

from datasets.films.errors import FilmError

if TYPE_CHECKING:
    from datasets.sheets.layout import Layout, Zone


@dataclass(frozen=True, slots=True)
class Area:
    """A zone: its middle (mm), how its reader is turned (radians), its length along and depth before the reader."""

    x: float
    y: float
    yaw: float
    along: float
    deep: float

    def point(self, u: float, v: float) -> tuple[float, float]:
        """The place `u` mm to the reader's right of the left edge and `v` mm beyond the middle line."""
        c, s, right = cos(self.yaw), sin(self.yaw), u - self.along / 2
        return self.x + c * right - s * v, self.y + s * right + c * v


def area(mat: Layout, name: str, seat: int | None = None) -> Area:
    """The zone of that name, of a seat where each has one. Raises `FilmError` where the mat has none."""
    for zone in mat.zones:
        if zone.name == name and zone.seat == seat:
            return _area(mat, zone)
    raise FilmError(f"This mat has no zone “{name}”; film the game on the mat of a table.")


def _area(mat: Layout, zone: Zone) -> Area:
    across = zone.turn in {90, 270}
    x = zone.x + zone.width / 2 - mat.width / 2
    y = mat.height / 2 - zone.y - zone.height / 2
    along, deep = (zone.height, zone.width) if across else (zone.width, zone.height)
    return Area(x, y, -radians(zone.turn), along, deep)


def angles(players: int, mat: Layout | None = None) -> tuple[float, ...]:
    """Where the seats are, radians from the film's x axis: seat 0 to the south, the others clockwise."""
    if mat is None:
        return tuple(-pi / 2 - 2 * pi * seat / players for seat in range(players))
    turns = {zone.seat: zone.turn for zone in mat.zones if zone.seat is not None}
    return tuple(-pi / 2 - radians(turns.get(seat, 360 * seat / players)) for seat in range(players))
