"""A scene from its seed: the table, what lies on it, the light, the camera, the picture and its truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

import numpy as np

from datasets.optics.webcam import draw_webcam, encode, expose, in_range
from datasets.optics.world import World
from datasets.pieces.clutter import strew
from datasets.pieces.hand import draw_arm
from datasets.scenes import cardtable, dominoes, stonetable, strangetable
from datasets.scenes.errors import SceneError
from datasets.scenes.furniture import furnish
from datasets.scenes.room import draw_camera, draw_light, sunlit
from datasets.scenes.run import GROUP
from datasets.scenes.truth import describe

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.random import Generator

    from datasets.optics.camera import Camera
    from datasets.optics.studio import Shot, Studio
    from datasets.scenes.floor import Floor

LAYERS: Final[dict[str, tuple[Callable[[World, Generator, int], tuple[float, Floor]], float]]] = {
    "stackernoos": (dominoes.lay_table, 48.0),
    "stonerow": (cardtable.lay_table, 88.0),
    "stones": (stonetable.lay_table, 28.0),
    "foreign": (strangetable.lay_table, 24.0),
}
"""How each game's table is laid, and the long side (mm) of its pieces; `foreign` tables hold none of ours."""

GROUP_BASE: Final = 1 << 40
"""Sources of chance from this index on belong to groups of scenes, not to scenes."""
CLUTTERED: Final = 0.5
"""The share of tables with clutter."""
HAND_WIDTH: Final = 75.0
HANDS: Final = (0.72, 0.2, 0.08)
"""Shares of scenes with no hand, one and two."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A world, the camera that looks at it, and chance for what the webcam does."""

    game: str
    world: World
    camera: Camera
    rng: Generator
    facts: dict[str, Any]


def child(seed: int, index: int, game: str = "") -> Generator:
    """The source of chance of scene `index` under `seed`, another one for every game."""
    return np.random.Generator(np.random.Philox(np.random.SeedSequence([seed, index, crc32(game.encode())])))


def compose(game: str, seed: int, index: int, size: tuple[int, int] | None = None) -> Scene:
    """Scene `index` of a seed, not yet drawn. `size` fixes the picture's width and height."""
    if game not in LAYERS:
        raise SceneError(f"There is no game “{game}”; scenes are drawn of: {', '.join(LAYERS)}.")
    rng = child(seed, index, game)
    shared = int(child(seed, GROUP_BASE + index // GROUP, game).integers(1 << 31))
    world = World(draw_light(rng))
    lay, piece = LAYERS[game]
    name = furnish(world, rng, shared)
    spread, floor = lay(world, rng, shared)
    world.light = sunlit(world.light, rng, spread)
    if rng.random() < CLUTTERED:
        strew(world, rng, floor, (spread, shared), int(rng.integers(1, 9)))
    for _ in range(int(rng.choice([0, 1, 2], p=HANDS))):
        _hand(world, rng, spread)
    camera = draw_camera(rng, spread, piece, size)
    return Scene(game, world, camera, rng, {"seed": seed, "scene": index, "table": name, **floor.facts})


def _hand(world: World, rng: Generator, spread: float) -> None:
    """A hand somewhere over the table, its arm coming from outside."""
    azimuth = float(rng.uniform(0, 2 * np.pi))
    away = float(rng.uniform(-0.2, 1.0)) * spread
    aside = float(rng.normal(0, 0.3)) * spread
    c, s = float(np.cos(azimuth)), float(np.sin(azimuth))
    at = (away * c - aside * s, away * s + aside * c)
    over = max((_top_beneath(world, at[0] + step * c, at[1] + step * s) for step in (0.0, 70.0, 140.0)), default=0.0)
    lift = max(over, 8.0) + float(rng.choice([2.0, rng.uniform(0, 60)]))
    draw_arm(rng).reach(world, at, azimuth, lift)


def _top_beneath(world: World, x: float, y: float) -> float:
    """How high (mm) the highest piece or thing within a hand's width of a place reaches."""
    tops = [
        placed.pose.at[2] + float(placed.thing.mesh.points[:, 2].max())
        for placed in world.placed
        if placed.thing.shadow and np.hypot(placed.pose.at[0] - x, placed.pose.at[1] - y) < HAND_WIDTH
    ]
    return max(tops, default=0.0)


def photograph(studio: Studio, scene: Scene) -> tuple[bytes, dict[str, Any], Shot]:
    """The JPEG, its truth and the shot with its mask."""
    shot = studio.film(scene.world, scene.camera)
    webcam = in_range(shot.colour, draw_webcam(scene.rng))
    picture = encode(expose(shot.colour, webcam, scene.rng), webcam)
    return picture, describe(scene.world, scene.camera, shot, scene.game, scene.facts), shot
