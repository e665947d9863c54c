"""One sight laid over the tiles that are known to lie there: is the grid where it was, and if not, where?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.levels.camera import fit
from vision.levels.settings import CAMERA
from vision.tables.stackernoos.find import LIKELY, find, pairs, read, refined
from vision.tables.stackernoos.grid import looked_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.levels.camera import Floats, Size
    from vision.tables.stackernoos.faces import Face
    from vision.tables.stackernoos.find import Pairs
    from vision.tables.stackernoos.grid import Grid, Seen
    from vision.tables.stackernoos.hidden import Screen
    from vision.tables.stackernoos.known import Known

EDGES: Final = replace(CAMERA, aspect=2.04, aspect_spread=0.03)
"""Edges are round, so that a reader's quads lie within those of the tiles, which then seem longer."""
AGREE: Final = 0.6
"""The least share of the tiles that read surely which must read as known, for a grid to hold; one may always differ,
for something new may lie on it."""
PRESENT: Final = 0.5
"""The least share of the open tiles that must be in sight, for a grid to hold."""
PLENTY: Final = 3
"""So many tiles that read as known, where they should lie, are enough for a grid to hold."""
LEARN: Final = 0.35
"""How much a sight changes the remembered grid, where it has not moved."""
SURE: Final = 0.5
"""A tile reads as a known one if that is so likely."""


class Register:
    """The faces of one sight and the known tiles. Grids come with what their camera makes of the faces."""

    def __init__(self, found: Sequence[Face], known: Sequence[Known], size: Size, screen: Screen) -> None:
        self._faces, self._known, self._size, self._screen = found, known, size, screen
        self._quads = np.stack([face.quad for face in found])

    def held(self, grid: Grid, tiles: int) -> tuple[Grid, Seen, int] | None:
        """The remembered grid as it fits this sight, None where it does not; its camera came from so many tiles."""
        seen = looked_at(grid.camera, self._quads, grid.picture)
        matched = pairs(grid, seen, self._faces, self._known)
        if not self._holds(grid, seen, matched):
            return None
        fresh = refined(grid, seen, self._faces, self._known, matched)
        if len(matched[0]) < tiles:
            return fresh.mixed(grid, LEARN), seen, tiles
        # As many tiles as ever tell more of the camera.
        camera = self._camera(fresh, seen, matched, grid.camera)
        seen = looked_at(camera, self._quads, grid.picture)
        fresh = refined(replace(fresh, camera=camera), seen, self._faces, self._known, matched)
        return fresh, seen, len(matched[0])

    def found(self) -> tuple[Grid, Seen, int] | None:
        """The grid, looked for from the beginning; None where too little says where it lies."""
        camera = fit(self._quads, self._size, settings=EDGES)
        seen = looked_at(camera, self._quads, self._size)
        rough = find(camera, self._size, seen, self._faces, self._known)
        if rough is None:
            return None
        camera = self._camera(rough, seen, pairs(rough, seen, self._faces, self._known), camera)
        seen = looked_at(camera, self._quads, self._size)
        grid = find(camera, self._size, seen, self._faces, self._known)
        if grid is None or not self._holds(grid, seen, pairs(grid, seen, self._faces, self._known)):
            return None
        return grid, seen, 0

    def _holds(self, grid: Grid, seen: Seen, matched: Pairs) -> bool:
        """Whether enough of the known tiles lie where they should and read as they should."""
        reads = [
            read(self._faces[n], complex(seen.turn[n]), grid, self._known[k]) > SURE
            for n, k in zip(*matched, strict=True)
            if self._faces[n].sure
        ]
        if len(reads) - sum(reads) > max(1.0, (1 - AGREE) * len(reads)):
            return False
        quads = grid.quads([tile.spot for tile in self._known if not tile.covered])
        in_sight = sum(not self._screen.covers(quad) for quad in quads)
        return sum(reads) >= PLENTY or len(matched[0]) >= max(1.0, PRESENT * in_sight)

    def _camera(self, grid: Grid, seen: Seen, matched: Pairs, start: Floats) -> Floats:
        """The camera over the faces whose height is known: what reads as a known tile, or may well be it."""
        heights: dict[int, float] = {}
        for n, k in zip(*matched, strict=True):
            face = self._faces[n]
            if not face.sure or read(face, complex(seen.turn[n]), grid, self._known[k]) > LIKELY:
                heights[n] = self._known[k].spot.z * grid.thick
        if not heights:
            return start
        return fit(self._quads[list(heights)], self._size, np.array(list(heights.values())), start, EDGES)
