"""Domino sets of many makes: a body, a way to mark numbers, a line; all numbers in one texture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.optics.colour import linear
from datasets.optics.material import Material, Texture
from datasets.optics.mesh import rounded_rectangle, slab
from datasets.optics.world import Piece, Thing
from datasets.pieces.pips import GRID, layout
from datasets.pieces.surface import body, stamp

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from datasets.optics.mesh import Mesh

TEXELS: Final = 160
"""Texels across a half, which is square in its texture."""
MIDDLE: Final = 0.5
"""The height of the face in the texture's fourth channel: dents lie below, raised pips above."""
DEPTH: Final = 2.0
"""The height in mm that the texture's fourth channel spans."""

INKS: Final = (
    (20, 20, 22), (20, 20, 22), (35, 30, 30), (150, 25, 25), (25, 45, 120), (25, 90, 45), (90, 55, 30), (235, 235, 230),
)  # fmt: skip
PINS: Final = ((176, 140, 66), (196, 164, 92), (150, 116, 60), (178, 178, 182))
GHOSTS: Final = 0.07
"""The share of sets that are dented in nine places a half."""
NUMBER_COLOURS: Final = (
    ((30, 30, 30),) * 13,
    ((30, 30, 30), (40, 90, 190), (30, 130, 60), (200, 40, 40), (30, 40, 120), (120, 50, 140), (240, 170, 20),
     (90, 60, 30), (20, 140, 140), (110, 20, 40), (240, 120, 20), (90, 90, 95), (20, 20, 20)),
    ((30, 30, 30), (190, 30, 40), (20, 100, 60), (30, 60, 160), (120, 70, 30), (230, 150, 20), (20, 130, 170),
     (140, 40, 120), (60, 60, 60), (200, 90, 30), (60, 120, 30), (150, 20, 70), (30, 50, 90)),
)  # fmt: skip
BODIES: Final = {
    "ivory": ((238, 228, 200), (245, 238, 218), (230, 214, 178)),
    "white": ((246, 246, 244), (238, 240, 242), (250, 248, 240)),
    "black": ((28, 28, 30), (40, 38, 38), (22, 24, 30)),
    "wood": ((196, 150, 96), (222, 186, 136), (120, 76, 44), (160, 110, 66)),
    "coloured": ((200, 40, 50), (40, 90, 170), (30, 130, 90), (240, 110, 160), (250, 190, 40), (100, 60, 140),
                 (230, 120, 40), (120, 200, 200)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Make:
    """How a set is made. Sizes in mm, colours as sRGB bytes.

    `marks`: `painted`, `dented` (hollow and painted) or `raised`; `ghosts` dents nine places whether painted or not:
    only the painted ones count. `line` parts the halves, or is `none`. `pin` is a rivet's head of brass or steel in the
    middle, with a line or instead of it.
    """

    highest: int
    length: float
    width: float
    thickness: float
    corner: float
    fillet: float
    material: str
    body: tuple[int, int, int]
    under: tuple[int, int, int] | None
    ink: tuple[tuple[int, int, int], ...]
    marks: str
    ghosts: bool
    along: bool
    mirrored: bool
    rows: bool
    pip: float
    reach: float
    line: str
    pin: tuple[int, int, int] | None
    line_width: float
    line_margin: float
    roughness: float
    back: str


def draw_make(rng: Generator, highest: int | None = None) -> Make:
    """A set from chance: double-six to double-twelve unless `highest` says."""
    kinds, shares = list(BODIES), [0.34, 0.26, 0.13, 0.13, 0.14]
    ghosts = bool(rng.random() < GHOSTS)
    dimpled = ghosts and rng.random() < 0.6
    material = "black" if dimpled else kinds[rng.choice(len(kinds), p=shares)]
    colour = _pick(rng, BODIES[material])
    dark = sum(colour) < 330
    top = int(highest or rng.choice([6, 9] if ghosts else [6, 9, 9, 9, 12, 12]))
    length = float(rng.uniform(38, 58))
    marks = "dented" if ghosts else str(rng.choice(["painted", "dented", "raised"], p=[0.3, 0.62, 0.08]))
    light_ink = [(240, 240, 235), (235, 225, 200), (240, 200, 60), (250, 250, 250)]
    ink = _pick(rng, light_ink) if dark or (material == "coloured" and rng.random() < 0.6) else _pick(rng, INKS[:-1])
    line = str(rng.choice(["carved", "painted", "none"], p=[0.5, 0.38, 0.12]))
    many = rng.random() < (0.65 if top > 6 else 0.3) and not dark
    inks = NUMBER_COLOURS[int(rng.integers(1, 3))] if many else (ink,) * 13
    return Make(
        highest=top,
        length=length,
        width=length * float(rng.uniform(0.485, 0.515)),
        thickness=float(rng.uniform(6, 12)),
        corner=float(rng.uniform(1.2, 5.0)),
        fillet=float(rng.uniform(0.4, 1.9)),
        material=material,
        body=_shift(rng, colour, 8),
        under=_shift(rng, _pick(rng, BODIES["black"] + BODIES["coloured"]), 8) if rng.random() < 0.12 else None,
        ink=tuple(_shift(rng, one, 10) for one in inks),
        marks=marks,
        ghosts=ghosts,
        along=bool(rng.random() < 0.3),
        mirrored=bool(rng.random() < 0.5),
        rows=bool(rng.random() < 0.35),
        pip=float(rng.uniform(0.18, 0.27) if ghosts else rng.uniform(0.135, 0.23)),
        reach=float(rng.uniform(0.5, 0.67)),
        line=line,
        pin=PINS[int(rng.integers(len(PINS)))] if rng.random() < (0.5 if line == "none" else 0.25) else None,
        line_width=float(rng.uniform(0.02, 0.07)),
        line_margin=float(rng.uniform(0.05, 0.24)),
        roughness=float(rng.uniform(0.5, 0.8)) if material == "wood" else float(rng.uniform(0.12, 0.5)),
        back=str(rng.choice(["plain", "plain", "rim", "emblem", "stripes"])),
    )


@dataclass(frozen=True, eq=False)
class DominoSet:
    """A make with its texture and meshes; `tile(a, b)` is a thing to place, its first half towards -x."""

    make: Make
    texture: Texture
    mesh: Mesh
    grain: float
    worn: tuple[float, float] = (0.0, 0.0)
    """How dark and how dull smudges are."""

    def tile(self, a: int, b: int, grain_at: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Thing:
        """The tile with these numbers; `grain_at` sets it apart from its sisters."""
        make = self.make
        top = linear((255, 255, 255))
        under = linear(make.under or make.body)
        material = Material(
            top=top,
            side=linear(make.body),
            bottom=top if make.under is None else under,
            texture=self.texture,
            layers=(a, b, make.highest + 1, -1),
            relief=(2 * DEPTH / make.length, DEPTH / make.width),
            roughness=make.roughness,
            reflectance=0.045,
            grain=self.grain,
            grain_at=grain_at,
            grain_scale=0.012,
            stain=self.worn[0],
            smudge=self.worn[1],
            soil_scale=0.006,
            glow=0.06,
            halves=True,
        )
        piece = Piece("domino", f"{a}-{b}", (make.length, make.width, make.thickness))
        return Thing(self.mesh, material, piece)

    @property
    def tiles(self) -> list[tuple[int, int]]:
        """All tiles of the set, the lower number first."""
        return [(a, b) for a in range(self.make.highest + 1) for b in range(a, self.make.highest + 1)]


def build_set(make: Make, rng: Generator) -> DominoSet:
    """Draw the texture and the meshes of a make."""
    halves = [_half(make, number, rng) for number in range(make.highest + 1)]
    back = _back(make, rng)
    layers = np.stack([*halves, back])
    mesh = _shape(make.length, make.width, make.thickness, make.corner, make.fillet)
    worn = (float(rng.beta(1, 5)) * 0.5, float(rng.uniform(0, 0.4)))
    return DominoSet(make, Texture(layers), mesh, 0.16 if make.material == "wood" else 0.05, worn)


@lru_cache(maxsize=64)
def _shape(length: float, width: float, thickness: float, corner: float, fillet: float) -> Mesh:
    return slab(rounded_rectangle(length, width, max(corner, fillet), 4), thickness, fillet, 3)


def _half(make: Make, number: int, rng: Generator) -> NDArray[np.uint8]:
    """One half (h, w, 4): u from the outer edge to the middle line, v across."""
    colour, height = body(rng, make.material, make.body, TEXELS, MIDDLE)
    pips = layout(number, make.along, make.mirrored, make.rows)
    crowded = 1.0 if number < 7 or make.ghosts else 0.85 if number < 10 else 0.72
    reach = make.reach if number <= 9 else max(make.reach, 0.62)
    if make.ghosts:
        for u, v in GRID:
            stamp(colour, height, (u * reach, v * reach), make.pip, None, -0.42)
    rise = 0.0 if make.ghosts and number <= 9 else {"painted": 0.0, "dented": -0.42, "raised": 0.3}[make.marks]
    for u, v in pips:
        shift = rng.normal(0, 0.0 if make.ghosts else 0.006, 2)
        stamp(colour, height, (u * reach + shift[0], v * reach + shift[1]), make.pip * crowded, make.ink[number], rise)
    _line(make, colour, height)
    if make.pin is not None:
        red, green, blue = (value // 2 for value in make.pin)
        stamp(colour, height, (1.0, 0.0), 0.15, (red, green, blue), 0.0)
        stamp(colour, height, (1.0, 0.0), 0.13, make.pin, 0.3)
    return _pack(colour, height)


def _line(make: Make, colour: NDArray[np.float32], height: NDArray[np.float32]) -> None:
    """The middle line is the last columns of every half."""
    if make.line == "none":
        return
    wide = max(2, round(make.line_width * TEXELS))
    margin = round(TEXELS * make.line_margin)
    rows = slice(margin, TEXELS - margin)
    ink = make.ink[1] if make.ink[1] == make.ink[0] else (40, 40, 42)
    colour[rows, -wide:] = 0.15 * colour[rows, -wide:] + 0.85 * np.array(ink, np.float32)
    if make.line == "carved":
        height[rows, -wide:] -= 0.3


def _back(make: Make, rng: Generator) -> NDArray[np.uint8]:
    """The back's texture; stretched over the whole tile."""
    colour, height = body(rng, make.material, make.under or make.body, TEXELS, MIDDLE)
    ink = tuple(int(v) for v in make.ink[1])
    mask = np.zeros((TEXELS, TEXELS), np.float32)
    if make.back == "rim":
        cv2.rectangle(mask, (10, 16), (TEXELS - 10, TEXELS - 16), 1.0, 3)
    elif make.back == "emblem":
        cv2.ellipse(mask, (TEXELS // 2, TEXELS // 2), (20, 40), 0, 0, 360, 1.0, 3)
        cv2.ellipse(mask, (TEXELS // 2, TEXELS // 2), (9, 18), 0, 0, 360, 1.0, -1)
    elif make.back == "stripes":
        for x in range(8, TEXELS, 16):
            cv2.line(mask, (x, 0), (x + 40, TEXELS), 1.0, 3)
    colour += mask[..., None] * 0.8 * (np.array(ink, np.float32) - colour)
    height -= 0.2 * mask
    return _pack(colour, height)


def _pack(colour: NDArray[np.float32], height: NDArray[np.float32]) -> NDArray[np.uint8]:
    height = np.asarray(cv2.GaussianBlur(height, (0, 0), 1.3), np.float32)
    return np.clip(np.dstack([colour, height * 255]), 0, 255).astype(np.uint8)


def _pick(
    rng: Generator, choices: tuple[tuple[int, int, int], ...] | list[tuple[int, int, int]]
) -> tuple[int, int, int]:
    return choices[int(rng.integers(len(choices)))]


def _shift(rng: Generator, colour: tuple[int, int, int], spread: float) -> tuple[int, int, int]:
    r, g, b = (int(np.clip(round(v + rng.normal(0, spread)), 5, 252)) for v in colour)
    return (r, g, b)
