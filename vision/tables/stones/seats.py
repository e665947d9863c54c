"""Who sits where: a golden token belongs to the player before whom it lies."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, pi
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.stones.plane import Floats


@dataclass(frozen=True, slots=True)
class Seats:
    """Players about a board: seat 0 is `down` (radians on the board) in the picture, the others follow clockwise."""

    players: int
    down: float

    def of(self, at: Floats) -> int:
        """The seat before which a place (mm on the board) lies."""
        angle = atan2(float(at[1]), float(at[0]))
        return max(range(self.players), key=lambda seat: cos(angle - self.down + 2 * pi * seat / self.players))
