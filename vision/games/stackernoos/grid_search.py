"""Where the grid of a known table lies: every tile whose label was read says so, and the others agree or do not."""

from __future__ import annotations

from cmath import phase
from dataclasses import replace
from math import cos, exp, pi
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from vision.games.stackernoos.grid import USUAL, Grid
from vision.games.stackernoos.known import by_tile
from vision.scene.plane.camera import ASPECT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.games.stackernoos.faces import Face
    from vision.games.stackernoos.grid import Seen
    from vision.games.stackernoos.known import Known
    from vision.scene.plane.camera import Floats, Size

Pairs: TypeAlias = tuple[list[int], list[int]]
"""The numbers of faces, and of the known tiles that they may be."""

NEAR: Final = 0.6
"""How near (cells) to a known tile's place one is seen that may be it, while the grid is looked for."""
LIKELY: Final = 0.15
"""Labels less likely than this say nothing about where the grid lies."""
UNREAD: Final = 0.2
"""What a tile at the place of a known one is worth, beside one that reads as it, when grids are compared."""
READING_AXIS: Final = pi / 4
"""Of two directions that fit alike x goes the one nearer to this direction: right for level runs, up for upright
ones."""
ROUNDS: Final = 3


def search_grid(camera: Floats, size: Size, seen: Seen, faces: Sequence[Face], known: Sequence[Known]) -> Grid | None:
    """The grid on which most of what is seen lies where it is known to lie; None where nothing says so."""
    best, worth = None, (0.0, 0.0)
    for grid in _guesses(camera, size, seen, faces, known):
        found = (round(_worth(grid, seen, faces, known), 6), cos(phase(grid.step) - READING_AXIS))
        if found > worth or best is None:
            best, worth = grid, found
    if best is None:
        return None
    for _ in range(ROUNDS):
        best = refined(best, seen, faces, known, pairs(best, seen, faces, known))
    return best


def _guesses(camera: Floats, size: Size, seen: Seen, faces: Sequence[Face], known: Sequence[Known]) -> Iterator[Grid]:
    """A grid for each known tile that a tile may be, either way round."""
    numbers = by_tile(known)
    length = USUAL * exp(float(camera[ASPECT])) / 2
    for n, face in enumerate(faces):
        for (a, b), weight in face.weights.items():
            for k in numbers.get((min(a, b), max(a, b)), ()) if weight >= LIKELY else ():
                tile = known[k]
                for sign in {1.0 if (a, b) == tile.halves else -1.0, 1.0 if a == b else 0.0, -1.0 if a == b else 0.0}:
                    if sign:
                        along = 1.0 if tile.spot.axis == "e" else 1j
                        step = complex(length * sign * seen.turn[n] / along)
                        grid = Grid(camera, size, 0j, step)
                        low = seen.place[n] * grid.lower(tile.spot.z)
                        yield replace(grid, shift=complex(low - step * tile.spot.centre))


def _worth(grid: Grid, seen: Seen, faces: Sequence[Face], known: Sequence[Known]) -> float:
    """By how many tiles the grid is borne out."""
    return sum(
        UNREAD + read(faces[n], seen.turn[n], grid, known[k])
        for n, k in zip(*pairs(grid, seen, faces, known), strict=True)
    )


def pairs(grid: Grid, seen: Seen, faces: Sequence[Face], known: Sequence[Known]) -> Pairs:
    """Seen and known tiles that lie near each other, each once, by nearness; of two in one stack the likelier read."""
    off = offsets(grid, seen, known)
    level = np.array([tile.spot.z for tile in known])
    which: Pairs = ([], [])
    free = np.ones(len(known), dtype=bool)
    for n in np.argsort(np.where(free[None], off, np.inf).min(axis=1)):
        close = map(int, np.flatnonzero(free & (off[n] < NEAR)))
        near = [k for k in close if parallel(grid, seen, int(n), known[k])]
        if near:
            k = max(near, key=lambda k: (round(read(faces[n], seen.turn[n], grid, known[k]), 1), level[k], -off[n, k]))
            which[0].append(int(n))
            which[1].append(int(k))
            free[k] = False
    return which


def offsets(grid: Grid, seen: Seen, known: Sequence[Known]) -> Floats:
    """How far (N, K), in cells, each tile seen is from the place of each known one."""
    levels = np.array([float(tile.spot.z) for tile in known])
    cells = np.array([tile.spot.centre for tile in known])
    found: Floats = np.abs(grid.cells(seen.place[:, None], levels[None]) - cells[None])
    return found


def parallel(grid: Grid, seen: Seen, n: int, tile: Known) -> bool:
    """Whether a tile seen lies along the known one rather than across it."""
    turn = seen.turn[n] / grid.step * abs(grid.step)
    along = turn if tile.spot.axis == "e" else turn / 1j
    return bool(abs(along.real) > ALONG)


ALONG: Final = 0.9
"""The least cosine between tiles that lie in one direction."""


def read(face: Face, turn: complex, grid: Grid, tile: Known) -> float:
    """How far a tile reads as the known one, as it lies."""
    a, b = tile.halves if forward(grid, turn, tile.spot.axis) else tile.halves[::-1]
    return face.weights.get((a, b), 0.0)


def forward(grid: Grid, turn: complex, axis: str) -> bool:
    """Whether a tile's first half lies at its lower cell."""
    ahead = turn / grid.step
    return bool((ahead.real if axis == "e" else ahead.imag) > 0)


def refined(grid: Grid, seen: Seen, faces: Sequence[Face], known: Sequence[Known], matched: Pairs) -> Grid:
    """The grid laid anew over pairs of seen and known tiles; its camera and the thickness stay.

    What reads as another tile counts little: it may be a new one on the known one.
    """
    if not matched[0]:
        return grid
    at = matched[0]
    spots = [known[k].spot for k in matched[1]]
    trust = np.array([UNREAD + read(faces[n], seen.turn[n], grid, known[k]) for n, k in zip(*matched, strict=True)])
    levels = np.array([float(spot.z) for spot in spots])
    cells = np.array([spot.centre for spot in spots])
    along = np.array([1.0 if spot.axis == "e" else 1j for spot in spots])
    signs = [1.0 if forward(grid, seen.turn[n], spot.axis) else -1.0 for n, spot in zip(at, spots, strict=True)]
    # What lies far off pulls little: a tile that was pushed is no reason to move the grid.
    weights = trust / (1.0 + (np.abs(grid.cells(seen.place[at], levels) - cells) / STRAY) ** 2)
    return grid.fitted(cells, along, seen.place[at] * grid.lower(levels), seen.turn[at] * np.array(signs), weights)


STRAY: Final = 0.15
"""A tile farther than this (cells) from its place tells little of where the grid lies."""
