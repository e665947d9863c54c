"""Things of other games and of desks: what lies on tables and is none of our pieces.

Each is a piece of kind `unknown` to the truth, so that a recogniser can learn what to leave alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.optics.colour import hue, linear
from datasets.optics.material import Material, Texture
from datasets.optics.mesh import circle, join, rounded_rectangle, sheet, slab
from datasets.optics.world import Piece, Thing
from datasets.pieces.clutter import draw_coin, draw_die, draw_lump, draw_pen, lathe

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.random import Generator
    from numpy.typing import NDArray

    from datasets.optics.mesh import Mesh

    Face = NDArray[np.uint8]
    Made = tuple[Thing, float, float]
    """A thing that stands on height 0, and its length and width in mm."""

KIND: Final = "unknown"
TEXELS: Final = 96
"""Texels along both sides of a face."""
IVORY: Final = (236, 226, 202)
BLACK: Final = (24, 24, 26)
INKS: Final = (
    (200, 40, 36), (30, 110, 60), (36, 60, 150), (26, 26, 30), (228, 180, 40), (220, 110, 30), (245, 245, 240),
)  # fmt: skip
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def draw_mahjong(rng: Generator) -> Callable[[], Made]:
    """A maker of the tiles of one mahjong set: circles, sticks or strokes on ivory, a coloured back."""
    width = float(rng.uniform(20, 32))
    length, thick = width * float(rng.uniform(1.25, 1.45)), width * float(rng.uniform(0.6, 0.85))
    back = hue(rng, (0.3, 0.9), (0.2, 0.8))
    mesh = _block(length, width, thick, 2.0)

    def make() -> Made:
        face = _background(IVORY)
        kind = int(rng.integers(4))
        if kind == 0:
            _circles(face, rng)
        elif kind == 1:
            _sticks(face, rng)
        elif kind == 2:
            _strokes(face, rng, (0.25, 0.75))
        else:
            _strokes(face, rng, (0.12, 0.48))
            _strokes(face, rng, (0.55, 0.9))
        if rng.random() < 0.25:
            return _thing(mesh, _background(back), back, "mahjong", 0.2)
        return _thing(mesh, face, IVORY, "mahjong", 0.2)

    return make


def draw_shape_tile(rng: Generator) -> Callable[[], Made]:
    """A maker of square tiles that bear a coloured shape, mostly on black."""
    side = float(rng.uniform(18, 42))
    body = BLACK if rng.random() < 0.6 else hue(rng, (0.0, 0.8), (0.1, 1.0))
    mesh = _block(side, side, side * float(rng.uniform(0.12, 0.5)), 1.5)

    def make() -> Made:
        face = _background(body)
        _shape(face, rng)
        return _thing(mesh, face, body, "shape tile", float(rng.uniform(0.2, 0.6)))

    return make


def draw_letter_tile(rng: Generator) -> Callable[[], Made]:
    """A maker of wooden or plastic letters."""
    side = float(rng.uniform(16, 26))
    body = (214, 178, 124) if rng.random() < 0.6 else hue(rng, (0.0, 0.6), (0.4, 1.0))
    mesh = _block(side * float(rng.uniform(1.0, 1.12)), side, side * 0.22, 1.0)

    def make() -> Made:
        face = _background(body)
        _letter(face, rng, BLACK if sum(body) > 300 else IVORY)
        return _thing(mesh, face, body, "letter", 0.5)

    return make


def draw_key(rng: Generator) -> Callable[[], Made]:
    """A maker of a keyboard's keys, most of them square."""
    side = float(rng.uniform(14, 18))
    body = BLACK if rng.random() < 0.6 else hue(rng, (0.0, 0.15), (0.2, 1.0))
    ink = (235, 235, 235) if sum(body) < 380 else (40, 40, 44)

    def make() -> Made:
        long = side * float(rng.choice([1.0, 1.0, 1.0, 1.5, 2.0, 2.7]))
        face = _background(body)
        if rng.random() < 0.85:
            _letter(face, rng, ink, float(rng.uniform(0.6, 1.3)))
        return _thing(_block(long, side, 5.0, 1.5), face, body, "key", 0.4)

    return make


