"""How surfaces look: textures with relief, colours, gloss, grain."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RGB = tuple[float, float, float]
"""A colour in linear light, 0 … 1."""


@dataclass(frozen=True, eq=False)
class Texture:
    """Layers (n, h, w, 4) of sRGB bytes; the fourth channel is a height, 0 low … 255 high.

    Two textures are the same only if they are one object, so that a renderer may keep what it has uploaded.
    """

    layers: NDArray[np.uint8]
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class Material:
    """`top`, `side` and `bottom` are colours that multiply the texture's; layers below zero take no texture.

    `layers` names the texture's layers for the top, the top's second half, the bottom and the side. With `halves` the
    second half of the top shows its own layer turned by 180°, as a domino does. Hands leave marks: `stain` is how dark
    smudges are, `smudge` how much duller or shinier they make the surface. `soil_scale` is their cycles a mm,
    `soil_streak` how much finer they are across than along. They start at `grain_at`. `relief` is the height of a full
    step of the texture's fourth channel, as a share of the face's length and width.
    """

    top: RGB = (1.0, 1.0, 1.0)
    side: RGB = (1.0, 1.0, 1.0)
    bottom: RGB = (1.0, 1.0, 1.0)
    texture: Texture | None = None
    layers: tuple[int, int, int, int] = (0, 0, -1, -1)
    tiling: tuple[float, float] = (1.0, 1.0)
    relief: tuple[float, float] = (0.0, 0.0)
    roughness: float = 0.5
    reflectance: float = 0.04
    metal: float = 0.0
    nap: float = 0.0
    glow: float = 0.0
    grain: float = 0.0
    grain_at: RGB = (0.0, 0.0, 0.0)
    grain_scale: float = 0.02
    stain: float = 0.0
    smudge: float = 0.0
    soil_scale: float = 0.004
    soil_streak: float = 1.0
    two_sided: bool = False
    halves: bool = False


@dataclass(frozen=True, slots=True)
class Patch:
    """The part of the table that a lamp reaches, as the sun through a window: a turned rectangle with soft edges.

    Its middle (mm), its turn (radians), half its sides and how soft its edges are (mm).
    """

    at: tuple[float, float]
    turn: float
    half: tuple[float, float]
    soft: float


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp at a point (mm) with its colour at the middle of the table and its radius (mm): small is hard.

    With a `patch` its light falls there alone.
    """

    at: RGB
    colour: RGB
    radius: float
    patch: Patch | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """A bright window or ceiling light that glossy things mirror: its middle and two half axes in mm, its colour."""

    at: RGB
    u: RGB
    v: RGB
    colour: RGB


@dataclass(frozen=True, slots=True)
class Light:
    """All light of a room: at most two lamps, the sky above, what the ground throws back, a bright side, panels."""

    lamps: tuple[Lamp, ...] = ()
    sky: RGB = (0.5, 0.5, 0.5)
    ground: RGB = (0.2, 0.2, 0.2)
    side: RGB = (0.0, 0.0, 0.0)
    side_from: RGB = (1.0, 0.0, 0.0)
    panels: tuple[Panel, ...] = field(default=())
