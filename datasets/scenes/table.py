"""Table tops of many materials, drawn from noise: wood, cloth, pattern, felt, stone, paper, leather, laminate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.optics.colour import faded, hue
from datasets.optics.material import Material, Texture
from datasets.optics.noise import clouds, speckle
from datasets.scenes.pattern import draw_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.random import Generator
    from numpy.typing import NDArray

    Field = NDArray[np.float32]
    Painted = tuple[NDArray[np.floating], NDArray[np.floating], float, float]
    """sRGB values 0 … 255 (h, w, 3), heights 0 … 1 (h, w), the depth of the heights in mm, the roughness."""

TEXELS: Final = 768
SIDES: Final = {
    "cloth": (110.0, 220.0),
    "felt": (150.0, 260.0),
    "leather": (120.0, 220.0),
    "pattern": (140.0, 420.0),
    "carpet": (170.0, 340.0),
}
"""The side of a texture's square in mm, from … to, where it is not that of most."""
WOODS: Final = (
    (196, 150, 100),
    (160, 108, 66),
    (118, 74, 44),
    (84, 52, 34),
    (216, 184, 140),
    (176, 140, 108),
    (60, 42, 34),
)


def draw_table(rng: Generator) -> tuple[Material, str]:
    """A material that repeats over a plane whose texture coordinates are millimetres, and its name."""
    names, shares = list(KINDS), np.array([3, 2, 2, 3, 2, 1.5, 1, 1.5, 2, 1, 1.5])
    name = names[int(rng.choice(len(names), p=shares / shares.sum()))]
    colour, height, depth, rough = KINDS[name](rng)
    worn = 1 + rng.uniform(0, 0.12) * (clouds(rng, TEXELS, TEXELS, 3, 4) - 0.5)
    layers = np.empty((1, *height.shape, 4), np.uint8)
    layers[0, ..., :3] = np.clip(colour * worn[..., None], 0, 255)
    layers[0, ..., 3] = np.clip(height * 255, 0, 255)
    cloth = name in {"cloth", "felt", "pattern", "carpet"}
    side = float(rng.uniform(*SIDES.get(name, (350.0, 800.0))))
    relief = depth / side
    return (
        Material(
            texture=Texture(layers, repeats=True),
            tiling=(1 / side, 1 / side),
            relief=(relief, relief),
            roughness=rough,
            reflectance=0.02 if cloth else 0.04,
            nap=float(rng.uniform(0, 1.0)) if cloth else 0.0,
            grain=float(rng.uniform(0.0, 0.06)),
            grain_scale=float(rng.uniform(0.003, 0.02)),
            stain=float(rng.beta(1.2, 4.0)) * (0.6 if cloth else 0.4),
            smudge=0.0 if cloth else float(rng.uniform(0, 0.5)),
            soil_scale=float(np.exp(rng.uniform(np.log(4e-4), np.log(3e-3)))),
            soil_streak=float(rng.uniform(1.0, 3.0)),
        ),
        name,
    )


def _wood(rng: Generator) -> Painted:
    """Long grain bent by slow noise, streaks and pores along it."""
    tone = np.array(WOODS[int(rng.integers(len(WOODS)))], np.float32) * rng.uniform(0.85, 1.1)
    slow = clouds(rng, TEXELS, TEXELS, 2, 4, stretch=4)
    y = np.arange(TEXELS, dtype=np.float32)[:, None] / TEXELS
    phase = int(rng.integers(5, 22)) * y + rng.uniform(0.5, 4.5) * slow
    rings = np.abs(phase - np.round(phase)) * 2
    streaks = clouds(rng, TEXELS, TEXELS, 96, 4, stretch=32, fall=0.9)
    pores = clouds(rng, TEXELS, TEXELS, 384, 2, stretch=24, fall=0.8)
    holes = np.clip((0.32 - pores) * 6, 0, 1)
    lively, open_ = rng.uniform(0.08, 0.28), rng.uniform(0.0, 0.22)
    shade = 1 + rng.uniform(0.05, 0.28) * (rings - 0.5) + lively * (streaks - 0.5) - open_ * holes
    warm = np.dstack([shade**0.9, shade, shade**1.15])
    return tone * warm, 1 - 0.6 * holes, 0.12, float(rng.uniform(0.18, 0.6))


