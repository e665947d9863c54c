"""What else lies on tables: papers, cups, phones, pens, dice, coins, books, bowls, foreign cards."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.optics.colour import hue, linear
from datasets.optics.material import Material, Texture
from datasets.optics.mesh import SIDE, Mesh, circle, join, rounded_rectangle, sheet, slab, smooth_normals, solid, sphere
from datasets.optics.noise import clouds
from datasets.optics.pose import Pose
from datasets.optics.world import Thing
from datasets.pieces.deck import draw_stock, foreign_card
from datasets.pieces.pips import layout
from datasets.pieces.surface import stamp
from datasets.scenes.pattern import draw_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.random import Generator
    from numpy.typing import NDArray

    from datasets.optics.world import World
    from datasets.scenes.floor import Floor

FOREIGN: Final = 24
"""How many cards of a foreign deck are ever drawn."""
PAGE: Final = 320
"""Texels of a sheet of paper, along both sides."""
CRUMBS: Final = ((196, 150, 92), (120, 78, 44), (228, 214, 190), (40, 38, 38), (216, 120, 140))
METALS: Final = ((196, 160, 84), (184, 112, 72), (200, 200, 204))


def lathe(profile: list[tuple[float, float]], steps: int = 40) -> Mesh:
    """A body of revolution about z from (radius, height) pairs, bottom outside first."""
    line = np.array(profile)
    angle = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    points = np.stack(
        [line[:, :1] * np.cos(angle), line[:, :1] * np.sin(angle), np.repeat(line[:, 1:], steps, axis=1)], -1
    ).reshape(-1, 3)
    ring = np.arange(steps)
    follow = (ring + 1) % steps
    faces = []
    for level in range(len(line) - 1):
        low, high = level * steps, (level + 1) * steps
        faces += [
            np.column_stack([low + ring, low + follow, high + follow]),
            np.column_stack([low + ring, high + follow, high + ring]),
        ]
    xyz, index = points.astype(np.float32), np.concatenate(faces).astype(np.int32)
    uv = np.column_stack([np.tile(angle / 6.283, len(line)), np.repeat(np.linspace(0, 1, len(line)), steps)])
    part = np.full(len(xyz), SIDE, np.float32)
    return Mesh(xyz, smooth_normals(xyz, index), uv.astype(np.float32), part, index)


def _plain(colour: tuple[int, int, int], roughness: float, metal: float = 0.0) -> Material:
    tint = linear(colour)
    return Material(tint, tint, tint, roughness=roughness, metal=metal, grain=0.03)


def _paper(rng: Generator) -> tuple[Thing, float, float]:
    """A sheet with writing or print, or printed all over; often it has been folded."""
    width, height = ((210.0, 297.0), (148.0, 210.0), (105.0, 148.0), (76.0, 76.0))[int(rng.integers(4))]
    colour = draw_pattern(rng, PAGE) if rng.random() < 0.3 else _written(rng, width)
    creases = np.full((PAGE, PAGE), 0.5, np.float32)
    if rng.random() < 0.5:
        creases += 0.25 * (clouds(rng, PAGE, PAGE, 3, 3) - 0.5)
        folds = int(rng.integers(0, 4))
        for at in (PAGE // 2, PAGE // 4, 3 * PAGE // 4)[:folds]:
            place = at + int(rng.integers(-2, 3))
            creases[:, place : place + 2] += 0.3 * (1 if rng.random() < 0.5 else -1)
            colour[:, place] *= 0.9
        if folds and rng.random() < 0.6:
            place = PAGE // 2 + int(rng.integers(-3, 4))
            creases[place : place + 2] -= 0.3
            colour[place] *= 0.9
        creases = np.asarray(cv2.GaussianBlur(creases, (0, 0), 1.0), np.float32)
    lift = 1.5 * clouds(rng, 9, 9, 2, 1) if rng.random() < 0.5 else np.zeros((9, 9), np.float32)
    mesh = sheet(width, height, (8, 8), (lift - lift.min() + 0.1).astype(np.float32))
    look = _printed(colour, 0.85, height=creases)
    return Thing(mesh, replace(look, relief=(2.0 / width, 2.0 / height))), width, height


def _written(rng: Generator, width: float) -> NDArray[np.float32]:
    """Lines of words: print, or writing that wanders."""
    colour = np.ones((PAGE, PAGE, 3), np.float32) * np.array(hue(rng, (0.0, 0.2), (0.85, 1.0)), np.float32)
    ink = [float(v) for v in hue(rng, (0.0, 0.7), (0.05, 0.45))]
    step = max(5, round(rng.uniform(4.5, 11) * PAGE / width))
    tall, wild = step * rng.uniform(0.16, 0.3), rng.uniform(0.0, 0.5)
    for y in range(2 * step, PAGE - step, step):
        x = float(step)
        while x < PAGE - 2 * step and rng.random() < 0.96:
            letters = int(rng.integers(2, 14))
            across = x + np.arange(2 * letters) * tall * 0.55
            down = y + tall * (np.arange(2 * letters) % 2 - 0.5) * rng.uniform(0.5, 1.6, 2 * letters)
            down += wild * tall * rng.normal(0, 0.4, 2 * letters)
            line = np.round(np.column_stack([across, down]) * 16).astype(np.int32)
            cv2.polylines(colour, [line], False, ink, 1, cv2.LINE_AA, 4)
            x = float(across[-1]) + tall * rng.uniform(0.8, 1.6)
    return colour


def _printed(
    colour: NDArray[np.float32],
    roughness: float,
    side: tuple[int, int, int] = (235, 230, 220),
    height: NDArray[np.float32] | None = None,
) -> Material:
    rise = np.full(colour.shape[:2], 0.5, np.float32) if height is None else height
    layer = np.clip(np.dstack([colour, rise * 255]), 0, 255).astype(np.uint8)
    tint = linear(side)
    return Material(
        side=tint, texture=Texture(layer[None]), layers=(0, 0, 0, -1), roughness=roughness, two_sided=True, grain=0.02
    )


def _book(rng: Generator) -> tuple[Thing, float, float]:
    width, height, thick = rng.uniform(90, 190), rng.uniform(120, 260), rng.uniform(6, 45)
    mesh = slab(rounded_rectangle(width, height, 2.0, 2), thick, 1.0, 1)
    lifted = mesh.moved(np.eye(3, dtype=np.float32), np.array([0, 0, thick / 2], np.float32))
    material = _printed(draw_pattern(rng, 160), float(rng.uniform(0.2, 0.7)))
    return Thing(lifted, material), float(width), float(height)


def _cup(rng: Generator) -> tuple[Thing, float, float]:
    """A mug or a glass with something to drink in it."""
    r, h = float(rng.uniform(28, 45)), float(rng.uniform(55, 110))
    wall, level = 3.5, float(rng.uniform(0.3, 0.85)) * h
    outside = [(r * 0.8, 0.0), (r * 0.9, 2.0), (r, h * 0.5), (r * 1.03, h), (r * 1.03 - wall / 2, h + 1.5)]
    inside = [(r * 1.03 - wall, h), (r - wall, h * 0.5), (r * 0.85 - wall, 5.0)]
    shell = lathe(outside + inside)
    body = Thing(shell, _plain(hue(rng, (0.0, 0.9), (0.15, 1.0)), float(rng.uniform(0.1, 0.5))))
    drink = slab(circle(r - wall, 32), 1.0).moved(np.eye(3, dtype=np.float32), np.array([0, 0, level], np.float32))
    colours = ((60, 36, 22), (150, 100, 60), (90, 20, 30), (200, 210, 215), (190, 130, 40))
    tint = linear(colours[int(rng.integers(len(colours)))])
    both = join(shell, drink)
    return Thing(both, Material(tint, body.material.side, tint, roughness=body.material.roughness)), 2.2 * r, 2.2 * r


def _bowl(rng: Generator) -> tuple[Thing, float, float]:
    """A bowl or a plate."""
    r, h = float(rng.uniform(45, 110)), float(rng.uniform(12, 55))
    line = [(r * 0.5, 0.0), (r * 0.75, h * 0.35), (r, h), (r * 0.97, h + 1), (r * 0.7, h * 0.45), (0.1, 3.0)]
    return Thing(lathe(line), _plain(hue(rng, (0.0, 0.7), (0.3, 1.0)), float(rng.uniform(0.1, 0.5)))), 2 * r, 2 * r


def _phone(rng: Generator) -> tuple[Thing, float, float]:
    width, height, thick = float(rng.uniform(64, 80)), float(rng.uniform(135, 168)), 8.5
    mesh = slab(rounded_rectangle(width, height, 9.0, 5), thick, 2.0, 2)
    lifted = mesh.moved(np.eye(3, dtype=np.float32), np.array([0, 0, thick / 2], np.float32))
    screen = np.ones((160, 80, 3), np.float32) * 8
    if rng.random() < 0.4:
        screen[6:154, 4:76] = cv2.resize(draw_pattern(rng, 160), (72, 148))
    return Thing(lifted, _printed(screen, 0.08, (30, 30, 34))), width, height


def draw_pen(rng: Generator) -> tuple[Thing, float, float]:
    """A pen or a pencil that lies."""
    r, long = float(rng.uniform(3, 5.5)), float(rng.uniform(120, 175))
    line = [
        (0.3, 0.0),
        (r * 0.5, 8.0),
        (r, 20.0),
        (r, long - 30),
        (r * 1.08, long - 29),
        (r * 0.9, long),
        (0.1, long + 1),
    ]
    mesh = lathe(line, 14)
    turn = np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]], np.float32)
    lying = mesh.moved(turn, np.array([-long / 2, 0, r], np.float32))
    return Thing(lying, _plain(hue(rng, (0.0, 1.0), (0.05, 0.95)), float(rng.uniform(0.15, 0.5)))), long, 3 * r


@lru_cache(maxsize=1)
def _die_mesh() -> Mesh:
    box = slab(rounded_rectangle(16, 16, 2.0, 3), 16, 2.0, 3)
    return box.moved(np.eye(3, dtype=np.float32), np.array([0, 0, 8], np.float32))


def draw_die(rng: Generator) -> tuple[Thing, float, float]:
    """A die: pips like those of dominoes, but square."""
    body = hue(rng, (0.0, 0.9), (0.1, 1.0))
    ink = (245, 245, 240) if sum(body) < 380 else (20, 20, 24)
    layers = []
    for number in rng.permutation(6)[:3] + 1:
        colour = np.ones((64, 64, 3), np.float32) * np.array(body, np.float32)
        height = np.full((64, 64), 0.5, np.float32)
        for u, v in layout(int(number), False, False):
            stamp(colour, height, (u * 0.55, v * 0.55), 0.17, ink, -0.35)
        layers.append(np.clip(np.dstack([colour, height * 255]), 0, 255).astype(np.uint8))
    size = float(rng.uniform(0.7, 1.2))
    mesh = _die_mesh()
    scaled = mesh.moved(np.eye(3, dtype=np.float32) * np.float32(size), np.zeros(3, np.float32))
    tint = linear(body)
    material = Material(
        side=tint, texture=Texture(np.stack(layers)), layers=(0, 0, 1, -1), relief=(0.08, 0.08), roughness=0.2
    )
    return Thing(scaled, material), 16 * size, 16 * size


def draw_coin(rng: Generator) -> tuple[Thing, float, float]:
    """A coin with its value stamped on it."""
    r = float(rng.uniform(8, 14))
    colour = np.array(METALS[int(rng.integers(3))], np.float32)
    height = 0.4 + 0.3 * clouds(rng, 64, 64, 8, 2)
    cv2.circle(height, (32, 32), 29, 0.9, 2, cv2.LINE_AA)
    stamped = np.zeros((64, 64), np.uint8)
    cv2.putText(stamped, str(int(rng.choice([1, 2, 5, 10, 20, 50]))), (16, 42), 0, 1.0, 255, 3, cv2.LINE_AA)
    height = np.maximum(height, stamped / np.float32(280))
    layer = np.dstack([np.ones((64, 64, 3), np.float32) * colour, height * 255]).astype(np.uint8)
    mesh = slab(circle(r, 28), 1.8, 0.3, 1).moved(np.eye(3, dtype=np.float32), np.array([0, 0, 0.9], np.float32))
    material = Material(
        side=linear(colour.tolist()), texture=Texture(layer[None]), relief=(0.03, 0.03), roughness=0.35, metal=0.85
    )
    return Thing(mesh, material), 2 * r, 2 * r


def draw_lump(rng: Generator) -> tuple[Thing, float, float]:
    """A fruit, a sweet, an eraser: a smooth lump that is no stone of the game."""
    directions, faces = sphere(20)
    size = rng.uniform(8, 38) * np.array([1, rng.uniform(0.6, 1), rng.uniform(0.5, 1)])
    points = (directions * size + np.array([0, 0, size[2]])).astype(np.float32)
    material = _plain(hue(rng, (0.1, 1.0), (0.2, 1.0)), float(rng.uniform(0.1, 0.7)))
    return Thing(solid(points, faces), material), float(2 * size[0]), float(2 * size[1])


def _crumbs(rng: Generator) -> tuple[Thing, float, float]:
    """What falls off bread, erasers and sleeves: lumps of a mm or two, strewn."""
    directions, faces = sphere(6)
    count, spread = int(rng.integers(6, 45)), float(rng.uniform(15, 120))
    sizes = rng.uniform(0.25, 1.5, (count, 1)) * rng.uniform(0.5, 1.3, (count, 3))
    places = np.column_stack([rng.normal(0, spread, (count, 2)), 0.8 * sizes[:, 2]])
    points = directions[None] * sizes[:, None] + places[:, None]
    starts = len(directions) * np.arange(count)[:, None, None]
    mesh = solid(points.reshape(-1, 3).astype(np.float32), (faces[None] + starts).reshape(-1, 3).astype(np.int32))
    return Thing(mesh, _plain(CRUMBS[int(rng.integers(len(CRUMBS)))], 0.9)), 2 * spread, 2 * spread


def _foreign_card(rng: Generator, shared: int) -> tuple[Thing, float, float]:
    """A card of another game, face up or face down."""
    deck = foreign_card(shared % 997, int(rng.integers(FOREIGN)))
    stock = draw_stock(rng, deck)
    label = deck.back if rng.random() < 0.3 else next(iter(deck.number))
    thing = stock.card(label, stock.draw_lift(rng), piece=False)
    return thing, deck.size[0] + 2, deck.size[1] + 2


MAKERS: Final[tuple[tuple[Callable[..., tuple[Thing, float, float]], float], ...]] = (
    (_paper, 2.5), (_book, 1.0), (_cup, 1.3), (_bowl, 0.7), (_phone, 1.0), (draw_pen, 1.5), (draw_die, 2.0),
    (draw_coin, 2.0), (draw_lump, 1.0), (_foreign_card, 1.5), (_crumbs, 2.0),
)  # fmt: skip
FLAT: Final = {_paper}
"""What pieces may lie on."""
LOOSE: Final = {_crumbs}
"""What lies anywhere, on pieces too."""


def strew(world: World, rng: Generator, floor: Floor, place: tuple[float, int], count: int) -> None:
    """Put clutter where there is room about a place (its radius in mm, a number for its neighbours to share).

    Papers may lie beneath what is there.
    """
    reach, shared = place
    shares = np.array([share for _, share in MAKERS])
    for _ in range(count):
        make = MAKERS[int(rng.choice(len(MAKERS), p=shares / shares.sum()))][0]
        thing, length, width = make(rng, shared) if make is _foreign_card else make(rng)
        if make in LOOSE or (make in FLAT and rng.random() < 0.5):
            away, angle = reach * 1.2 * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi)
            x, y, yaw = float(away * np.cos(angle)), float(away * np.sin(angle)), float(rng.uniform(0, 2 * np.pi))
            world.place(replace(thing, shadow=make in LOOSE), Pose.flat(x, y, 0.0, yaw))
            continue
        found = floor.find(rng, length, width, reach * 1.5)
        if found is not None:
            pose = Pose.flat(found[0], found[1], 0.0, found[2])
            world.place(thing, pose)
