"""The table and the floor that it stands on."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.optics.colour import linear
from datasets.optics.mesh import SIDE, Mesh, join, sheet
from datasets.optics.pose import Pose
from datasets.optics.world import Thing
from datasets.scenes.table import draw_table

if TYPE_CHECKING:
    from numpy.random import Generator

    from datasets.optics.material import Material
    from datasets.optics.world import World

EDGED: Final = 0.6
"""The share of tables whose edges are within reach of the eye."""
SIDES: Final = (900.0, 1700.0)
"""Sides of tables in mm, from … to."""
BOARD: Final = 32.0
"""How thick (mm) a table top is."""
FLOOR: Final = -730.0
"""The height of the floor, mm."""


FLOORS: Final = 3
"""How many floors a group of scenes has."""


def furnish(world: World, rng: Generator, shared: int) -> str:
    """Place a table whose top is at height zero, and a floor where it ends; the name of the table's material.

    `shared` is a number for neighbours to share: they have their floors in common.
    """
    material, name = draw_table(rng)
    shift = rng.uniform(0, 1000, 2).astype(np.float32)
    if rng.random() >= EDGED:
        world.place(Thing(_measured(sheet(4000, 4000, (64, 64)), shift), material, shadow=False), _turned(rng, 0.0))
        return name
    length, width = (float(side) for side in rng.uniform(*SIDES, 2))
    value = float(rng.uniform(30, 200))
    edged = replace(material, side=linear((value, value * 0.8, value * 0.6)))
    top = _measured(sheet(length, width, (48, 36)), shift)
    world.place(Thing(join(top, _rim(length, width)), edged, shadow=False), _turned(rng, 0.0))
    below = _floor(shared, int(rng.integers(FLOORS)))
    world.place(Thing(_measured(sheet(9000, 9000, (32, 32)), shift), below, shadow=False), _turned(rng, FLOOR))
    return name


@lru_cache(maxsize=2 * FLOORS)
def _floor(shared: int, number: int) -> Material:
    """One of the floors that a group of scenes has."""
    return draw_table(np.random.Generator(np.random.Philox(np.random.SeedSequence([shared, number]))))[0]


def _measured(mesh: Mesh, shift: object) -> Mesh:
    """The same sheet with texture coordinates in millimetres, shifted."""
    uv = mesh.points[:, :2] * np.array([1, -1], np.float32) + np.asarray(shift, np.float32)
    return replace(mesh, uv=uv)


def _turned(rng: Generator, height: float) -> Pose:
    return Pose.flat(0, 0, height, float(rng.uniform(0, 2 * np.pi)))


def _rim(length: float, width: float) -> Mesh:
    """The four narrow sides of a table top."""
    x, y = length / 2, width / 2
    walls = []
    for a, b, out in (
        ((-x, -y), (x, -y), (0, -1)),
        ((x, -y), (x, y), (1, 0)),
        ((x, y), (-x, y), (0, 1)),
        ((-x, y), (-x, -y), (-1, 0)),
    ):
        points = np.array([(*a, 0), (*b, 0), (*b, -BOARD), (*a, -BOARD)], np.float32)
        normals = np.tile(np.array((*out, 0), np.float32), (4, 1))
        faces = np.array([[0, 1, 2], [0, 2, 3]], np.int32)
        walls.append(Mesh(points, normals, points[:, :2], np.full(4, SIDE, np.float32), faces))
    return join(*walls)
