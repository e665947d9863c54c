"""A table of Stones: the board, six stacks, the river, tokens, the marker, tiles in the display and in piles."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.optics.pose import Pose
from datasets.optics.world import Piece, Thing
from datasets.pieces.printed import cut, disc, draw_finish, plate, printed, texture_of
from datasets.pieces.stone import SIZES, base_stone, draw_stone_set, stone
from datasets.scenes.floor import Floor
from datasets.scenes.stack import build_stack, lying, topple
from datasets.stoneboard import board as art
from datasets.stoneboard.pieces import LABELS, TOKENS, piece, raster
from datasets.stoneboard.tiles import SIDE, TILES
from datasets.stoneboard.tokens import BASE, FIVE, MARKER, TOKEN

if TYPE_CHECKING:
    from numpy.random import Generator

    from datasets.optics.material import Texture
    from datasets.optics.mesh import Mesh
    from datasets.optics.world import World
    from datasets.pieces.printed import Finish
    from datasets.pieces.stone import StoneSet

BOARD_SHARPNESS: Final = 3.0
PIECE_SHARPNESS: Final = 4.0
"""Texels a mm of the artwork."""
BOARD_THICKNESS: Final = 2.0
MOST_STONES: Final = 9
BESIDE: Final = ((100.0, 0.35), (100.0, -0.35), (121.0, 0.28), (121.0, -0.28), (122.0, 0.46), (122.0, -0.46))
"""Where tokens lie beside a base: how far (mm) from the middle of the board and at what angle to the base."""
COUNTS: Final = {"small": 13, "medium": 12, "large": 12}


@lru_cache(maxsize=1)
def _board_texture() -> Texture:
    return texture_of([raster("board", BOARD_SHARPNESS)])


@lru_cache(maxsize=1)
def _square_texture() -> tuple[Texture, dict[str, int]]:
    """Tiles and round pieces, all in one texture."""
    labels = [label for label in LABELS if label not in {"board", "base", "marker"}]
    return texture_of([raster(label, PIECE_SHARPNESS) for label in labels]), {n: i for i, n in enumerate(labels)}


@lru_cache(maxsize=1)
def _marker() -> tuple[Texture, Mesh]:
    return texture_of([raster("marker", PIECE_SHARPNESS)]), cut(np.asarray(piece("marker").outline[0]), 2.0)


@dataclass(slots=True)
class StoneTable:
    """A world that fills with the pieces of one box; x, y about the board's middle, turned by `yaw`.

    `floor` are the places taken on the table, `middle` those in the river, in the board's axes.
    """

    world: World
    rng: Generator
    set_: StoneSet
    yaw: float
    finish: Finish
    floor: Floor = field(default_factory=Floor)
    middle: Floor = field(default_factory=Floor)
    left: dict[str, int] = field(default_factory=lambda: dict(COUNTS))
    floor_height: float = 0.0

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """From the board's axes (y up) to the world's."""
        c, s = float(np.cos(self.yaw)), float(np.sin(self.yaw))
        return c * x - s * y, s * x + c * y

    def board(self) -> None:
        """The board under everything."""
        mesh = plate((art.SIDE, art.SIDE, BOARD_THICKNESS), art.CORNER)
        thing = printed(mesh, _board_texture(), 0, 0, None, self.finish)
        self.world.place(Thing(thing.mesh, thing.material), Pose.flat(0, 0, BOARD_THICKNESS / 2, self.yaw))
        self.floor_height = BOARD_THICKNESS

    def take(self, size: str) -> Thing | None:
        """A stone out of the box."""
        if self.left[size] == 0:
            return None
        self.left[size] -= 1
        return stone(self.rng, self.set_, size)

    def stacks(self) -> None:
        """Six base stones and what stands on them; now and then one has fallen."""
        rng = self.rng
        tall = rng.uniform(0.5, 4.5)
        fallen = int(rng.integers(6)) if rng.random() < 0.15 else -1
        thickness = float(rng.uniform(5, 9))
        for number in range(art.PLACES):
            x, y = art.base_place(number)
            jitter = rng.normal(0, 1.2, 2)
            x, y = self.spot(x - art.MIDDLE + jitter[0], art.MIDDLE - y + jitter[1])
            base = base_stone(self.set_, BASE, thickness)
            pose = Pose.flat(x, y, self.floor_height + thickness / 2, float(rng.uniform(0, 2 * np.pi)))
            index = self.world.place(base, pose, 0, stack=number, position=0)
            height = min(MOST_STONES, int(rng.geometric(1 / (1 + tall)) - 1))
            wanted = [self.take(str(rng.choice(SIZES))) for _ in range(height)]
            self._stack(number, index, [one for one in wanted if one is not None], number == fallen)

    def _stack(self, number: int, base_at: int, stones: list[Thing], falls: bool) -> None:
        base = self.world.placed[base_at]
        stack = build_stack(self.rng, (base.thing, base.pose), stones)
        if falls and stack.stones:
            for thing, pose in zip(stack.stones, topple(self.rng, (base.thing, base.pose), stack), strict=True):
                self.world.place(thing, pose, None, stack=None, position=None, fallen=True)
            return
        below = base_at
        standing = zip(stack.stones, stack.poses, stack.contacts, strict=True)
        for position, (thing, pose, contacts) in enumerate(standing, start=1):
            below = self.world.place(thing, pose, position, (below,), contacts, stack=number, position=position)

    def marker(self) -> None:
        """The marker: its point at a stack, its head in the river."""
        texture, mesh = _marker()
        where = int(self.rng.integers(art.PLACES))
        angle = np.pi / 2 - where * np.pi / 3
        away = art.RING - (BASE + MARKER[1]) / 2 - float(self.rng.uniform(4, 8))
        x, y = (float(away * f(angle)) for f in (np.cos, np.sin))
        self.middle.add(x, y, angle, MARKER[1], MARKER[0])
        # Its corners are those of the rectangle around the pin as it is cut, not of the sheet that it is cut from.
        across, along, thick = (float(side) for side in mesh.size)
        item = Piece("marker", "marker", (across, along, thick), "marker")
        thing = printed(mesh, texture, 0, 0, item, self.finish)
        turn = self.yaw + angle + np.pi / 2 + float(self.rng.normal(0, 0.15))
        self.world.place(thing, Pose.flat(*self.spot(x, y), self.floor_height + 1.1, turn), 0, at_stack=where)

    def river(self, share: float) -> None:
        """What is left of the stones, spread over the middle."""
        for size in reversed(SIZES):
            for _ in range(round(self.left[size] * share)):
                thing = self.take(size)
                if thing is None or thing.piece is None:
                    return
                length, width, _ = thing.piece.size
                place = self.middle.find(self.rng, length * 0.9, width * 0.9, art.RIVER_RADIUS - 12, 40)
                if place is None:
                    return
                pose = lying(self.rng, thing, *self.spot(place[0], place[1]))
                at = (pose.at[0], pose.at[1], pose.at[2] + self.floor_height)
                self.world.place(thing, Pose(at, pose.turn), 0, stack=None, position=None)

    def tokens(self) -> None:
        """Coloured tokens beside the stacks."""
        rng = self.rng
        players = rng.permutation(TOKENS)[: int(rng.integers(2, 5))]
        for number in range(art.PLACES):
            angle = np.pi / 2 - number * np.pi / 3
            for slot in range(min(len(BESIDE), int(rng.geometric(0.45)) - 1)):
                out, beside = BESIDE[slot % len(BESIDE)]
                x, y = out * np.cos(angle + beside), out * np.sin(angle + beside)
                self._disc(str(rng.choice(players)), (*self.spot(float(x), float(y)), self.floor_height), beside=number)

    def _disc(self, label: str, at: tuple[float, float, float], gold: bool = False, **facts: object) -> None:
        texture, number = _square_texture()
        diameter = FIVE if label == "five" else TOKEN
        back = "five" if label == "five" else "token:gold"
        thick = 2.0
        item = Piece("token", label, (diameter, diameter, thick), back)
        thing = printed(disc(diameter, thick), texture, number[label], number[back], item, self.finish)
        turn = float(self.rng.uniform(0, 2 * np.pi))
        self.world.place(thing, Pose.flat(at[0], at[1], at[2] + thick / 2, turn, gold), 0, **facts)  # type: ignore[arg-type]

    def supplies(self) -> None:
        """Before the players and beside the board: tokens, five-point tokens, tiles face up and face down."""
        rng = self.rng
        reach = art.SIDE * 0.95
        for _ in range(int(rng.integers(0, 26))):
            label = "five" if rng.random() < 0.06 else str(rng.choice(TOKENS))
            diameter = FIVE if label == "five" else TOKEN
            if (place := self.floor.find(rng, diameter, diameter, reach)) is not None:
                self._disc(label, (place[0], place[1], 0.0), gold=bool(rng.random() < 0.3))
        tiles = rng.permutation(TILES)
        for number in range(int(rng.integers(0, 9))):
            self._tile(str(tiles[number]), bool(rng.random() < 0.2), 1)
        if rng.random() < 0.5:
            self._tile(str(tiles[10]), True, int(rng.integers(2, 14)))

    def _tile(self, label: str, down: bool, count: int) -> None:
        place = self.floor.find(self.rng, SIDE, SIDE, art.SIDE * 0.95)
        if place is None:
            return
        texture, number = _square_texture()
        thick = 2.0
        mesh = plate((SIDE, SIDE, thick), 3.0)
        below: tuple[int, ...] = ()
        for level in range(count):
            item = Piece("tile", label, (SIDE, SIDE, thick))
            thing = printed(mesh, texture, number[label], number["back"], item, self.finish)
            x, y = place[0] + float(self.rng.normal(0, 0.6)), place[1] + float(self.rng.normal(0, 0.6))
            pose = Pose.flat(x, y, thick * (level + 0.5), place[2] + float(self.rng.normal(0, 0.03)), down)
            below = (self.world.place(thing, pose, level, below),)


def lay_table(world: World, rng: Generator, shared: int) -> tuple[float, Floor]:
    """A table of Stones from chance; returns the radius (mm) of what lies there, and the places taken."""
    finish = draw_finish(rng, (0.2, 0.8))
    table = StoneTable(world, rng, draw_stone_set(rng), float(rng.uniform(0, 2 * np.pi)), finish)
    table.floor.add(0, 0, table.yaw, art.SIDE, art.SIDE)
    if rng.random() < 0.8:
        table.board()
    else:
        table.floor.facts["board"] = False
    table.stacks()
    begun = rng.random() < 0.85
    if begun:
        table.marker()
    table.river(float(rng.choice([0.0, 0.3, 0.7, 1.0])))
    if begun:
        table.tokens()
    table.supplies()
    return art.SIDE * float(rng.uniform(0.5, 0.8)), table.floor
