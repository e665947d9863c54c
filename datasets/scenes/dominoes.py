"""Dominoes on a table: a Stackernoos game, loose tiles, racks of standing ones, heaps that physics has settled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.optics.pose import Pose, about, product
from datasets.pieces.domino import DominoSet, Make, build_set, draw_make
from datasets.scenes.floor import Floor
from datasets.scenes.physics import Solid, beneath, levels, settle
from datasets.scenes.stackernoos import Laid, grow

if TYPE_CHECKING:
    from numpy.random import Generator

    from datasets.optics.world import World

APART: Final = 120.0
"""How far (mm) around the middle of the table a heap reaches at most."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the cells of a game lie: `pitch` mm apart, the run turned by `yaw`, cell 0 beginning at `origin` (mm)."""

    make: Make
    pitch: float
    yaw: float
    origin: tuple[float, float]

    def pose(self, tile: Laid, aside: tuple[float, float] = (0.0, 0.0), askew: float = 0.0) -> Pose:
        """A tile's place; `aside` (mm) and `askew` (radians) are how far a hand left it from there."""
        pitch = self.pitch
        if tile.direction == "e":
            x, y = (tile.x + 1) * pitch, tile.y * pitch
        else:
            beside = (self.make.width - pitch) / 2 * (1 if tile.y > 0 else -1)
            x, y = (tile.x + 0.5) * pitch, (tile.y + 0.5) * pitch + beside
        x, y = x + tile.off[0] * pitch + aside[0], y + aside[1]
        turn = self.yaw + tile.off[2] + askew + (0.0 if tile.direction == "e" else np.pi / 2)
        c, s = float(np.cos(self.yaw)), float(np.sin(self.yaw))
        at = (self.origin[0] + c * x - s * y, self.origin[1] + s * x + c * y)
        return Pose.flat(*at, self.make.thickness * (tile.z + 0.5), turn)

    def footprint(self, tile: Laid) -> tuple[float, float]:
        """How far a tile reaches along and across the run, mm."""
        size = (self.make.length, self.make.width)
        return size if tile.direction == "e" else (size[1], size[0])


