"""Hands and sleeves: many tones, many postures, reaching in towards a place on the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.optics.colour import hue, linear
from datasets.optics.field import Capsule, mesh_of
from datasets.optics.material import Material
from datasets.optics.mesh import SIDE, Mesh, smooth_normals
from datasets.optics.pose import Pose
from datasets.optics.world import Piece, Thing

if TYPE_CHECKING:
    from numpy.random import Generator

    from datasets.optics.world import World

TONES: Final = (
    (244, 214, 196), (236, 196, 172), (224, 176, 146), (206, 154, 122), (180, 126, 94), (150, 100, 72), (116, 76, 54),
    (84, 54, 40), (62, 42, 34),
)  # fmt: skip
POSTURES: Final = 40
"""How many postures there are; each is made once."""
GRID: Final = 3.2
"""The grid of a hand's surface, mm."""
LENGTH: Final = 760.0
"""How long an arm is drawn, mm."""


@lru_cache(maxsize=POSTURES)
def hand_mesh(posture: int) -> Mesh:
    """A right hand that points along +x, its fingertips near the origin and near the table, the palm down."""
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
    for number, (y, long) in enumerate(((30, 68), (10, 76), (-10, 72), (-29, 58))):
        curl = rng.uniform(0.5, 1.0) if not pinch or number == 0 else rng.uniform(0.7, 1.5)
        if not pinch:
            curl = rng.uniform(0.15, 0.5)
        capsules += _finger((knuckle_x, float(y), palm_height), long, float(curl), float(rng.normal(0, 0.08)), 8.4)
    spread = rng.uniform(0.2, 0.9)
    base, middle = (-128.0, 26.0, palm_height - 8), (-92.0, 48.0 + 14 * spread, palm_height - 16)
    tip = (-48.0, 34.0 + 26 * spread, max(9.0, palm_height - 34.0))
    capsules += [Capsule(base, middle, 14, 11), Capsule(middle, tip, 10.5, 8.5)]
    mesh = mesh_of(capsules, GRID, 3.0)
    lowest = float(mesh.points[:, 2].min())
    return mesh.moved(np.eye(3, dtype=np.float32), np.array([20.0, 0.0, -lowest], np.float32))


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
    return Mesh(xyz, -smooth_normals(xyz, index), uv, np.full(len(xyz), SIDE, np.float32), index)


def skin(rng: Generator) -> Material:
    """Skin of any tone."""
    tone = linear(
        np.clip(np.array(TONES[int(rng.integers(len(TONES)))]) * rng.uniform(0.92, 1.08, 3), 20, 250).tolist()
    )
    return Material(
        side=tone, roughness=float(rng.uniform(0.4, 0.65)), reflectance=0.03, glow=0.35, grain=0.1, grain_scale=0.03
    )


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
    mesh = hand_mesh(int(rng.integers(POSTURES)))
    if rng.random() < 0.5:
        mesh = mesh.moved(np.diag([1.0, -1.0, 1.0]).astype(np.float32), np.zeros(3, np.float32))
    flesh = skin(rng)
    parts = [Thing(mesh, flesh, Piece("hand", None, (180.0, 90.0, 60.0), round=True, facts={"part": "hand"}))]
    wrist = (-150.0, 0.0, float(mesh.points[mesh.points[:, 0] < -130, 2].mean()))
    rise = float(rng.uniform(30, 280))
    sleeved = rng.random() < 0.75
    size = (length, 70.0, 70.0)
    short = not sleeved or rng.random() < 0.7
    if short:
        bare = arm_mesh(rng, wrist, 0.0, rise, 0.0, length)
        parts.append(Thing(bare, flesh, Piece("hand", None, size, round=True, facts={"part": "arm"})))
    if sleeved:
        shows = float(rng.uniform(10, 150) if short else rng.uniform(-12, 18))
        tube = arm_mesh(rng, wrist, shows, rise, float(rng.uniform(0.5, 2.2)), length)
        cloth = Material(
            side=linear(hue(rng, (0.0, 0.8), (0.08, 0.95))), roughness=0.95, reflectance=0.02, nap=0.3, grain=0.25,
            grain_scale=0.05,
        )  # fmt: skip
        parts.append(Thing(tube, cloth, Piece("hand", None, size, round=True, facts={"part": "sleeve"})))
    return Arm(tuple(parts))