def _planks(rng: Generator) -> Painted:
    """Boards side by side, each from its own tree."""
    colour, height, _, rough = _wood(rng)
    boards = int(rng.integers(3, 8))
    wide = TEXELS / boards
    for board in range(boards):
        part = slice(int(board * wide), int((board + 1) * wide))
        shift = int(rng.integers(TEXELS))
        colour[part] = np.roll(colour[part], shift, axis=1) * rng.uniform(0.85, 1.12)
        height[part] = np.roll(height[part], shift, axis=1)
        gap = slice(int(board * wide), int(board * wide) + 2)
        colour[gap] *= 0.45
        height[gap] = 0.0
    return colour, height, 0.4, rough


def _weave(rng: Generator, threads: int) -> Field:
    """Threads over and under, 0 … 1."""
    n = np.arange(TEXELS, dtype=np.float32) / TEXELS * threads * np.pi
    warp, weft = np.abs(np.sin(n))[None, :], np.abs(np.sin(n))[:, None]
    over = (np.floor(n / np.pi)[None, :] + np.floor(n / np.pi)[:, None]) % 2
    slubs = 0.7 + 0.3 * clouds(rng, TEXELS, TEXELS, 48, 3, stretch=8) + 0.3 * clouds(rng, TEXELS, TEXELS, 96, 2)
    return np.asarray(np.where(over > 0, warp, weft) * slubs, np.float32)


def _cloth(rng: Generator) -> Painted:
    threads = _weave(rng, int(rng.integers(70, 200)) & ~1)
    tone = np.array(faded(rng, (0.2, 0.95)), np.float32)
    shade = 0.72 + 0.36 * threads + 0.06 * (clouds(rng, TEXELS, TEXELS, 6, 4) - 0.5)
    return tone * shade[..., None], threads, float(rng.uniform(0.1, 0.5)), 0.95


def _pattern(rng: Generator) -> Painted:
    colour = draw_pattern(rng, TEXELS)
    threads = _weave(rng, int(rng.integers(120, 256)) & ~1)
    return colour * (0.82 + 0.24 * threads)[..., None], threads, float(rng.uniform(0.1, 0.4)), 0.9


def _felt(rng: Generator) -> Painted:
    base = ((30, 92, 62), (44, 66, 108), (112, 40, 46), (40, 40, 44), (70, 90, 70))[int(rng.integers(5))]
    fibres = clouds(rng, TEXELS, TEXELS, 192, 2) + 0.6 * (speckle(rng, TEXELS, TEXELS) - 0.5)
    shade = 0.88 + rng.uniform(0.08, 0.3) * (fibres - 0.5) + 0.1 * (clouds(rng, TEXELS, TEXELS, 4, 4) - 0.5)
    return np.array(base, np.float32) * shade[..., None], fibres, 0.3, 1.0


def _marble(rng: Generator) -> Painted:
    warp = clouds(rng, TEXELS, TEXELS, 3, 5)
    veins = np.abs(clouds(rng, TEXELS, TEXELS, 2, 8, fall=0.55) - 0.5 + 0.3 * (warp - 0.5))
    dark = rng.random() < 0.3
    base = np.array((40, 42, 46) if dark else (232, 230, 226), np.float32)
    ink = np.array((210, 205, 195) if dark else (150, 146, 140), np.float32)
    sharp, soft = (np.clip(1 - veins * rng.uniform(*steep), 0, 1) for steep in ((25, 70), (5, 12)))
    share = (rng.uniform(0.2, 0.6) * sharp + rng.uniform(0.0, 0.3) * soft)[..., None]
    return (
        base * (0.92 + 0.16 * warp)[..., None] * (1 - share) + ink * share,
        np.ones_like(warp),
        0.0,
        float(rng.uniform(0.08, 0.3)),
    )


