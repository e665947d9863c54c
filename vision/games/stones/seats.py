"""Who sits where: a golden token belongs to the player before whom it lies.

On the printed mat that is a zone; on a bare table, the nearest edge of the board. Seat 0 sits at the lower edge of the
picture or of the mat, the others follow clockwise.
"""

from __future__ import annotations

from itertools import product
from math import dist, pi
from typing import TYPE_CHECKING, Final, TypeAlias

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


Seats: TypeAlias = "tuple[mat.Zone, ...]"
"""The area of each seat, in mm on the board."""


def seat_at(seats: Seats, at: Floats) -> int:
    """The seat before which a place (mm on the board) lies."""
    return min(range(len(seats)), key=lambda seat: (seats[seat].away(*at), dist(seats[seat].middle, at)))


def at_edges(players: int, down: float) -> Seats:
    """Seats along the edges of the board on a bare table; `down` (radians on the board) is down in the picture."""
    lower = round(down / (pi / 2))
    quarters = (lower - turn // 90 for turn in mat.TURNS[players])
    return tuple(_turned("seat", (SIDE + DEEP) / 2, (DEEP, SIDE), each) for each in quarters)


def on_mat(players: int, display: Sequence[Floats]) -> Seats | None:
    """Seats on the printed mat, where tiles of the display (mm on the board) lie in its zone; None where none do."""
    if len(display) < ENOUGH:
        return None
    for paper, turned in product(mat.PAPERS, range(4)):
        zones = mat.mat("stones", players, paper).zones
        board, shown = (next(zone for zone in zones if zone.name == name) for name in ("board", "display"))
        place, across = _on_board(shown, board, turned), 1 - turned % 2
        if all(place.holds(*at) and abs(at[across] - place.middle[across]) < OFF for at in display):
            golden = sorted((zone.seat or 0, zone) for zone in zones if zone.name == "golden")
            return tuple(_on_board(zone, board, turned) for _, zone in golden)
    return None


def _on_board(zone: mat.Zone, board: mat.Zone, quarters: int) -> mat.Zone:
    """A zone of a mat on whose board zone the board lies turned by so many quarters."""
    (x, y), (left, down) = zone.middle, board.middle
    return _turned(zone.name, complex(x - left, down - y), (zone.width, zone.height), quarters)


def _turned(name: str, middle: complex, size: tuple[float, float], quarters: int) -> mat.Zone:
    """A rectangle about a place (mm from the board's middle), turned about that by so many quarters."""
    (width, height), at = size[::-1] if quarters % 2 else size, middle * 1j**quarters
    return mat.Zone(name, at.real - width / 2, at.imag - height / 2, width, height)
