"""Stones: irregular smooth bodies in three sizes, coloured by size as a set has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.optics.colour import hue, linear
from datasets.optics.material import Material
from datasets.optics.mesh import circle, slab, solid, sphere
from datasets.optics.world import Piece, Thing

if TYPE_CHECKING:
    from numpy.random import Generator

    from datasets.optics.mesh import Mesh

SIZES: Final = ("small", "medium", "large")
RADII: Final = {"small": (8.0, 10.5), "medium": (11.5, 14.0), "large": (15.5, 19.5)}
"""Half the length of a stone in mm, from … to."""
PALETTES: Final = (
    ((220, 196, 143), (180, 87, 59), (74, 88, 102)),
    ((235, 230, 220), (120, 120, 118), (40, 40, 44)),
    ((240, 190, 60), (60, 140, 90), (50, 80, 160)),
    ((220, 80, 60), (240, 220, 190), (80, 60, 50)),
    ((150, 190, 200), (210, 150, 120), (90, 100, 70)),
)
"""Colours of small, medium and large stones; the first is that of our own artwork."""
ROUNDNESS: Final = 24
"""Meridians of a stone's mesh."""


@dataclass(frozen=True, slots=True)
class StoneSet:
    """How the stones of a box look: sRGB colours by size, roughness, how strong their grain is."""

    colours: dict[str, tuple[int, int, int]]
    roughness: float
    grain: float
    flat: float
    base: tuple[int, int, int]


def draw_stone_set(rng: Generator) -> StoneSet:
    """A set from chance; the three colours are always well apart."""
    if rng.random() < 0.7:
        colours: tuple[tuple[int, int, int], ...] = PALETTES[int(rng.integers(len(PALETTES)))]
    else:
        values = rng.permutation([0.25, 0.55, 0.9])
        colours = tuple(hue(rng, (0.1, 0.8), (v - 0.08, v + 0.08)) for v in values)
    shift = rng.normal(0, 7, (3, 3))
    tinted = {
        size: tuple(int(np.clip(c + d, 8, 250)) for c, d in zip(colour, change, strict=True))
        for size, colour, change in zip(SIZES, colours, shift, strict=True)
    }
    value = rng.uniform(0.3, 0.8)
    return StoneSet(
        {size: (c[0], c[1], c[2]) for size, c in tinted.items()},
        float(rng.uniform(0.25, 0.9)),
        float(rng.uniform(0.02, 0.25)),
        float(rng.uniform(0.45, 0.7)),
        hue(rng, (0.0, 0.3), (value, value)),
    )


def stone_mesh(rng: Generator, radius: float, flat: float) -> Mesh:
    """A pebble about `radius` long and half as wide again, its height `flat` of its width: a body without dents."""
    directions, faces = sphere(ROUNDNESS)
    axes = np.array([radius, radius * rng.uniform(0.72, 0.98), radius * flat * rng.uniform(0.8, 1.1)])
    power = rng.uniform(2.0, 2.9)
    reach = (np.abs(directions / axes) ** power).sum(1) ** (-1 / power)
    for _ in range(int(rng.integers(2, 6))):
        normal = rng.normal(0, 1, 3)
        normal /= np.linalg.norm(normal)
        plane = float(np.abs(axes @ np.abs(normal))) * rng.uniform(0.62, 0.9)
        facing = np.maximum(directions @ normal, 1e-3)
        reach = (reach**-9.0 + (plane / facing) ** -9.0) ** (-1 / 9.0)
    return solid((directions * reach[:, None]).astype(np.float32), faces)


def stone(rng: Generator, set_: StoneSet, size: str) -> Thing:
    """A stone of a size."""
    mesh = stone_mesh(rng, float(rng.uniform(*RADII[size])), set_.flat)
    colour = np.array(linear(set_.colours[size])) * rng.uniform(0.85, 1.15)
    start = rng.uniform(0, 500, 3)
    material = Material(
        side=(float(colour[0]), float(colour[1]), float(colour[2])),
        roughness=set_.roughness,
        grain=set_.grain,
        grain_at=(float(start[0]), float(start[1]), float(start[2])),
        grain_scale=0.02,
        glow=0.05,
    )
    x, y, z = (float(v) for v in mesh.size)
    return Thing(mesh, material, Piece("stone", size, (x, y, z), round=True))


def base_stone(set_: StoneSet, diameter: float, thickness: float) -> Thing:
    """A flat round base."""
    mesh = slab(circle(diameter / 2, 30), thickness, thickness * 0.35)
    colour = linear(set_.base)
    material = Material(colour, colour, colour, roughness=set_.roughness, grain=set_.grain, grain_scale=0.02)
    return Thing(mesh, material, Piece("stone", "base", (diameter, diameter, thickness), back="base", round=True))
