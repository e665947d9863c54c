"""Where the grid of one table lies, from look to look, and the camera over it.

While the camera stands still, all tiles that are remembered tell more than any one look, also those that are covered
by now. Where a look does not fit them, the grid is fitted or looked for anew. Cells and levels say where corners are,
up to how exactly hands lay tiles. So camera and grid are fitted together, by least squares over all corners.
"""

from __future__ import annotations

from cmath import phase
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import cos, exp, log
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.games.stackernoos.grid import NOISE, READING_AXIS, STEP_SPREAD, THICK, USUAL, Grid, arrays
from vision.geometry import most_within, through
from vision.scene.memory.settings import MEMORY
from vision.scene.plane.camera import ASPECT, CAMERA, LEAN, SLOPE, corners, fit, flat, project, unusual
from vision.scene.plane.least_squares import least, soft

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vision.arrays import Floats
    from vision.games.stackernoos.faces import Face, Halves
    from vision.games.stackernoos.grid import LaidTile, Spot
    from vision.scene.plane.camera import Places, Size, Views

LIKELY: Final = 0.15
"""Labels less likely than this say nothing about where the grid lies."""
PUSHED: Final = 0.5
"""A tile that is pushed farther (cells) than this is no longer where it was."""
ALONG: Final = 0.9
"""The least cosine between tiles that lie in one direction."""
AS_LAID: Final = 0.5
"""A face reads as the tile that was laid there above this likelihood."""
AT_PLACE: Final = 0.2
"""What a tile at the place of a known one is worth, beside one that reads as it, when grids are compared."""
STILL: Final = 0.12
"""By how much (tile widths) most tiles may seem to have moved while the camera stands still."""
ROUNDS: Final = 4
"""So often a grid that was found by one tile is fitted to all that lie on it."""
SETTLED: Final = 5
"""After so many looks from one place the grid is fitted again only when there are more tiles."""

SHIFT_X, SHIFT_Y, STEP, TURN, LOG_THICK = range(6, 11)
"""The numbers of the grid, after those of the camera: place of its corner, log step, angle (radians), log thickness."""
LAID: Final = 0.04
"""How exactly (tile widths) corners are laid and seen where they should be, …"""
SEEN: Final = 1.0
"""… and how exactly (px) at least."""
OUTLIER: Final = 3.0
"""A miss of more than so many standard deviations counts little."""
EDGES: Final = replace(CAMERA, aspect=2.04, aspect_spread=0.03, slope_spread=0.5, lean_spread=0.25)
"""What is usual of tiles on a grid: edges are round, so that quads lie within those of the tiles and seem longer. Tiles
in one row tell little of the camera's tilt."""
THICK_SPREAD: Final = 0.22
"""How much the thickness of tiles differs from set to set, as a share."""
STEPS: Final = 24
ENOUGH: Final = 1e-3
"""Steps of the fit at most; it ends when one gains less than this share."""


