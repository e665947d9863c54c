"""Who sits where: a golden token belongs to the player before whom it lies.

On the printed mat that is a zone; on a bare table, the nearest edge of the board. Seat 0 sits at the lower edge of the
picture or of the mat, the others follow clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from vision.recognise.stones.board import SIDE
from vision.scene import mat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.recognise.stones.plane import Floats

DEEP: Final = 70.0
"""How far (mm) from the board's edge earned tokens lie on a bare table."""
OFF: Final = 12.0
"""Tiles of the display lie this near (mm) to the middle line of the mat's zone."""
ENOUGH: Final = 2
"""So many tiles tell that they lie on a mat."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on the board's plane: its middle (mm), how it is turned (radians), half its length and depth."""

    x: float
    y: float
    turn: float
    half: tuple[float, float]

    def within(self, at: Floats) -> tuple[float, float]:
        """Where (mm) a place is from the middle, along the rectangle and across it."""
        c, s = cos(self.turn), sin(self.turn)
        x, y = float(at[0]) - self.x, float(at[1]) - self.y
        return c * x + s * y, c * y - s * x

    def off(self, at: Floats) -> tuple[float, float]:
        """How far (mm) a place is from the rectangle, and from its middle."""
        u, v = self.within(at)
        out = np.hypot(max(abs(u) - self.half[0], 0.0), max(abs(v) - self.half[1], 0.0))
        return float(out), float(np.hypot(u, v))


Seats: TypeAlias = "tuple[Area, ...]"
"""The area of each seat."""


def seat_at(seats: Seats, at: Floats) -> int:
    """The seat before which a place (mm on the board) lies."""
    return min(range(len(seats)), key=lambda seat: seats[seat].off(at))


def at_edges(players: int, down: float) -> Seats:
    """Seats along the edges of the board on a bare table; `down` (radians on the board) is down in the picture."""
    angles = (round((down - 2 * pi * seat / players) / (pi / 2)) * pi / 2 for seat in range(players))
    out = (SIDE + DEEP) / 2
    return tuple(Area(out * cos(a), out * sin(a), a + pi / 2, (SIDE / 2, DEEP / 2)) for a in angles)


def on_mat(players: int, display: Sequence[Floats]) -> Seats | None:
    """Seats on the printed mat, where tiles of the display (mm on the board) lie in its zone; None where none do."""
    if len(display) < ENOUGH:
        return None
    for paper, turned in product(mat.PAPERS, range(4)):
        zones = mat.mat("stones", players, paper).zones
        board, shown = (next(zone for zone in zones if zone.name == name) for name in ("board", "display"))
        place = _area(shown, board, turned)
        if all(place.off(at)[0] == 0 and abs(place.within(at)[1]) < OFF for at in display):
            golden = sorted((zone.seat or 0, zone) for zone in zones if zone.name == "golden")
            return tuple(_area(zone, board, turned) for _, zone in golden)
    return None


def _area(zone: mat.Zone, board: mat.Zone, turned: int) -> Area:
    """A zone of a mat on whose board zone the board lies turned by so many quarters."""
    x = zone.x + zone.width / 2 - board.x - board.width / 2
    y = board.y + board.height / 2 - zone.y - zone.height / 2
    angle = turned * pi / 2
    c, s = cos(angle), sin(angle)
    return Area(c * x - s * y, s * x + c * y, angle, (zone.width / 2, zone.height / 2))
