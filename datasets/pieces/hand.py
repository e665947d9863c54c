"""Hands and sleeves: many tones, many postures, reaching in towards a place on the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.optics.colour import faded, linear
from datasets.optics.field import Capsule, mesh_of
from datasets.optics.material import Material, Texture
from datasets.optics.mesh import SIDE, Mesh, smooth_normals
from datasets.optics.noise import clouds
from datasets.optics.pose import Pose
from datasets.optics.world import Piece, Thing
from datasets.scenes.pattern import draw_pattern

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from datasets.optics.world import World

TONES: Final = (
    (244, 214, 196), (236, 196, 172), (224, 176, 146), (206, 154, 122), (180, 126, 94), (150, 100, 72), (116, 76, 54),
    (84, 54, 40), (62, 42, 34),
)  # fmt: skip
POSTURES: Final = 40
"""How many postures there are; each is made once."""
GRID: Final = 3.2
"""The grid of a hand's surface, mm."""
SKIN: Final = (-205.0, -75.0, 40.0, 105.0)
"""The part of a hand's own plane (mm: x0, y0, x1, y1) that its texture covers."""
SKIN_SHARPNESS: Final = 1.2
"""Texels a mm of it."""
FLUSHED: Final = 34.0
"""How far (mm) from a joint its red shows: beyond, it is less than a single number can tell."""
RIMMED: Final = 1.8
"""How far the rim of a nail shows, in halves of the nail."""
SLEEVE: Final = 96
"""Texels of the square of cloth that repeats over a sleeve."""
LENGTH: Final = 760.0
"""How long an arm is drawn, mm."""


@dataclass(frozen=True, slots=True)
class _Bones:
    """What a hand is made of, and its last bones (fingertips), which bear nails."""

    capsules: tuple[Capsule, ...]
    tips: tuple[Capsule, ...]
    joints: tuple[tuple[float, float], ...]


@lru_cache(maxsize=POSTURES)
def _bones(posture: int) -> _Bones:
    """The bones of a right hand that points along +x, the palm down."""
    rng = np.random.Generator(np.random.Philox(np.random.SeedSequence([4, posture])))
    pinch = rng.random() < 0.6
    palm_height = float(rng.uniform(28, 62))
    wrist = np.array([-150.0, 0.0, palm_height + rng.uniform(5, 30)])
    knuckle_x = -82.0
    capsules = [
        Capsule((-140, -16, palm_height), (knuckle_x, -30, palm_height), 15, 13, 0.75),
        Capsule((-140, 0, palm_height + 2), (knuckle_x, 0, palm_height + 3), 17, 14, 0.75),
        Capsule((-140, 16, palm_height), (knuckle_x, 28, palm_height), 15, 13, 0.75),
        Capsule((float(wrist[0]) - 30, 0, float(wrist[2])), (-132, 0, palm_height + 2), 23, 22, 0.8),
    ]
    tips, joints = [], []
    for number, (y, long) in enumerate(((30, 68), (10, 76), (-10, 72), (-29, 58))):
        curl = rng.uniform(0.5, 1.0) if not pinch or number == 0 else rng.uniform(0.7, 1.5)
        if not pinch:
            curl = rng.uniform(0.15, 0.5)
        finger = _finger((knuckle_x, float(y), palm_height), long, float(curl), float(rng.normal(0, 0.08)), 8.4)
        capsules += finger
        tips.append(finger[-1])
        joints += [(bone.a[0], bone.a[1]) for bone in finger]
    spread = rng.uniform(0.2, 0.9)
    base, middle = (-128.0, 26.0, palm_height - 8), (-92.0, 48.0 + 14 * spread, palm_height - 16)
    tip = (-48.0, 34.0 + 26 * spread, max(9.0, palm_height - 34.0))
    thumb = Capsule(middle, tip, 10.5, 8.5)
    joints.append((middle[0], middle[1]))
    half_way = (0.6 * middle[0] + 0.4 * tip[0], 0.6 * middle[1] + 0.4 * tip[1], 0.6 * middle[2] + 0.4 * tip[2])
    return _Bones((*capsules, Capsule(base, middle, 14, 11), thumb), (*tips, replace(thumb, a=half_way)), tuple(joints))


