"""Where the grid of a known table lies: every tile whose label was read says so, and the others agree or do not."""

from __future__ import annotations

from cmath import phase
from math import cos, exp
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from vision.games.stackernoos.grid import READING_AXIS, USUAL, Grid
from vision.scene.plane.camera import ASPECT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.games.stackernoos.faces import Face
    from vision.games.stackernoos.grid import Seen, Spot
    from vision.games.stackernoos.known import Known
    from vision.scene.plane.camera import Floats, Size

Pairs: TypeAlias = list[tuple[int, int]]
"""The numbers of faces, each with that of the known tile that it may be."""

NEAR: Final = 0.6
"""How near (cells) to a known tile's place one is seen that may be it, while the grid is looked for."""
LIKELY: Final = 0.15
"""Labels less likely than this say nothing about where the grid lies."""
UNREAD: Final = 0.2
"""What a tile at the place of a known one is worth, beside one that reads as it, when grids are compared."""


def search_grid(camera: Floats, size: Size, seen: Seen, faces: Sequence[Face], known: Sequence[Known]) -> Grid | None:
    """The grid on which most of what is seen lies where it is known to lie; None where nothing says so."""

    def worth(grid: Grid) -> tuple[float, float]:
        return round(_worth(grid, seen, faces, known), 6), cos(phase(grid.step) - READING_AXIS)

    return max(_guesses(camera, size, seen, faces, known), key=worth, default=None)


def _guesses(camera: Floats, size: Size, seen: Seen, faces: Sequence[Face], known: Sequence[Known]) -> Iterator[Grid]:
    """A grid for each known tile that a tile may be, either way round."""
    length = USUAL * exp(float(camera[ASPECT])) / 2
    for n, face in enumerate(faces):
        for tile in known:
            for halves, sign in ((tile.halves, 1.0), (tile.halves[::-1], -1.0)):
                if face.weights.get(halves, 0.0) >= LIKELY:
                    step = complex(length * sign * seen.turn[n] / tile.spot.ahead)
                    low = seen.place[n] * Grid(camera, size, 0j, step).lower(tile.spot.z)
                    yield Grid(camera, size, complex(low - step * tile.spot.centre), step)


def _worth(grid: Grid, seen: Seen, faces: Sequence[Face], known: Sequence[Known]) -> float:
    """By how many tiles the grid is borne out."""
    return sum(UNREAD + read(faces[n], seen.turn[n], grid, known[k]) for n, k in pairs(grid, seen, faces, known))


def pairs(grid: Grid, seen: Seen, faces: Sequence[Face], known: Sequence[Known]) -> Pairs:
    """Seen and known tiles that lie near each other, each once, by nearness; of two in one stack the likelier read."""
    off = offsets(grid, seen, known)
    level = np.array([tile.spot.z for tile in known])
    found: Pairs = []
    free = np.ones(len(known), dtype=bool)
    for n in np.argsort(np.where(free[None], off, np.inf).min(axis=1)):
        close = map(int, np.flatnonzero(free & (off[n] < NEAR)))
        near = [k for k in close if parallel(grid, seen, int(n), known[k])]
        if near:
            k = max(near, key=lambda k: (round(read(faces[n], seen.turn[n], grid, known[k]), 1), level[k], -off[n, k]))
            found.append((int(n), k))
            free[k] = False
    return found


def offsets(grid: Grid, seen: Seen, known: Sequence[Known]) -> Floats:
    """How far (N, K), in cells, each tile seen is from the place of each known one."""
    levels = np.array([float(tile.spot.z) for tile in known])
    cells = np.array([tile.spot.centre for tile in known])
    found: Floats = np.abs(grid.cells(seen.place[:, None], levels[None]) - cells[None])
    return found


def parallel(grid: Grid, seen: Seen, n: int, tile: Known) -> bool:
    """Whether a tile seen lies along the known one rather than across it."""
    turn = seen.turn[n] / grid.step * abs(grid.step)
    return bool(abs((turn / tile.spot.ahead).real) > ALONG)


ALONG: Final = 0.9
"""The least cosine between tiles that lie in one direction."""


def read(face: Face, turn: complex, grid: Grid, tile: Known) -> float:
    """How far a tile reads as the known one, as it lies."""
    return face.weights.get(tile.halves if forward(grid, turn, tile.spot) else tile.halves[::-1], 0.0)


def forward(grid: Grid, turn: complex, spot: Spot) -> bool:
    """Whether the first half of a tile at a spot lies at its lower cell."""
    return bool((turn / grid.step / spot.ahead).real > 0)