@dataclass(frozen=True, eq=False)
class FacesOnGrid:
    """The `faces` of one look on a grid, against the `tiles` of one state."""

    grid: Grid
    faces: Sequence[Face]
    tiles: Sequence[LaidTile]

    @cached_property
    def quads(self) -> Floats:
        """The quads (N, 4, 2) of the faces."""
        return np.stack([face.quad for face in self.faces])

    @cached_property
    def seen(self) -> Views:
        """The faces on the table plane of the grid's camera."""
        return flat(self.grid.camera, self.quads, self.grid.picture)

    @cached_property
    def size_error(self) -> Floats:
        """The standard deviation (N) of how large each face seems, a logarithm."""
        return self.seen.size_error * self.seen.noise(NOISE)

    @cached_property
    def turn(self) -> Places:
        """The unit direction (N) of each face on the grid, from its first half to its second."""
        found: Places = self.seen.turn / self.grid.step * abs(self.grid.step)
        return found

    @cached_property
    def off(self) -> Places:
        """How far (N, K), in cells, each face is from the place of each known tile."""
        cells, _, levels = arrays(tuple(tile.spot for tile in self.tiles))
        found: Places = self.grid.cells(self.seen.centre[:, None], levels[None]) - cells[None]
        return found

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """Faces, each with the known tile that it may be, by nearness; of two in one stack the likelier one."""
        off, found = np.abs(self.off), dict[int, int]()
        for n in map(int, np.argsort(off.min(axis=1))):
            near = [k for k in self.near(n) if k not in found.values()]
            if near:
                reads = {k: round(self.reads(n, self.tiles[k]), 1) for k in near}
                found[n] = max(near, key=lambda k: (reads[k], self.tiles[k].spot.z, -off[n, k]))
        return list(found.items())

    def near(self, n: int) -> list[int]:
        """The known tiles in whose places a face lies."""
        near = map(int, np.flatnonzero(np.abs(self.off[n]) < PUSHED))
        return [k for k in near if self.along(n, self.tiles[k].spot)]

    def along(self, n: int, spot: Spot) -> bool:
        """Whether a face lies along a tile at a spot rather than across it."""
        return bool(abs((self.turn[n] / spot.ahead).real) > ALONG)

    def forward(self, n: int, spot: Spot) -> bool:
        """Whether the first half of a face at a spot lies at its lower cell."""
        return bool((self.turn[n] / spot.ahead).real > 0)

    def lying(self, n: int, halves: Halves, spot: Spot) -> Halves:
        """Halves from the lower cell on as a face's own first and second, or the other way round."""
        return halves if self.forward(n, spot) else halves[::-1]

    def reads(self, n: int, tile: LaidTile) -> float:
        """How far a face reads as a known tile, as it lies."""
        return self.faces[n].weights.get(self.lying(n, tile.halves, tile.spot), 0.0)

    def worth(self) -> tuple[float, float]:
        """By how many tiles the grid is borne out; of two that are alike the one whose x goes as people read."""
        worth = sum(AT_PLACE + self.reads(n, self.tiles[k]) for n, k in self.pairs)
        return round(worth, 6), cos(phase(self.grid.step) - READING_AXIS)

    def holds(self) -> bool:
        """Whether the grid holds: something lies at or on a known tile's place, and not more of them read elsewhere."""
        right = {n for n, k in self.pairs if self.reads(n, self.tiles[k]) > AS_LAID}
        names = {frozenset(tile.halves) for tile in self.tiles}
        named = {n for n, face in enumerate(self.faces) if face.sure and frozenset(face.likeliest) in names}
        if len(named - right) > len(right):
            return False
        places = self.grid.quads([tile.spot for tile in self.tiles])
        return bool(self.pairs) or any(most_within(place, self.quads) > MEMORY.covered for place in places)

    def quads_of_laid(self) -> dict[Spot, Floats]:
        """The quads of the faces that are known tiles, from the short edge of the lower cell on."""
        found = {}
        for n, k in self.pairs:
            spot, quad = self.tiles[k].spot, self.quads[n]
            if self.reads(n, self.tiles[k]) > LIKELY:
                found[spot] = quad if self.forward(n, spot) else np.roll(quad, 2, axis=0)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """The `grid` of one table as it lay in the last look; None before any was found. `quads` are those of its tiles
    (pixels), in the last so many `looks` from where the camera stands."""

    grid: Grid | None = None
    quads: Mapping[Spot, Floats] = field(default_factory=dict)
    looks: int = 0

    def lay(
        self, found: Sequence[Face], tiles: Sequence[LaidTile], size: Size, *, fixed: bool = False
    ) -> Registration | None:
        """The registration after a look, which has a grid; None where nothing says where that lies. With `fixed` the
        grid lies where it lay, unless the known tiles deny it: they are those of another hypothesis."""
        if not found or not tiles:
            return None
        look = None if self.grid is None else FacesOnGrid(self.grid, found, tiles)
        if look is not None and look.grid.picture == size and look.holds():
            return self if fixed else self._held(look)
        return _found(found, tiles, size)

    def moved(self, motion: Floats) -> Registration:
        """The same after the camera moved: `motion` (3×3) maps the pixels of before to those of now."""
        quads = {spot: through(motion, quad) for spot, quad in self.quads.items()}
        return Registration(None if self.grid is None else posed(self.grid, quads), quads)

    def _held(self, look: FacesOnGrid) -> Registration:
        """The registration after a look on the remembered grid, which moves with most of its tiles."""
        grid, found = look.grid, look.quads_of_laid()
        before = Registration(grid) if found and _moved(grid, found) > STILL else self
        lying = {tile.spot for tile in look.tiles}
        fresh = found.keys() - before.quads.keys()
        quads = dict(before.quads)
        for spot, quad in found.items():
            old = quads.get(spot, quad) if before.looks else quad
            quads[spot] = old + (1 - MEMORY.fade) * (quad - old)
        quads = {spot: quad for spot, quad in quads.items() if spot in lying}
        looks = before.looks + 1
        return Registration(posed(grid, quads) if fresh or looks <= SETTLED else grid, quads, looks)