@lru_cache(maxsize=POSTURES)
def hand_mesh(posture: int) -> Mesh:
    """A right hand that points along +x, its fingertips near the origin and near the table, the palm down.

    Its texture, `hand_skin`, is laid on from above.
    """
    mesh = mesh_of(_bones(posture).capsules, GRID, 3.0)
    x0, y0, x1, y1 = SKIN
    across = (mesh.points[:, 0] - x0) / (x1 - x0)
    down = (y1 - mesh.points[:, 1]) / (y1 - y0)
    laid = replace(mesh, uv=np.column_stack([across, down]).astype(np.float32))
    lowest = float(mesh.points[:, 2].min())
    return laid.moved(np.eye(3, dtype=np.float32), np.array([20.0, 0.0, -lowest], np.float32))


@lru_cache(maxsize=POSTURES)
def hand_skin(posture: int) -> Texture:
    """What multiplies the tone of a hand's skin: blotches, redder and creased joints, nails."""
    rng = np.random.Generator(np.random.Philox(np.random.SeedSequence([5, posture])))
    rows, columns = _texels()
    colour: NDArray[np.floating] = _blotched(rng, rows, columns)
    for place in _bones(posture).joints:
        part, along, across = _around(place, float(rng.normal(0, 0.15)), FLUSHED)
        red = np.exp(-(along**2 + across**2) / 70)[..., None]
        colour[part] *= 1 - red * np.array([0.03, 0.14, 0.13], np.float32)
        for step in rng.normal(0, 2.2, 3):
            crease = np.exp(-(((along - step - 0.04 * across**2) / 0.55) ** 2)) * (np.abs(across) < rng.uniform(3, 6))
            colour[part] *= 1 - 0.16 * crease[..., None]
    colour = colour.astype(np.float64)
    for tip in _bones(posture).tips:
        bone = np.array(tip.b[:2]) - np.array(tip.a[:2])
        long = float(np.linalg.norm(bone)) + 0.5 * tip.radius_b
        middle, half = tuple(np.array(tip.a[:2]) + 0.72 * bone), (0.33 * long + 1, 0.66 * tip.radius_b)
        part, along, across = _around(middle, float(np.arctan2(bone[1], bone[0])), RIMMED * max(half))
        away = np.hypot(along / half[0], across / half[1])
        nail = np.clip((1.05 - away) * 6, 0, 1)[..., None]
        rim = (np.exp(-(((away - 1.05) / 0.12) ** 2)) * 0.18)[..., None]
        tint = np.where((along > 0.22 * long)[..., None], (250, 246, 236), (246, 214, 206)).astype(np.float32)
        colour[part] = colour[part] * (1 - rim) * (1 - nail) + tint * nail
    return Texture(np.clip(np.dstack([colour, np.full((rows, columns), 128)]), 0, 255).astype(np.uint8)[None])


def _texels() -> tuple[int, int]:
    """Rows and columns of a hand's texture."""
    x0, y0, x1, y1 = SKIN
    return round((y1 - y0) * SKIN_SHARPNESS), round((x1 - x0) * SKIN_SHARPNESS)


def _around(
    at: tuple[float, ...], turn: float, reach: float
) -> tuple[tuple[slice, slice], NDArray[np.float32], NDArray[np.float32]]:
    """The texels within `reach` mm of a place, along both sides; how far each lies along a direction and across it."""
    x0, _, _, y1 = SKIN
    first, last = (
        [min(max(int((middle + off) * SKIN_SHARPNESS), 0), count) for off in (-reach, reach + 1)]
        for middle, count in zip((y1 - at[1], at[0] - x0), _texels(), strict=True)
    )
    part = (slice(*first), slice(*last))
    y, x = np.mgrid[part].astype(np.float32) / SKIN_SHARPNESS
    dx, dy = x + x0 - at[0], (y1 - y) - at[1]
    c, s = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    return part, c * dx + s * dy, c * dy - s * dx


