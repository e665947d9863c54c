"""Rooms and cameras from chance: where light comes from, where the camera stands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.optics.camera import Camera
from datasets.optics.material import Lamp, Light, Panel, Patch

if TYPE_CHECKING:
    from numpy.random import Generator

    from datasets.optics.material import RGB

SIZES: Final = ((640, 480), (800, 600), (960, 540), (1024, 768), (1280, 720), (1280, 960), (1920, 1080))
SIZE_SHARES: Final = (0.14, 0.1, 0.3, 0.1, 0.24, 0.06, 0.06)
SUNLIT: Final = 0.15
"""The share of scenes that the sun lights in part."""
LOWEST: Final = np.radians(25.0)
"""The least angle between the table and the line of sight."""


def draw_light(rng: Generator) -> Light:
    """Soft to hard, warm to cool, one lamp or two, a window at one side, panels that shine in glossy things."""
    tint = _warmth(rng)
    ambient = rng.uniform(0.08, 0.5)
    lamps = []
    for number in range(int(rng.choice([1, 2], p=[0.6, 0.4]))):
        bright = rng.uniform(0.35, 1.0) * (1.0 if number == 0 else rng.uniform(0.2, 0.7))
        radius = float(np.exp(rng.uniform(np.log(8), np.log(320))))
        lamps.append(Lamp(_above(rng), _scaled(_warmth(rng) if rng.random() < 0.3 else tint, bright), radius))
    sky = _scaled(_mix(tint, (0.85, 0.95, 1.1), rng.random()), ambient)
    ground = _scaled(_warmth(rng), ambient * rng.uniform(0.2, 0.6))
    angle = rng.uniform(0, 2 * np.pi)
    side = _scaled((0.85, 0.95, 1.15), rng.uniform(0, 0.35) if rng.random() < 0.5 else 0.0)
    panels = tuple(_panel(rng) for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.12, 0.33, 0.33, 0.22]))))
    return Light(tuple(lamps), sky, ground, side, (float(np.cos(angle)), float(np.sin(angle)), 0.0), panels)


def sunlit(light: Light, rng: Generator, spread: float) -> Light:
    """Now and then the first lamp is the sun in a window, it lights a part of a table whose radius is `spread`."""
    if rng.random() >= SUNLIT:
        return light
    at = rng.normal(0, 0.6 * spread, 2)
    half = np.exp(rng.uniform(np.log(0.25), np.log(1.6), 2)) * spread
    soft = float(np.exp(rng.uniform(np.log(1.5), np.log(40))))
    patch = Patch((float(at[0]), float(at[1])), float(rng.uniform(0, np.pi)), (float(half[0]), float(half[1])), soft)
    sun = light.lamps[0]
    strong = replace(sun, colour=_scaled(sun.colour, float(rng.uniform(0.7, 1.6))), patch=patch)
    dim = max(light.sky[1], 1e-3)
    sky = _scaled(light.sky, max(1.0, float(rng.uniform(0.2, 0.45)) / dim))
    return replace(light, lamps=(strong, *light.lamps[1:]), sky=sky)


def _warmth(rng: Generator) -> RGB:
    """From the orange of a bulb to the blue of a cloudy sky."""
    warm = rng.normal(0.05, 0.12)
    return (float(1 + warm), 1.0, float(1 - 1.3 * warm))


def _above(rng: Generator) -> RGB:
    angle, height = rng.uniform(0, 2 * np.pi), rng.uniform(500, 2200)
    away = height * np.tan(rng.uniform(0.0, 1.0))
    return (float(away * np.cos(angle)), float(away * np.sin(angle)), float(height))


def _panel(rng: Generator) -> Panel:
    """A ceiling light or a window in a wall."""
    bright = _scaled(_warmth(rng), float(np.exp(rng.uniform(np.log(0.8), np.log(11)))))
    angle = rng.uniform(0, 2 * np.pi)
    c, s = float(np.cos(angle)), float(np.sin(angle))
    if rng.random() < 0.55:
        half = (rng.uniform(40, 700), rng.uniform(40, 400))
        at = (float(rng.normal(0, 700)), float(rng.normal(0, 700)), float(rng.uniform(1300, 2200)))
        return Panel(at, (c * half[0], s * half[0], 0.0), (-s * half[1], c * half[1], 0.0), bright)
    away = rng.uniform(1000, 3000)
    half = (rng.uniform(300, 900), rng.uniform(300, 800))
    return Panel((c * away, s * away, 900.0), (-s * half[0], c * half[0], 0.0), (0.0, 0.0, half[1]), bright)


def _scaled(colour: RGB, by: float) -> RGB:
    return (max(colour[0], 0.0) * by, max(colour[1], 0.0) * by, max(colour[2], 0.0) * by)


def _mix(a: RGB, b: RGB, share: float) -> RGB:
    return (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2]))


def draw_camera(
    rng: Generator,
    spread: float,
    piece: float,
    size: tuple[int, int] | None = None,
    middle: tuple[float, float] = (0, 0),
) -> Camera:
    """A camera that sees most of a table of pieces.

    `spread` is the radius (mm) of what lies there around `middle`, `piece` the long side of a piece, which comes out
    20 to 300 pixels long. `size` fixes the picture's size.
    """
    width, height = size or SIZES[int(rng.choice(len(SIZES), p=SIZE_SHARES))]
    fov = np.radians(rng.uniform(38, 88))
    focal = width / 2 / np.tan(fov / 2)
    kind = rng.random()
    elevation = np.pi / 2 - abs(rng.normal(0, 0.06)) if kind < 0.3 else rng.uniform(LOWEST, np.pi / 2)
    share = float(np.exp(rng.uniform(np.log(0.45), np.log(1.35))))
    away = focal * spread / (share * min(width, height * 1.25) / 2)
    away = float(np.clip(away, focal * piece / 280, focal * piece / 24))
    away = max(away, 140.0)
    azimuth = rng.uniform(0, 2 * np.pi)
    target = (middle[0] + rng.normal(0, 0.1 * spread), middle[1] + rng.normal(0, 0.1 * spread), 0.0)
    eye = (
        target[0] + away * np.cos(elevation) * np.cos(azimuth),
        target[1] + away * np.cos(elevation) * np.sin(azimuth),
        away * np.sin(elevation),
    )
    wide = max(0.0, np.degrees(fov) - 55) / 35
    k1 = float(rng.uniform(-0.16, 0.02) * wide + rng.normal(0, 0.008))
    roll = float(rng.normal(0, 0.05)) if elevation < 1.4 else float(rng.uniform(-0.3, 0.3))
    centre = (float(rng.normal(0, 0.01 * width)), float(rng.normal(0, 0.01 * height)))
    return Camera.look(eye, target, (width, height), float(focal), roll, k1, 0.25 * k1 * k1, centre)