def draw_chip(rng: Generator) -> Callable[[], Made]:
    """A maker of discs: poker chips, draughtsmen, buttons, bottle caps."""
    radius = float(rng.uniform(7, 21))
    thick = float(rng.uniform(1.5, 8))
    kind = int(rng.integers(4))
    mesh = _raised(slab(circle(radius, 40), thick, min(1.0, thick / 3), 2), thick / 2)

    def make() -> Made:
        body = hue(rng, (0.0, 0.9), (0.1, 1.0))
        face = _background(body)
        ink = IVORY if sum(body) < 380 else hue(rng, (0.0, 0.9), (0.05, 0.6))
        middle = (TEXELS // 2, TEXELS // 2)
        if kind == 0:
            for part in range(6):
                angle = part * 60
                cv2.ellipse(face, middle, (TEXELS // 2, TEXELS // 2), 0, angle, angle + 22, ink, 14, cv2.LINE_AA)
            cv2.circle(face, middle, TEXELS // 3, ink, 2, cv2.LINE_AA)
        elif kind == 1:
            for share in (0.2, 0.3, 0.42):
                cv2.circle(face, middle, round(share * TEXELS), ink, 1, cv2.LINE_AA)
        elif kind == 2:
            for x, y in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
                cv2.circle(face, (middle[0] + 12 * x, middle[1] + 12 * y), 6, BLACK, -1, cv2.LINE_AA)
        else:
            _letter(face, rng, ink)
        return _thing(mesh, face, body, "chip", float(rng.uniform(0.15, 0.6)), round_=True)

    return make


def draw_man(rng: Generator) -> Callable[[], Made]:
    """A maker of chessmen of one set: bodies of revolution, two colours."""
    foot = float(rng.uniform(9, 18))
    light, dark = ((228, 200, 150), (70, 40, 24)) if rng.random() < 0.6 else ((240, 240, 235), (26, 26, 28))
    rough = float(rng.uniform(0.15, 0.5))

    def make() -> Made:
        tall = foot * float(rng.uniform(2.4, 5.2))
        colour = light if rng.random() < 0.5 else dark
        neck, head = foot * float(rng.uniform(0.28, 0.45)), foot * float(rng.uniform(0.4, 0.75))
        line = [
            (foot * 0.95, 0.0),
            (foot, tall * 0.06),
            (foot * 0.75, tall * 0.14),
            (neck, tall * 0.3),
            (neck * 0.9, tall * 0.62),
            (head, tall * 0.68),
            (neck, tall * 0.74),
        ]
        if rng.random() < 0.5:
            turn = np.linspace(-0.9, 1.5, 7)
            line += [(head * float(np.cos(a)), tall * 0.86 + tall * 0.14 * float(np.sin(a))) for a in turn]
        else:
            line += [(head * 0.9, tall * 0.95), (head, tall), (head * 0.6, tall), (head * 0.5, tall * 0.93)]
        line.append((0.1, line[-1][1]))
        mesh = lathe(line, 24)
        tint = linear(colour)
        body = Material(tint, tint, tint, roughness=rough, grain=0.04)
        return Thing(mesh, body, _piece("chessman", (2 * foot, 2 * foot, tall), True)), 2 * foot, 2 * foot

    return make


def draw_brick(rng: Generator) -> Callable[[], Made]:
    """A maker of toy bricks with studs."""
    unit = 8.0 if rng.random() < 0.8 else 16.0

    def make() -> Made:
        along, across = int(rng.integers(1, 5)), int(rng.integers(1, 3))
        thick = unit * (1.2 if rng.random() < 0.7 else 0.4)
        parts = [_block(along * unit - 0.2, across * unit - 0.2, thick, 0.3)]
        stud = slab(circle(0.3 * unit, 16), 0.22 * unit, 0.1, 1)
        for i in range(along):
            for j in range(across):
                at = np.array([(i - (along - 1) / 2) * unit, (j - (across - 1) / 2) * unit, thick + 0.11 * unit])
                parts.append(stud.moved(np.eye(3, dtype=np.float32), at.astype(np.float32)))
        tint = linear(hue(rng, (0.5, 1.0), (0.3, 1.0)) if rng.random() < 0.8 else IVORY)
        look = Material(tint, tint, tint, roughness=0.2)
        size = (along * unit, across * unit, thick)
        return Thing(join(*parts), look, _piece("brick", size)), size[0], size[1]

    return make


def draw_block(rng: Generator) -> Callable[[], Made]:
    """A maker of plain boxes: erasers, matchboxes, batteries, sugar, chocolate, lighters, magnets."""

    def make() -> Made:
        long = float(np.exp(rng.uniform(np.log(14), np.log(75))))
        wide, thick = long * float(rng.uniform(0.3, 1.0)), float(rng.uniform(3, 18))
        body = hue(rng, (0.0, 0.9), (0.05, 1.0))
        face = _background(body)
        kind = rng.random()
        if kind < 0.25:
            _letter(face, rng, hue(rng, (0.0, 0.9), (0.0, 1.0)))
        elif kind < 0.45:
            at = int(rng.integers(10, TEXELS - 10))
            face[:, at:] = hue(rng, (0.0, 0.9), (0.0, 1.0))
        return _thing(_block(long, wide, thick, min(thick / 3, 2.5)), face, body, "box", float(rng.uniform(0.1, 0.8)))

    return make


def draw_latchkey(rng: Generator) -> Callable[[], Made]:
    """A maker of metal keys."""

    def make() -> Made:
        size = float(rng.uniform(0.8, 1.3))
        bow = slab(circle(11 * size, 24), 2.4, 0.4, 1)
        blade = slab(rounded_rectangle(34 * size, 7 * size, 1.0, 2), 2.2, 0.3, 1)
        moved = blade.moved(np.eye(3, dtype=np.float32), np.array([24 * size, 0, 0], np.float32))
        mesh = join(bow, moved).moved(np.eye(3, dtype=np.float32), np.array([-15 * size, 0, 1.2], np.float32))
        tint = linear(((206, 190, 130), (196, 198, 200), (150, 120, 80))[int(rng.integers(3))])
        look = Material(tint, tint, tint, roughness=0.3, metal=0.9)
        return Thing(mesh, look, _piece("latchkey", (52 * size, 22 * size, 2.4))), 54 * size, 24 * size

    return make


def draw_dice(rng: Generator) -> Callable[[], Made]:
    """A maker of dice as they are sold together."""
    return lambda: _named(draw_die(rng), "die")


def draw_coins(rng: Generator) -> Callable[[], Made]:
    """A maker of coins."""
    return lambda: _named(draw_coin(rng), "coin", round_=True)


def draw_lumps(rng: Generator) -> Callable[[], Made]:
    """A maker of sweets, nuts and fruit."""
    return lambda: _named(draw_lump(rng), "lump", round_=True)


def draw_pens(rng: Generator) -> Callable[[], Made]:
    """A maker of pens."""
    return lambda: _named(draw_pen(rng), "pen")


def chequered(rng: Generator, side: float) -> Thing:
    """A board of 8×8 squares with a border, `side` mm wide."""
    light, dark = (hue(rng, (0.05, 0.5), (0.6, 1.0)), hue(rng, (0.1, 0.8), (0.1, 0.5)))
    edge = hue(rng, (0.1, 0.7), (0.1, 0.7))
    face = np.ones((360, 360, 3), np.float32) * np.array(edge, np.float32)
    squares = (np.add.outer(np.arange(8), np.arange(8)) % 2).repeat(40, 0).repeat(40, 1)[..., None]
    face[20:340, 20:340] = np.where(squares, np.array(dark, np.float32), np.array(light, np.float32))
    layer = np.clip(np.dstack([face, np.full((360, 360), 128.0)]), 0, 255).astype(np.uint8)
    look = Material(texture=Texture(layer[None]), layers=(0, 0, 0, -1), roughness=0.5, two_sided=True)
    lifted = sheet(side, side, (2, 2)).moved(np.eye(3, dtype=np.float32), np.array([0, 0, 0.8], np.float32))
    return Thing(lifted, look, shadow=False)


ROWS: Final = (draw_mahjong, draw_shape_tile, draw_letter_tile, draw_key)
"""Makers of what lies in rows and grids."""
SINGLES: Final = (
    draw_mahjong, draw_shape_tile, draw_letter_tile, draw_chip, draw_chip, draw_man, draw_brick, draw_block,
    draw_block, draw_latchkey, draw_dice, draw_dice, draw_coins, draw_lumps, draw_pens,
)  # fmt: skip
"""Makers of what is strewn."""


def _piece(label: str, size: tuple[float, float, float], round_: bool = False) -> Piece:
    return Piece(KIND, label, size, back=label, round=round_)


def _named(made: Made, label: str, round_: bool = False) -> Made:
    thing, length, width = made
    size = (length, width, float(np.ptp(thing.mesh.points[:, 2])))
    return replace(thing, piece=_piece(label, size, round_)), length, width


def _raised(mesh: Mesh, by: float) -> Mesh:
    return mesh.moved(np.eye(3, dtype=np.float32), np.array([0, 0, by], np.float32))


def _block(length: float, width: float, thick: float, corner: float) -> Mesh:
    """A plate with rounded edges that stands on height 0."""
    return _raised(slab(rounded_rectangle(length, width, corner, 3), thick, min(corner, thick / 3) * 0.6, 2), thick / 2)


def _thing(  # noqa: PLR0913, PLR0917 - a body and its face
    mesh: Mesh, face: Face, body: tuple[int, int, int], label: str, rough: float, round_: bool = False
) -> Made:
    length, width, thick = (float(v) for v in mesh.size)
    layer = np.dstack([face, np.full(face.shape[:2], 128, np.uint8)])
    look = Material(side=linear(body), texture=Texture(layer[None]), layers=(0, 0, -1, -1), roughness=rough)
    return Thing(mesh, look, _piece(label, (length, width, thick), round_)), length, width


def _background(colour: tuple[int, int, int]) -> Face:
    return np.full((TEXELS, TEXELS, 3), colour, np.uint8)


def _ink(rng: Generator) -> tuple[int, int, int]:
    return INKS[int(rng.integers(len(INKS)))]


def _circles(face: Face, rng: Generator) -> None:
    """One to nine wheels in rows, as on mahjong tiles."""
    across, down = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    radius = max(6, TEXELS // (2 * max(across, down)) - 4)
    for i in range(across):
        for j in range(down):
            at = (round((i + 0.5) * TEXELS / across), round((j + 0.5) * TEXELS / down))
            cv2.circle(face, at, radius, _ink(rng), -1 if rng.random() < 0.4 else 3, cv2.LINE_AA)
            cv2.circle(face, at, radius // 2, _ink(rng), 2, cv2.LINE_AA)


def _sticks(face: Face, rng: Generator) -> None:
    across, down = int(rng.integers(1, 5)), int(rng.integers(1, 4))
    for i in range(across):
        for j in range(down):
            x = round((i + 0.5) * TEXELS / across)
            y0, y1 = round((j + 0.15) * TEXELS / down), round((j + 0.85) * TEXELS / down)
            cv2.line(face, (y0, x), (y1, x), _ink(rng), 5, cv2.LINE_AA)


def _strokes(face: Face, rng: Generator, span: tuple[float, float]) -> None:
    """A sign of a few brush strokes in a part of a face, from … to along it."""
    ink = _ink(rng)
    for _ in range(int(rng.integers(4, 10))):
        x = rng.uniform(*span, 2) * TEXELS
        y = rng.uniform(0.15, 0.85, 2) * TEXELS
        if rng.random() < 0.7:
            x[1], y[1] = (x[0], y[1]) if rng.random() < 0.5 else (x[1], y[0])
        ends = np.round(np.column_stack([x, y])).astype(int)
        cv2.line(face, ends[0].tolist(), ends[1].tolist(), ink, int(rng.integers(3, 6)), cv2.LINE_AA)


def _shape(face: Face, rng: Generator) -> None:
    """A disc, square, diamond, star, cross or clover in the middle of a face."""
    kind, ink = int(rng.integers(6)), _ink(rng)
    middle, reach = TEXELS / 2, TEXELS * float(rng.uniform(0.26, 0.4))
    if kind == 0:
        cv2.circle(face, (TEXELS // 2, TEXELS // 2), round(reach), ink, -1, cv2.LINE_AA)
        return
    if kind == 1:
        for angle in np.arange(4) * np.pi / 2:
            at = (round(middle + 0.55 * reach * np.cos(angle)), round(middle + 0.55 * reach * np.sin(angle)))
            cv2.circle(face, at, round(0.5 * reach), ink, -1, cv2.LINE_AA)
        return
    points = {2: 4, 3: 4, 4: 8, 5: 16}[kind]
    angles = np.arange(points) * 2 * np.pi / points + (np.pi / points if kind == 3 else 0.0)
    inner = float(rng.uniform(0.35, 0.6)) if points > 4 else 1.0
    radii = np.where(np.arange(points) % 2, inner * reach, reach)
    outline = np.column_stack([middle + radii * np.cos(angles), middle + radii * np.sin(angles)])
    cv2.fillPoly(face, [np.round(outline).astype(np.int32)], ink, cv2.LINE_AA)


def _letter(face: Face, rng: Generator, ink: tuple[int, int, int], size: float = 2.0) -> None:
    text = LETTERS[int(rng.integers(len(LETTERS)))]
    font = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)[int(rng.integers(3))]
    stroke = int(rng.integers(2, 6))
    (wide, high), _ = cv2.getTextSize(text, font, size, stroke)
    at = ((TEXELS - wide) // 2 + int(rng.integers(-8, 9)), (TEXELS + high) // 2 + int(rng.integers(-8, 9)))
    cv2.putText(face, text, at, font, size, ink, stroke, cv2.LINE_AA)