def _paper(rng: Generator) -> Painted:
    base = np.array(hue(rng, (0.0, 0.12), (0.82, 1.0)), np.float32)
    fibre = clouds(rng, TEXELS, TEXELS, 64, 3)
    return base * (0.97 + 0.05 * fibre)[..., None], fibre, 0.05, 0.85


def _laminate(rng: Generator) -> Painted:
    """Plain or flecked plastic, from white to black."""
    value = float(rng.choice([0.08, 0.2, 0.5, 0.75, 0.92, 0.96]))
    base = np.array(hue(rng, (0.0, 0.25), (value * 0.9, min(1.0, value * 1.05))), np.float32)
    dots = (speckle(rng, TEXELS, TEXELS) < rng.uniform(0, 0.03)).astype(np.float32)
    flecks = np.asarray(cv2.GaussianBlur(dots, (0, 0), 0.8)) * rng.uniform(-120, 120)
    peel = clouds(rng, TEXELS, TEXELS, 96, 2)
    return (
        base + flecks[..., None] + 2 * (peel - 0.5)[..., None],
        peel,
        float(rng.uniform(0, 0.06)),
        float(rng.uniform(0.1, 0.6)),
    )


def _leather(rng: Generator) -> Painted:
    base = np.array(((28, 26, 26), (92, 52, 32), (150, 110, 76), (40, 30, 50))[int(rng.integers(4))], np.float32)
    cells = np.abs(clouds(rng, TEXELS, TEXELS, 48, 2) - 0.5) * 2
    height = np.clip(cells * 2.2, 0, 1)
    return base * (0.7 + 0.4 * height)[..., None], height, 0.6, float(rng.uniform(0.35, 0.6))


def _carpet(rng: Generator) -> Painted:
    base = np.array(hue(rng, (0.05, 0.4), (0.3, 0.85)), np.float32)
    other = base * np.float32(rng.uniform(0.5, 1.15)) * (1 + rng.normal(0, 0.06, 3)).astype(np.float32)
    tufts = clouds(rng, TEXELS, TEXELS, 96, 3, fall=0.8)
    dyed = np.clip(clouds(rng, TEXELS, TEXELS, 64, 3, fall=0.9) * 4 - 1.5, 0, 1)[..., None]
    shade = 0.95 + rng.uniform(0.3, 0.8) * (tufts - 0.5) + 0.25 * (speckle(rng, TEXELS, TEXELS) - 0.5)
    return (base + dyed * (other - base)) * shade[..., None], tufts, 2.0, 1.0


def _tiles(rng: Generator) -> Painted:
    """Ceramic squares and their joints."""
    count = int(rng.integers(3, 8))
    side = TEXELS // count
    base = np.array(hue(rng, (0.0, 0.35), (0.55, 0.95)), np.float32)
    colour = (
        np.ones((TEXELS, TEXELS, 3), np.float32)
        * base
        * (0.95 + 0.1 * clouds(rng, TEXELS, TEXELS, 16, 5, fall=0.75))[..., None]
    )
    height = np.ones((TEXELS, TEXELS), np.float32)
    for line in range(count):
        at = slice(line * side, line * side + max(3, side // 28))
        for axis in (0, 1):
            where = (at, slice(None)) if axis == 0 else (slice(None), at)
            colour[where] = 0.6 * base + 20
            height[where] = 0.2
    return colour, np.asarray(cv2.GaussianBlur(height, (0, 0), 1.2), np.float32), 0.5, float(rng.uniform(0.15, 0.5))


KINDS: Final[dict[str, Callable[[Generator], Painted]]] = {
    "wood": _wood,
    "planks": _planks,
    "cloth": _cloth,
    "pattern": _pattern,
    "felt": _felt,
    "marble": _marble,
    "paper": _paper,
    "leather": _leather,
    "laminate": _laminate,
    "carpet": _carpet,
    "tiles": _tiles,
}
