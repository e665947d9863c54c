"""The grid of a table in the picture of its camera: cells and levels to pixels, and back. The tiles that lie on it.

Places are complex numbers. On the table plane they are in tile widths as `vision.scene.plane.camera` has them, on the
grid in cells. Cell c covers c … c+1. The table plane is that of the top faces of tiles on the table. A place at a
height lies nearer to the point below the camera than it seems.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp, pi
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from vision.scene.plane.camera import ASPECT, DISTANCE, corners, project

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.stackernoos import places
    from engine.games.stackernoos.moves import Axis, Placement
    from engine.games.stackernoos.state import State
    from vision.arrays import Floats
    from vision.games.stackernoos.faces import Halves
    from vision.scene.plane.camera import Places, Size

NOISE: Final = 1.2
"""The usual miss of a corner, px."""
USUAL: Final = 1.04
"""The usual step from cell to cell, in halves of a tile as it is seen: edges are round, and people leave gaps."""
STEP_SPREAD: Final = 0.04
"""How much that differs from table to table, as a share."""
THICK: Final = 0.375
"""The usual thickness of a tile, in tile widths."""
READING_AXIS: Final = pi / 4
"""x goes along a run in the direction nearer to this one: right for level runs, up for upright ones."""


class Spot(NamedTuple):
    """The cell of a tile's lower half, its level, and its direction, `e` or `n`."""

    x: float
    y: float
    z: int
    axis: Axis

    @classmethod
    def of(cls, tile: Placement | places.Place) -> Spot:
        """Where a tile of the game lies, or may be laid."""
        return cls(tile.x, tile.y, tile.z, tile.axis)

    @classmethod
    def at(cls, centre: complex, level: int, axis: Axis) -> Spot:
        """That of a tile by its middle, in cells. Cells are whole numbers, but for tiles that lie off them."""
        x, y = (centre.real - 1.0, centre.imag - 0.5) if axis == "e" else (centre.real - 0.5, centre.imag - 1.0)
        return cls(int(x) if x % 1 == 0 else x, int(y) if y % 1 == 0 else y, level, axis)

    @property
    def entry(self) -> dict[str, Any]:
        """The same in a position of the game."""
        return {"at": [self.x, self.y, self.z], "dir": self.axis}

    def up(self, levels: int = 1) -> Spot:
        """The place so many levels higher."""
        return self._replace(z=self.z + levels)

    @property
    def centre(self) -> complex:
        """The middle of the tile, in cells."""
        return complex(self.x + 1.0, self.y + 0.5) if self.axis == "e" else complex(self.x + 0.5, self.y + 1.0)

    @property
    def ahead(self) -> complex:
        """The unit direction from the lower half to the other, on the grid."""
        return 1.0 if self.axis == "e" else 1j

    @property
    def cells(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The cells that the tile lies on, the lower one first."""
        return (self.x, self.y), ((self.x + 1, self.y) if self.axis == "e" else (self.x, self.y + 1))

    def overlaps(self, other: Spot) -> bool:
        """Whether one tile lies over the other, whatever their levels."""
        return max(self._gaps(other)) < 0

    def touches(self, other: Spot) -> bool:
        """Whether the tiles share an edge, or a part of one, or overlap; a corner does not count."""
        gaps = self._gaps(other)
        return max(gaps) <= 0 and min(gaps) < 0

    def _gaps(self, other: Spot) -> tuple[float, float]:
        """How far the tiles are apart along x and y, in cells; negative where they reach over each other."""
        apart, reach = self.centre - other.centre, (self.ahead + other.ahead) / 2 + (1 + 1j)
        return abs(apart.real) - reach.real, abs(apart.imag) - reach.imag


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile of the table: where, its halves, the lower cell's first, and whether another lies on it."""

    spot: Spot
    halves: Halves
    covered: bool

    @property
    def label(self) -> str:
        """The label as it reads from the lower cell on."""
        return f"{self.halves[0]}-{self.halves[1]}"


def laid_tiles(state: State) -> list[LaidTile]:
    """The tiles of a state, in the order of play."""
    spots = [Spot.of(tile) for tile in state.table.laid]
    return [
        LaidTile(spot, (tile.a, tile.b), any(other.z > spot.z and other.overlaps(spot) for other in spots))
        for spot, tile in zip(spots, state.table.laid, strict=True)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """How the grid lies before the camera. `shift` is the place of cell 0,0's corner, `step` one cell along x, in tile
    widths on the table plane. `thick` is the thickness of a tile, `loose` how uncertain the step is, as a share."""

    camera: Floats
    picture: Size
    shift: complex
    step: complex
    thick: float = THICK
    loose: float = STEP_SPREAD

    def lower(self, level: float | Floats) -> Floats:
        """The factor by which a place at a level is nearer to the point below the camera than it seems."""
        distance = exp(float(self.camera[DISTANCE]))
        factor: Floats = 1.0 - np.asarray(level, dtype=np.float64) * self.thick / distance
        return factor

    def cells(self, places: Places, level: float | Floats) -> Places:
        """The places on the grid, in cells, of what is seen at a level."""
        found: Places = (places * self.lower(level) - self.shift) / self.step
        return found

    def quads(self, spots: Sequence[Spot]) -> Floats:
        """The pixels (N, 4, 2) of the top faces of tiles, clockwise from the short edge of the lower cell on."""
        centres, ahead, levels = arrays(tuple(spots))
        turns, aspect = ahead * self.step / abs(self.step), exp(float(self.camera[ASPECT]))
        placed = corners(self.shift + self.step * centres, turns, aspect)
        return project(self.camera, placed, np.repeat(-self.thick * levels[:, None], 4, axis=1), self.picture)


@lru_cache
def arrays(spots: tuple[Spot, ...]) -> tuple[Places, Places, Floats]:
    """Middles, directions and levels (N each). They are kept: a fit lays the same tiles again and again."""
    centres = np.array([spot.centre for spot in spots], dtype=np.complex128)
    ahead = np.array([spot.ahead for spot in spots], dtype=np.complex128)
    return centres, ahead, np.array([float(spot.z) for spot in spots])