@lru_cache(maxsize=1)
def _arm_skin() -> Texture:
    """What multiplies the tone of an arm's skin; it repeats."""
    rng = np.random.Generator(np.random.Philox(6))
    colour = _blotched(rng, 128, 128)
    return Texture(np.clip(np.dstack([colour, np.full((128, 128), 128)]), 0, 255).astype(np.uint8)[None], repeats=True)


def _blotched(rng: Generator, rows: int, columns: int) -> NDArray[np.float32]:
    """Skin without features, (rows, columns, 3) about 235: blood shimmers through, pores and hairs darken it."""
    blood, pores = clouds(rng, rows, columns, 4, 4, fall=0.7) - 0.5, clouds(rng, rows, columns, 48, 2) - 0.5
    tint = blood[..., None] * np.array([0.06, 0.22, 0.2], np.float32)
    return np.asarray(236 * (1 - tint + 0.14 * pores[..., None]), np.float32)


def _finger(knuckle: tuple[float, float, float], long: float, curl: float, sway: float, radius: float) -> list[Capsule]:
    """Three bones, each bent further down than the one before."""
    bones, at, tilt = [], np.array(knuckle), 0.25 * curl
    for share, turn, thin in ((0.47, 0.6, 1.0), (0.31, 0.75, 0.92), (0.22, 0.5, 0.82)):
        step = share * long * np.array([np.cos(tilt) * np.cos(sway), np.sin(sway), -np.sin(tilt)])
        end = at + step
        a, b = (tuple(float(v) for v in p) for p in (at, end))
        bones.append(Capsule((a[0], a[1], a[2]), (b[0], b[1], b[2]), radius * thin, radius * thin * 0.9))
        at, tilt = end, tilt + curl * turn
    return bones


def arm_mesh(  # noqa: PLR0913, PLR0917 - a tube has so many knobs
    rng: Generator,
    start: tuple[float, float, float],
    bare: float,
    rise: float,
    wrinkled: float,
    length: float = LENGTH,
) -> Mesh:
    """A tapered tube from the wrist away along -x for `length` mm, `rise` mm higher at the end of a common arm.

    It is `bare` mm shorter at the wrist.
    """
    rounds, rings = 24, 56
    along = np.linspace(bare, length, rings)
    angle = np.linspace(0, 2 * np.pi, rounds, endpoint=False)
    radius = (26 if wrinkled == 0 else 34) + 0.06 * along
    ripple = rng.normal(0, 1, (rings, rounds))
    ripple = (ripple + np.roll(ripple, 1, 0) + np.roll(ripple, 1, 1) + np.roll(ripple, -1, 1)) * wrinkled / 2
    r = radius[:, None] + ripple
    points = np.stack(
        [
            np.broadcast_to(start[0] - along[:, None], r.shape),
            start[1] + r * np.cos(angle),
            start[2] + rise * along[:, None] / LENGTH + 0.85 * r * np.sin(angle),
        ],
        -1,
    ).reshape(-1, 3)
    ring = np.arange(rounds)
    follow = (ring + 1) % rounds
    faces = []
    for level in range(rings - 1):
        low, high = level * rounds, (level + 1) * rounds
        faces += [
            np.column_stack([low + ring, high + ring, high + follow]),
            np.column_stack([low + ring, high + follow, low + follow]),
        ]
    xyz, index = points.astype(np.float32), np.concatenate(faces).astype(np.int32)
    uv = np.column_stack([xyz[:, 0], np.tile(angle * 30, rings)]).astype(np.float32) * np.float32(0.01)
    return Mesh(xyz, smooth_normals(xyz, index), uv, np.full(len(xyz), SIDE, np.float32), index)


