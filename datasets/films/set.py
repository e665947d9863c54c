"""The film set: a table, a light, the things of a script and its players' hands, put where a time has them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.art.pixels import raster
from datasets.films.clutter import strewn
from datasets.films.plan import stream
from datasets.films.wardrobe import things
from datasets.optics.mesh import TOP, Mesh, sheet
from datasets.optics.pose import Pose
from datasets.optics.webcam import draw_webcam
from datasets.optics.world import Thing, World
from datasets.pieces.hand import draw_arm
from datasets.pieces.printed import Finish, printed, texture_of
from datasets.scenes.room import draw_light
from datasets.scenes.table import draw_table
from datasets.sheets.mat import drawing

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from datasets.films.script import Script
    from datasets.optics.webcam import Webcam
    from datasets.pieces.hand import Arm
    from datasets.sheets.layout import Layout

PARTS: Final = 3
"""The most parts of an arm."""
REACH: Final = 900.0
"""How long arms are, mm: from everywhere on the table to beyond the picture."""
ROOF: Final = 320.0
"""The height (mm) up to which things throw shadows."""
BESIDE: Final = 220.0
"""How far (mm) beyond the played part of the table things throw shadows."""
MAT_SHARPNESS: Final = 2.5
"""Texels a mm of a mat."""
SUNK: Final = 0.4
"""How far (mm) the table lies below what is on it."""
NOWHERE: Final = Pose((0.0, 0.0, -500.0))


@dataclass(slots=True)
class FilmWorld(World):
    """A world whose shadows are always drawn alike, whatever moves."""

    box: NDArray[np.float64] = field(default_factory=lambda: np.zeros((2, 3)))

    def bounds(self) -> NDArray[np.float64]:
        """The part of the room that throws shadows, (2, 3) in mm."""
        return self.box


class FilmSet:
    """The world of a script; `dress` puts everything where it is at a time."""

    def __init__(self, script: Script) -> None:
        self._script = script
        look = stream(script.seed, "room")
        half = np.array(script.area)
        box = np.array([[*(-half - BESIDE), 0.0], [*(half + BESIDE), ROOF]])
        self.world = FilmWorld(draw_light(look), box=box)
        material, self.table = draw_table(look)
        self.world.place(
            Thing(_plane(look.uniform(0, 1000, 2)), material, shadow=False),
            Pose((0.0, 0.0, -SUNK if script.mat else 0.0)),
        )
        if script.mat is not None:
            self._unroll(script.mat, float(look.uniform(0.3, 0.9)))
        for thing, pose in strewn(script, stream(script.seed, "clutter")):
            self.world.place(thing, pose)
        self._first = len(self.world.placed)
        for prop, thing in zip(script.props, things(script), strict=True):
            self.world.place(thing, prop.spot.pose)
        self._first_hand = len(self.world.placed)
        self._arms = [_whole_arm(look) for _ in range(script.players)]
        self._nothing = Thing(_speck(), material, shadow=False)
        for _ in range(PARTS * script.players):
            self.world.place(self._nothing, NOWHERE)
        self.webcam = _fair(draw_webcam(look))

    def _unroll(self, mat: Layout, roughness: float) -> None:
        """Lay the mat on the table, under everything."""
        texture = texture_of([raster(drawing(mat), MAT_SHARPNESS)])
        thing = printed(sheet(mat.width, mat.height, (4, 4)), texture, 0, 0, None, Finish(roughness), thin=True)
        self.world.place(Thing(thing.mesh, thing.material, shadow=False), Pose((0.0, 0.0, -0.02)))

    def dress(self, time: float) -> None:
        """Move everything to where it is at a time (s)."""
        for number in range(len(self._script.props)):
            spot = self._script.spot(number, time)
            on = tuple(self._first + below for below in spot.on)
            self.world.move(self._first + number, spot.pose, level=spot.level, on=on, facts=dict(spot.facts))
        hands = dict(self._script.hands(time))
        for seat, arm in enumerate(self._arms):
            self._put(seat, arm, hands.get(seat))

    def _put(self, seat: int, arm: Arm, pose: Pose | None) -> None:
        for part in range(PARTS):
            shown = pose is not None and part < len(arm.parts)
            thing = arm.parts[part] if shown else self._nothing
            index = self._first_hand + PARTS * seat + part
            self.world.move(index, pose if shown and pose else NOWHERE, thing=thing, level=None, facts={"seat": seat})


def _whole_arm(rng: Generator) -> Arm:
    """An arm without a gap between hand and sleeve."""
    while True:
        arm = draw_arm(rng, REACH)
        if any(part.piece is not None and part.piece.facts["part"] == "arm" for part in arm.parts):
            return arm


def _fair(webcam: Webcam) -> Webcam:
    """The webcam without what would blur a whole film."""
    return replace(webcam, smear=(0.0, 0.0), shrink=max(webcam.shrink, 0.75), blur=min(webcam.blur, 0.9), denoise=False)


def _plane(shift: NDArray[np.floating]) -> Mesh:
    """The table top; its texture coordinates are millimetres."""
    mesh = sheet(4000, 4000, (80, 80))
    return replace(mesh, uv=(mesh.points[:, :2] * np.array([1, -1]) + shift).astype(np.float32))


def _speck() -> Mesh:
    """A triangle too small to be seen."""
    points = np.array([[0, 0, 0], [1e-3, 0, 0], [0, 1e-3, 0]], np.float32)
    normals = np.tile(np.array([[0, 0, 1]], np.float32), (3, 1))
    part = np.full(3, TOP, np.float32)
    return Mesh(points, normals, np.zeros((3, 2), np.float32), part, np.array([[0, 1, 2]], np.int32))