@dataclass(slots=True)
class DominoTable:
    """A world that fills with tiles of one set; each tile of the set lies there at most once."""

    world: World
    tiles: DominoSet
    rng: Generator
    floor: Floor = field(default_factory=Floor)
    unused: list[tuple[int, int]] = field(default_factory=list)

    def lay(
        self, numbers: tuple[int, int], pose: Pose, level: int | None, on: tuple[int, ...] = (), **facts: object
    ) -> int:
        """Place a tile; contacts are left to whoever knows them."""
        grain = tuple(float(v) for v in self.rng.uniform(0, 500, 3))
        thing = self.tiles.tile(*numbers, grain_at=(grain[0], grain[1], grain[2]))
        return self.world.place(thing, pose, level, on, **facts)  # type: ignore[arg-type]

    def game(self, laid: list[Laid], yaw: float, middle: tuple[float, float]) -> list[int]:
        """Tiles where a game's grid has them, a little askew as hands leave them."""
        make, rng = self.tiles.make, self.rng
        tidy = rng.uniform(0.1, 1.0)
        grid = Grid(make, make.length / 2 + float(rng.uniform(0, 0.35)), yaw, middle)
        indices: list[int] = []
        for tile in laid:
            jitter = rng.normal(0, 0.45 * tidy, 2)
            pose = grid.pose(tile, (float(jitter[0]), float(jitter[1])), float(rng.normal(0, 0.012 * tidy)))
            on = tuple(indices[below] for below in tile.on)
            facts = {"cell": {"at": [tile.x, tile.y, tile.z], "dir": tile.direction}, "legal": tile.legal}
            indices.append(self.lay(tile.numbers, pose, tile.z, on, **facts))
            if tile.z == 0:
                self.floor.add(pose.at[0], pose.at[1], yaw, *grid.footprint(tile))
        return indices

    def scatter(self, count: int, reach: float, down: float) -> None:
        """Loose tiles, a share `down` of them face down."""
        make = self.tiles.make
        for _ in range(min(count, len(self.unused))):
            place = self.floor.find(self.rng, make.length, make.width, reach)
            if place is None:
                return
            pose = Pose.flat(place[0], place[1], make.thickness / 2, place[2], bool(self.rng.random() < down))
            self.lay(self.unused.pop(), pose, 0, cell=None)

    def rack(self, count: int, reach: float) -> None:
        """A player's tiles in a row, standing on their long or short edges."""
        make, rng = self.tiles.make, self.rng
        on_long = rng.random() < 0.6
        along, deep = (make.length, make.thickness) if on_long else (make.width, make.thickness)
        height = make.width if on_long else make.length
        count = min(count, len(self.unused))
        place = self.floor.find(rng, along * count * 1.06, deep * 1.5, reach)
        if place is None:
            return
        x, y, yaw = place
        quarter = about((1.0, 0.0, 0.0), np.pi / 2)
        own = quarter if on_long else product(quarter, about((0.0, 0.0, 1.0), np.pi / 2))
        for number in range(count):
            shift = (number - (count - 1) / 2) * along * 1.05
            turn = product(about((0.0, 0.0, 1.0), yaw + float(rng.normal(0, 0.03))), own)
            at = (x + shift * float(np.cos(yaw)), y + shift * float(np.sin(yaw)), height / 2)
            self.lay(self.unused.pop(), Pose(at, turn), 0, cell=None)

    def heap(self, count: int) -> None:
        """Tiles poured on the table: they lie across and lean on each other."""
        make, rng = self.tiles.make, self.rng
        count = min(count, len(self.unused))
        place = self.floor.find(rng, 2.2 * make.length, 2.2 * make.length, 3 * APART, 60)
        if place is None or not count:
            return
        spread = make.length * 0.25 * np.sqrt(count)
        solids = []
        for number in range(count):
            x, y = rng.normal(0, spread, 2)
            tilt = product(
                about((0.0, 0.0, 1.0), rng.uniform(0, 2 * np.pi)), about((1.0, 0.0, 0.0), rng.normal(0, 0.5))
            )
            flip = about((1.0, 0.0, 0.0), np.pi if rng.random() < 0.35 else 0.0)
            pose = Pose(
                (place[0] + float(x), place[1] + float(y), make.length * (0.3 + 0.22 * number)), product(tilt, flip)
            )
            solids.append(Solid(pose, (make.length, make.width, make.thickness), push=(0.0, 0.0, -0.5)))
        self._rest(solids, [self.unused.pop() for _ in solids])

    def collapse(self, yaw: float) -> None:
        """A stack that has been knocked: its upper tiles slid off and lean."""
        make, rng = self.tiles.make, self.rng
        place = self.floor.find(rng, 2.5 * make.length, 2.5 * make.length, 3 * APART, 60)
        height = min(int(rng.integers(3, 8)), len(self.unused))
        if place is None or height < 2:
            return
        solids = []
        lean = rng.uniform(-1, 1, 2) * make.width * rng.uniform(0.15, 0.4)
        for level in range(height):
            at = (
                place[0] + float(lean[0]) * level * level / 6,
                place[1] + float(lean[1]) * level * level / 6,
                make.thickness * (level + 0.5) + 0.1 * level,
            )
            pose = Pose.flat(*at, yaw + float(rng.normal(0, 0.08)))
            solids.append(Solid(pose, (make.length, make.width, make.thickness)))
        self._rest(solids, [self.unused.pop() for _ in solids])

    def _rest(self, solids: list[Solid], numbers: list[tuple[int, int]]) -> None:
        """Settle the bodies and place the tiles where they come to rest."""
        rest = settle(solids)
        below = beneath(rest)
        first = len(self.world.placed)
        for index, (pose, tile, level) in enumerate(zip(rest.poses, numbers, levels(rest, below), strict=True)):
            touching = tuple(touch.at for touch in rest.touches if index in (touch.a, touch.b))
            made = self.lay(tile, pose, level, tuple(first + low for low in below[index]), cell=None)
            self.world.move(made, pose, contacts=touching)


def lay_table(world: World, rng: Generator, shared: int) -> tuple[float, Floor]:
    """A Stackernoos table from chance; returns the radius (mm) of what lies there, and the places taken."""
    tiles = build_set(draw_make(rng), rng)
    table = DominoTable(world, tiles, rng)
    all_tiles = [tiles.tiles[int(i)] for i in rng.permutation(len(tiles.tiles))]
    kind = rng.choice(["game", "loose", "heap"], p=[0.6, 0.25, 0.15])
    yaw = float(rng.uniform(0, 2 * np.pi))
    reach = APART
    table.unused = all_tiles
    if kind == "game":
        laid = grow(rng, all_tiles, int(rng.integers(1, 32)), unruly=0.3)
        used = {tuple(sorted(tile.numbers)) for tile in laid}
        table.unused = [tile for tile in all_tiles if tile not in used]
        left, right = min((t.x for t in laid), default=0), max((t.x for t in laid), default=0)
        middle = -(left + right + 2) / 2 * tiles.make.length / 2
        table.game(laid, yaw, (float(middle * np.cos(yaw)), float(middle * np.sin(yaw))))
        reach = max(APART, (right - left + 2) * tiles.make.length / 4)
    elif kind == "heap":
        table.heap(int(rng.integers(4, 22)))
    if rng.random() < 0.22:
        table.collapse(yaw)
    if rng.random() < 0.3:
        table.rack(int(rng.integers(2, 8)), reach * 1.3)
    loose = int(rng.integers(1, 28)) if kind == "loose" else int(rng.integers(0, 10))
    table.scatter(loose, reach * (1.0 if kind == "loose" else 1.4), float(rng.choice([0.0, 0.2, 0.8])))
    return float(reach), table.floor