def skin(rng: Generator, texture: Texture) -> Material:
    """Skin of any tone, multiplied by a texture."""
    tone = linear(
        np.clip(np.array(TONES[int(rng.integers(len(TONES)))]) * rng.uniform(0.92, 1.08, 3), 20, 250).tolist()
    )
    return Material(
        side=tone, texture=texture, layers=(-1, -1, -1, 0), roughness=float(rng.uniform(0.45, 0.7)), reflectance=0.028,
        glow=0.35, grain=0.1, grain_scale=0.03,
    )  # fmt: skip


def _cloth(rng: Generator) -> Material:
    """Sleeves: knitted or woven in one colour, striped, checked, printed."""
    dyed = draw_pattern(rng, SLEEVE) if rng.random() < 0.35 else np.array(faded(rng, (0.08, 0.95)), np.float32)
    threads = np.arange(SLEEVE, dtype=np.float32) * np.pi * int(rng.choice([8, 12, 16, 24])) / SLEEVE
    ribs = np.abs(np.sin(threads))
    weave = ribs[None, :] if rng.random() < 0.5 else np.maximum(ribs[None, :], ribs[:, None])
    folds = clouds(rng, SLEEVE, SLEEVE, 2, 4) - 0.5
    colour = dyed * (0.78 + 0.22 * weave + 0.25 * folds)[..., None]
    layer = np.clip(np.dstack([colour, np.full((SLEEVE, SLEEVE), 128)]), 0, 255).astype(np.uint8)
    return Material(
        texture=Texture(layer[None], repeats=True), layers=(-1, -1, -1, 0), roughness=0.95, reflectance=0.02, nap=0.3,
        grain=0.15, grain_scale=0.05,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Arm:
    """A hand with its arm or sleeve; the fingertips are the origin of all parts, the arm leads away along -x."""

    parts: tuple[Thing, ...]

    @staticmethod
    def pose(at: tuple[float, float], azimuth: float, lift: float) -> Pose:
        """The pose of all parts: fingertips about `at`, `lift` mm over the table, the arm from direction `azimuth`."""
        return Pose.flat(at[0], at[1], lift, azimuth + np.pi)

    def reach(self, world: World, at: tuple[float, float], azimuth: float, lift: float) -> list[int]:
        """Place all parts; their indices, for `World.move`."""
        pose = self.pose(at, azimuth, lift)
        return [world.place(part, pose, None) for part in self.parts]


def draw_arm(rng: Generator, length: float = LENGTH) -> Arm:
    """A left or right hand in one of many postures, of any tone, bare or in a sleeve; its arm is `length` mm long."""
    posture = int(rng.integers(POSTURES))
    mesh = hand_mesh(posture)
    if rng.random() < 0.5:
        mesh = mesh.moved(np.diag([1.0, -1.0, 1.0]).astype(np.float32), np.zeros(3, np.float32))
    flesh = skin(rng, hand_skin(posture))
    parts = [Thing(mesh, flesh, Piece("hand", None, (180.0, 90.0, 60.0), round=True, facts={"part": "hand"}))]
    wrist = (-150.0, 0.0, float(mesh.points[mesh.points[:, 0] < -130, 2].mean()))
    rise = float(rng.uniform(30, 280))
    sleeved = rng.random() < 0.75
    size = (length, 70.0, 70.0)
    short = not sleeved or rng.random() < 0.7
    if short:
        bare = arm_mesh(rng, wrist, 0.0, rise, 0.0, length)
        parts.append(
            Thing(
                bare, replace(flesh, texture=_arm_skin()), Piece("hand", None, size, round=True, facts={"part": "arm"})
            )
        )
    if sleeved:
        shows = float(rng.uniform(10, 150) if short else rng.uniform(-12, 18))
        tube = arm_mesh(rng, wrist, shows, rise, float(rng.uniform(0.5, 2.2)), length)
        parts.append(Thing(tube, _cloth(rng), Piece("hand", None, size, round=True, facts={"part": "sleeve"})))
    return Arm(tuple(parts))
