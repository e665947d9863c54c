"""Where the board, the display, the piles and the players' tokens of Stones are: on a bare table, or on its mat."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from datasets.films.areas import Area, area
from datasets.stoneboard import board
from datasets.stoneboard.tiles import SIDE
from datasets.stoneboard.tokens import FIVE

if TYPE_CHECKING:
    from datasets.sheets.layout import Layout

COLUMNS: Final = (board.SIDE / 2 + 96.0, board.SIDE / 2 + 150.0)
"""Where (mm to the right) the display is on a bare table, and the piles."""
PITCH: Final = 47.0
"""mm from tile to tile."""
DISPLAY: Final = 5
"""Tiles of the display."""
PILES: Final = {"pile": 1.5, "used": 0.0, "taken": -1.5}
"""How many tiles beyond the middle line each pile lies on a bare table."""
ZONES: Final = {"pile": "facedown", "used": "used"}
"""The zones of a mat whose piles have other names."""
TOKEN_PITCH: Final = FIVE + 1.0
"""mm from earned token to earned token."""
IN_ROW: Final = 9
"""Earned tokens in a row before a player on a bare table."""
TWO_ROWS: Final = 2 * TOKEN_PITCH + 6.0
ASIDE: Final = (3, 74.0, 42.0, 105.0, 40.0)
"""Columns of stones beside the board where the river is full, how far (mm) they are from it and from each other."""


@dataclass(frozen=True, slots=True)
class StoneLayout:
    """The places (mm) of a table: about the board's middle, with seats at these `angles`; or those of a mat's zones."""

    angles: tuple[float, ...]
    mat: Layout | None = None

    @property
    def half(self) -> tuple[float, float]:
        """Half the width and depth of what is played on."""
        if self.mat is not None:
            return self.mat.width / 2, self.mat.height / 2
        return COLUMNS[1] + SIDE / 2 + 8.0, board.SIDE / 2 + TWO_ROWS

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the board."""
        zone = self._zone("board")
        return (zone.x, zone.y) if zone else (0.0, 0.0)

    def display(self, number: int) -> tuple[float, float]:
        """A tile of the display."""
        zone = self._zone("display")
        if zone is None:
            return COLUMNS[0], ((DISPLAY - 1) / 2 - number) * PITCH
        return zone.point((number + 0.5) * zone.along / DISPLAY, 0.0)

    def pile(self, name: str) -> tuple[float, float]:
        """A pile of tiles; the tile that is just taken lies beside those that are used."""
        zone = self._zone(ZONES.get(name, "used"))
        if zone is None:
            return COLUMNS[1], PILES[name] * PITCH
        return zone.x + (PITCH + 4.0 if name == "taken" else 0.0), zone.y

    def earned(self, seat: int, number: int) -> tuple[float, float, float]:
        """A token that a seat has earned, and how it is turned: in rows in its zone, or along the board's nearest edge.

        The edges are those of a bare table's board.
        """
        zone = self._zone("golden", seat)
        if zone is not None:
            row, column = divmod(number, int(zone.along / TOKEN_PITCH))
            x, y = zone.point((column + 0.5) * TOKEN_PITCH, zone.deep / 2 - (row + 0.5) * TOKEN_PITCH)
            return x, y, zone.yaw
        row, column = divmod(number, IN_ROW)
        side = round(self.angles[seat] / (pi / 2)) * pi / 2
        out = board.SIDE / 2 + FIVE / 2 + 4.0 + row * TOKEN_PITCH
        u, yaw = (column - (IN_ROW - 1) / 2) * TOKEN_PITCH, side + pi / 2
        return out * cos(side) + u * cos(yaw), out * sin(side) + u * sin(yaw), yaw

    def aside(self, number: int) -> tuple[float, float]:
        """A stone that has no room in the river: to the left of the board."""
        columns, away, step, top, down = ASIDE
        row, column = divmod(number, columns)
        x, y = self.middle
        return x - board.SIDE / 2 - away - step * column, y + top - down * row

    def _zone(self, name: str, seat: int | None = None) -> Area | None:
        return None if self.mat is None else area(self.mat, name, seat)
