"""Who sits where: before whom a row lies is told by the side of the table, and by how its cards are turned.

Seat 0 sits at the lower edge of the picture, of two who sit left and right at the left, the others clockwise. Rows
whose holder is known correct that by quarters of a turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import atan2, cos, pi, radians
from typing import TYPE_CHECKING

from vision.games.stonerow.cards import ACROSS
from vision.geometry import half_turn
from vision.scene.hands import apart
from vision.scene.mat import TURNS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from engine.core import Seat
    from vision.games.stonerow.zones import Zones


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats round a middle (mm). Without a mat they sit `turned` degrees clockwise from where they are expected.
    The `zones` of a mat number them, and the game's seat 0 sits at the mat's seat `shift`."""

    players: int
    zones: Zones | None = None
    turned: int = 0
    shift: int = 0

    def direction(self, seat: Seat) -> float:
        """Where a seat sits, seen from the middle; radians."""
        return -pi / 2 - radians(TURNS[self.players][seat] + self.turned)

    def of(self, printed: Seat) -> Seat:
        """The game's seat at a seat of the mat."""
        return (printed - self.shift) % self.players

    def holder(self, x: float, y: float, axis: float) -> Seat:
        """The seat before which cards lie, at (x, y) mm from the middle, whose upper edges lie along `axis`."""
        if self.zones is not None:
            across, up = self.zones.middle
            printed = self.zones.seat(x + across, y + up)
            if printed is not None:
                return self.of(printed)
        seats = self._facing(x, y, axis) or range(self.players)
        return self.of(min(seats, key=lambda seat: apart(self.direction(seat), atan2(y, x))))

    def before(self, rows: Sequence[tuple[float, float, float]]) -> Seats:
        """The seats before which most rows (x, y, axis) lie; a camera may look from between two players."""
        return self._turned(lambda seats: sum(bool(seats._facing(*row)) for row in rows))

    def taught(self, known: Sequence[tuple[Seat, float, float, float]], reaching: Sequence[tuple[Seat, Seat]]) -> Seats:
        """The seats such that most of the known rows (holder, x, y, axis) lie before their holders. Most hands that are
        `reaching` in come from their player's side, too. Of each that is the player's seat and the mat's."""
        return self._turned(
            lambda seats: (
                sum(seats.holder(x, y, axis) == seat for seat, x, y, axis in known)
                + sum(seats.of(printed) == seat for seat, printed in reaching)
            )
        )

    def _turned(self, right: Callable[[Seats], int]) -> Seats:
        """The seats, turned or shifted, of which most is `right`; of such rather these ones."""
        if self.zones is None:
            options = [replace(self, turned=turned) for turned in TURNS[4]]
        else:
            options = [replace(self, shift=shift) for shift in range(self.players)]
        return max(options, key=lambda seats: (right(seats), seats == self))

    def _facing(self, x: float, y: float, axis: float) -> list[Seat]:
        """The seats on the side of a row towards which its cards are turned."""
        faced = (seat for seat in range(self.players) if abs(half_turn(self.direction(seat) - axis)) < ACROSS)
        return [seat for seat in faced if cos(self.direction(seat) - atan2(y, x)) > 0]


def players_of(rows: Iterable[tuple[float, float, float]]) -> int:
    """How many play, as far as rows (x, y in mm from the middle, axis) tell: two who face each other, or more."""
    four = Seats(4)
    sides = {four.holder(*row) for row in rows}
    if sides <= {0, 2} or sides <= {1, 3}:
        return 2
    return 4 if 2 in sides else 3
