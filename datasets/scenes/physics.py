"""What falls comes to rest: MuJoCo settles boxes and convex bodies on a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from datasets.optics.pose import Pose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.optics.mesh import Mesh

MM: Final = 0.001
"""Metres in a millimetre: MuJoCo reckons in metres."""
STEP: Final = 0.003
DENSITY: Final = 1700.0
"""kg/m³ of dominoes and stones."""
STILL: Final = 0.004
"""Bodies slower than this (m/s) have come to rest."""
COARSE: Final = 2
"""Every so many points of a mesh carry its hull in the physics."""
TOUCHING: Final = 0.15
"""Bodies nearer than this (mm) touch."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A body: a box of `size` (mm) or, where there is one, the convex hull of a mesh. Only `free` ones move."""

    pose: Pose
    size: tuple[float, float, float]
    mesh: Mesh | None = None
    free: bool = True
    push: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Touch:
    """Two bodies touch at a point (mm); -1 is the table. `up` is how upright the way from a to b is, -1 … 1."""

    a: int
    b: int
    at: tuple[float, float, float]
    up: float


@dataclass(frozen=True, slots=True)
class Rest:
    """Where bodies came to rest and what touches what."""

    poses: tuple[Pose, ...]
    touches: tuple[Touch, ...]
    still: bool


def compiled(solids: Sequence[Solid], friction: float = 0.6) -> Any:
    """MuJoCo's model of the bodies: `settle` takes it for any places of those that are free."""
    return _model(solids, friction).compile()


def settle(solids: Sequence[Solid], seconds: float = 1.2, friction: float = 0.6, model: Any = None) -> Rest:
    """Let the bodies fall for at most so many seconds, or until nothing moves; `model` is what was `compiled`."""
    import mujoco

    if model is None:
        model = compiled(solids, friction)
    data = mujoco.MjData(model)
    free = [solid for solid in solids if solid.free]
    for number, solid in enumerate(free):
        data.qpos[7 * number : 7 * number + 7] = [*(np.array(solid.pose.at) * MM), *solid.pose.turn]
        data.qvel[6 * number : 6 * number + 3] = solid.push
    still = False
    for _ in range(int(seconds / STEP / 25)):
        mujoco.mj_step(model, data, 25)
        if np.abs(data.qvel.reshape(-1, 6)[:, :3]).max(initial=0.0) < STILL:
            still = True
            break
    mujoco.mj_forward(model, data)
    poses = tuple(_pose(data.xpos[body], data.xquat[body]) for body in range(1, len(solids) + 1))
    return Rest(poses, tuple(_touches(model, data)), still)


def _model(solids: Sequence[Solid], friction: float) -> Any:
    import mujoco

    spec = mujoco.MjSpec()
    spec.option.timestep = STEP
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    ground = spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[2, 2, 0.1])
    ground.friction = [friction, 0.01, 0.002]
    meshes: dict[int, str] = {}
    for solid in solids:
        body = spec.worldbody.add_body(pos=np.array(solid.pose.at) * MM, quat=solid.pose.turn)
        if solid.free:
            body.add_freejoint()
        common = {"density": DENSITY, "friction": [friction, 0.01, 0.002], "condim": 4}
        if solid.mesh is None:
            body.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=np.array(solid.size) * MM / 2, **common)
            continue
        if id(solid.mesh) not in meshes:
            meshes[id(solid.mesh)] = name = f"mesh{len(meshes)}"
            points = np.asarray(solid.mesh.points[::COARSE], np.float64) * MM
            spec.add_mesh(name=name, uservert=points.ravel(), inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX)
        body.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=meshes[id(solid.mesh)], **common)
    return spec


def _pose(place: Any, turn: Any) -> Pose:
    x, y, z = (float(v) for v in np.round(place / MM, 4))
    w, i, j, k = (float(v) for v in np.round(turn, 7))
    return Pose((x, y, z), (w, i, j, k))


def _touches(model: Any, data: Any) -> list[Touch]:
    found = []
    for number in range(data.ncon):
        contact = data.contact[number]
        if contact.dist / MM > TOUCHING:
            continue
        a, b = (int(model.geom_bodyid[geom]) - 1 for geom in contact.geom)
        x, y, z = (float(v) for v in np.round(contact.pos / MM, 1))
        found.append(Touch(a, b, (x, y, z), float(contact.frame[2])))
    return found


def beneath(rest: Rest) -> list[tuple[int, ...]]:
    """For every body the bodies that carry it."""
    carried: list[set[int]] = [set() for _ in rest.poses]
    for touch in rest.touches:
        if touch.a < 0 or touch.b < 0:
            continue
        low, high = (touch.a, touch.b) if touch.up > 0 else (touch.b, touch.a)
        if abs(touch.up) > 0.3:
            carried[high].add(low)
    return [tuple(sorted(one)) for one in carried]


def levels(rest: Rest, below: list[tuple[int, ...]]) -> list[int | None]:
    """0 on the table, one more than what lies beneath; None for what leans (tilted more than some 4°)."""
    out: list[int | None] = [None] * len(below)
    order = sorted(range(len(below)), key=lambda index: rest.poses[index].at[2])
    for index in order:
        upright = float(np.abs(rest.poses[index].rotation[2]).max())
        if upright < 0.9975:
            continue
        under = [out[low] for low in below[index]]
        if all(level is not None for level in under):
            out[index] = 1 + max((level for level in under if level is not None), default=-1)
    return out