def _moved(grid: Grid, found: dict[Spot, Floats]) -> float:
    """How far (tile widths) at least the middles of more than half of the tiles are from where the grid has them."""
    quads = np.stack(list(found.values()))
    off = np.linalg.norm((quads - grid.quads(list(found))).mean(axis=1), axis=1)
    wide = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    return float(np.sort(off / wide)[(len(off) - 1) // 2])


def _found(faces: Sequence[Face], tiles: Sequence[LaidTile], size: Size) -> Registration | None:
    """The registration on a grid looked for anew: that on which most faces lie where they are known to lie."""
    look = max(_guesses(faces, tiles, size), key=FacesOnGrid.worth, default=None)
    if look is None:
        return None
    quads, fitted = look.quads_of_laid(), None
    for _ in range(ROUNDS):
        if fitted == quads.keys():
            break  # the same tiles say the same of the grid
        look, fitted = replace(look, grid=posed(look.grid, quads)), quads.keys()
        quads = look.quads_of_laid()
    return Registration(look.grid, quads, 1) if quads and look.holds() else None


def _guesses(faces: Sequence[Face], tiles: Sequence[LaidTile], size: Size) -> Iterator[FacesOnGrid]:
    """A grid for each known tile that a face may be, either way round."""
    quads = np.stack([face.quad for face in faces])
    camera = fit(quads, size, settings=EDGES)
    seen, length = flat(camera, quads, size), USUAL * exp(float(camera[ASPECT])) / 2
    for n, face in enumerate(faces):
        for tile in tiles:
            for halves, sign in ((tile.halves, 1.0), (tile.halves[::-1], -1.0)):
                if face.weights.get(halves, 0.0) >= LIKELY:
                    step = complex(length * sign * seen.turn[n] / tile.spot.ahead)
                    low = seen.centre[n] * Grid(camera, size, 0j, step).lower(tile.spot.z)
                    yield FacesOnGrid(Grid(camera, size, complex(low - step * tile.spot.centre), step), faces, tiles)


def posed(grid: Grid, found: Mapping[Spot, Floats]) -> Grid:
    """The grid and its camera over the quads (4, 2), px, of tiles at known spots, beginning near `grid`; as it is
    without any. A quad begins with the short edge of the lower cell and goes round clockwise."""
    if not found:
        return grid
    spots, quads = tuple(found), np.stack(list(found.values()))
    edges = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1) + np.linalg.norm(quads[:, 3] - quads[:, 2], axis=1)
    noise = np.hypot(SEEN, LAID * 0.5 * edges)[:, None, None]

    def miss(many: Floats) -> Floats:
        off = (_quads(many, spots, grid.picture) - quads) / noise
        return np.concatenate([soft(off.reshape(len(many), -1), OUTLIER), _usual(many, grid)], axis=1)

    # A few tiles look nearly alike from all sides: what they seemed to tell stays until others tell clearly more.
    begins = [grid, *(_seen_from(grid, spots, quads, turns) for turns in (1, 2, 3))]
    fitted = least(miss, np.stack([_numbers(each) for each in begins]), STEPS, ENOUGH)
    costs = (miss(fitted) ** 2).sum(axis=1)
    costs[0] -= EDGES.turned**2
    numbers = fitted[int(costs.argmin())]
    centres, *_ = arrays(spots)
    measured = float((np.abs(centres - centres.mean()) ** 2).sum()) / LAID**2
    step, shift = complex(np.exp(numbers[STEP] + 1j * numbers[TURN])), complex(numbers[SHIFT_X], numbers[SHIFT_Y])
    loose = float(1 / np.sqrt(measured + 1 / STEP_SPREAD**2))
    return Grid(numbers[:6], grid.picture, shift, step, exp(float(numbers[LOG_THICK])), loose)


def _numbers(grid: Grid) -> Floats:
    placed = [grid.shift.real, grid.shift.imag, log(abs(grid.step)), float(np.angle(grid.step)), log(grid.thick)]
    return np.concatenate([grid.camera, placed])


def _seen_from(grid: Grid, spots: tuple[Spot, ...], quads: Floats, turns: int) -> Grid:
    """The grid under the quads (N, 4, 2) of tiles at spots, with its camera tilted so many quarters further round."""
    camera, tilt = grid.camera.copy(), complex(grid.camera[LEAN], grid.camera[SLOPE]) * 1j**turns
    camera[LEAN], camera[SLOPE] = tilt.real, tilt.imag
    seen = flat(camera, quads, grid.picture)
    middles, ahead, levels = arrays(spots)
    places = seen.centre * grid.lower(levels)
    cells = np.concatenate([middles, middles + ahead])
    ends = np.concatenate([places, places + seen.turn * abs(grid.step)])
    (shift, step), *_ = np.linalg.lstsq(np.column_stack([np.ones(len(cells)), cells]), ends)
    return replace(grid, camera=camera, shift=complex(shift), step=complex(step))


def _quads(many: Floats, spots: tuple[Spot, ...], size: Size) -> Floats:
    """The pixels (P, N, 4, 2) of tiles at spots, as each of several grids (P, 11) has them, in one go."""
    centres, ahead, levels = arrays(spots)
    step, shift = np.exp(many[:, STEP] + 1j * many[:, TURN])[:, None], many[:, SHIFT_X] + 1j * many[:, SHIFT_Y]
    placed = corners(shift[:, None] + step * centres, ahead * step / abs(step), np.exp(many[:, ASPECT, None, None]))
    depths = -np.exp(many[:, LOG_THICK, None, None]) * levels[:, None]
    return project(many[:, None, None, :SHIFT_X], placed, depths, size)


def _usual(numbers: Floats, grid: Grid) -> Floats:
    """By how many standard deviations (P, 9) camera, step and thickness are unusual."""
    step = (numbers[:, STEP] - numbers[:, ASPECT] - log(USUAL / 2)) / STEP_SPREAD
    thick = (numbers[:, LOG_THICK] - log(THICK)) / THICK_SPREAD
    return np.column_stack([unusual(numbers[:, :6], grid.picture, EDGES), step, thick])
