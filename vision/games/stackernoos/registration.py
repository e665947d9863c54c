"""Where the grid of one table lies, from look to look.

As long as the camera stands still, a tile stays where it was seen. What is remembered of all tiles tells camera and
grid better than any one look. So do those that others cover by now. Each look is checked against them; where it does
not fit, camera or table were moved, and the grid is fitted or looked for anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.games.stackernoos.grid import looked_at
from vision.games.stackernoos.grid_search import LIKELY, forward, pairs, read, search_grid
from vision.games.stackernoos.pose import EDGES, posed
from vision.geometry import share_within
from vision.scene.memory.settings import MemorySettings
from vision.scene.plane.camera import fit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.games.stackernoos.faces import Face
    from vision.games.stackernoos.grid import Grid, Seen, Spot
    from vision.games.stackernoos.grid_search import Pairs
    from vision.games.stackernoos.known import Known
    from vision.scene.plane.camera import Floats, Size

UNDER: Final = MemorySettings().covered
"""The share of a known tile that something must cover to lie there."""
SURE: Final = 0.5
"""A tile reads as a known one if that is so likely."""
NEWEST: Final = 0.4
"""What the newest look of a tile counts beside the earlier ones."""
STILL: Final = 0.12
"""By how much (tile widths) most tiles may seem to have moved while the camera stands still."""
ROUNDS: Final = 4
"""So often a grid that was found by one tile is fitted to all that lie on it."""
SETTLED: Final = 5
"""After so many looks from one place the grid is fitted again only when there are more tiles."""


@dataclass(frozen=True, slots=True, eq=False)
class Registered:
    """The faces of one look, and the tiles that are known."""

    faces: Sequence[Face]
    known: Sequence[Known]
    size: Size
    quads: Floats

    def holds(self, grid: Grid) -> bool:
        """Whether a grid holds: something lies where a known tile does, and not more of them read elsewhere."""
        seen, both = self.matched(grid)
        right = {n for n, k in both if self.reads(n, k, grid, seen) > SURE}
        names = {frozenset(tile.halves) for tile in self.known}
        elsewhere = sum(face.sure and face.shown in names and n not in right for n, face in enumerate(self.faces))
        return elsewhere <= len(right) and (bool(both) or self._hides_known(grid))

    def _hides_known(self, grid: Grid) -> bool:
        """Whether something lies on a known tile."""
        places = grid.quads([tile.spot for tile in self.known])
        return any(share_within(place, quad) > UNDER for place in places for quad in self.quads)

    def matched(self, grid: Grid) -> tuple[Seen, Pairs]:
        """What the camera of a grid makes of the faces, and which of them lie at the places of known tiles."""
        seen = looked_at(grid.camera, self.quads, grid.picture)
        return seen, pairs(grid, seen, self.faces, self.known)

    def reads(self, n: int, k: int, grid: Grid, seen: Seen) -> float:
        """How far a face reads as a known tile, as it lies."""
        return read(self.faces[n], complex(seen.turn[n]), grid, self.known[k])

    def known_quads(self, grid: Grid) -> dict[Spot, Floats]:
        """The quads of the faces that are known tiles, from the short edge of the lower cell on."""
        found = {}
        seen, both = self.matched(grid)
        for n, k in both:
            spot = self.known[k].spot
            if self.reads(n, k, grid, seen) > (SURE if self.faces[n].sure else LIKELY):
                ahead = forward(grid, complex(seen.turn[n]), spot)
                found[spot] = self.quads[n] if ahead else np.roll(self.quads[n], 2, axis=0)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """The `grid` of one table as it lay in the last look; None before any was found.

    `quads` are those of its tiles (pixels), in the last so many `looks` from where the camera stands.
    """

    grid: Grid | None = None
    quads: Mapping[Spot, Floats] = field(default_factory=dict)
    looks: int = 0

    def lay(
        self, found: Sequence[Face], known: Sequence[Known], size: Size, *, fixed: bool = False
    ) -> Registration | None:
        """The registration after a look, which has a grid; None where nothing says where that lies.

        With `fixed` the grid lies where it lay, unless the known tiles deny it: they are those of another history.
        """
        if not found or not known:
            return None
        look = Registered(found, known, size, np.stack([face.quad for face in found]))
        if fixed and self.grid is not None and look.holds(self.grid):
            return self
        return self._held(look) or self._found(look)

    def moved(self, motion: Floats) -> Registration:
        """The same after the camera moved: `motion` (3×3) maps the pixels of before to those of now.

        The grid moves with its tiles.
        """
        quads = {spot: cv2.perspectiveTransform(quad[None], motion)[0] for spot, quad in self.quads.items()}
        return Registration(None if self.grid is None else posed(self.grid, quads), quads)

    def _held(self, look: Registered) -> Registration | None:
        """The registration if the remembered grid holds, else None; where most tiles have moved a little, it moves with
        them."""
        grid = self.grid
        if grid is None or grid.picture != look.size or not look.holds(grid):
            return None
        found = look.known_quads(grid)
        before = Registration(grid) if found and _moved(grid, found) > STILL else self
        lying = {tile.spot for tile in look.known}
        fresh = found.keys() - before.quads.keys()
        quads = dict(before.quads)
        for spot, quad in found.items():
            old = quads.get(spot, quad) if before.looks else quad
            quads[spot] = old + NEWEST * (quad - old)
        quads = {spot: quad for spot, quad in quads.items() if spot in lying}
        looks = before.looks + 1
        return Registration(posed(grid, quads) if fresh or looks <= SETTLED else grid, quads, looks)

    def _found(self, look: Registered) -> Registration | None:
        """The registration on a grid that is looked for from the beginning."""
        camera = fit(look.quads, look.size, settings=EDGES)
        seen = looked_at(camera, look.quads, look.size)
        grid = search_grid(camera, look.size, seen, look.faces, look.known)
        if grid is None:
            return None
        for _ in range(ROUNDS):
            quads = look.known_quads(grid)
            grid = posed(grid, quads)
        return Registration(grid, quads, 1) if quads and look.holds(grid) else None


def _moved(grid: Grid, found: dict[Spot, Floats]) -> float:
    """How far (tile widths) the middles of most tiles are from where the grid has them."""
    quads = np.stack(list(found.values()))
    off = (quads - grid.quads(list(found))).mean(axis=1)
    wide = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    return float(np.linalg.norm(np.median(off / wide[:, None], axis=0)))
