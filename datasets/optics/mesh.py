"""Triangle meshes in millimetres, and the solids that pieces and clutter are made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

TOP: Final = 0.0
SIDE: Final = 1.0
BOTTOM: Final = 2.0
"""The parts of a mesh: which of a material's surfaces a vertex shows."""


@dataclass(frozen=True, eq=False)
class Mesh:
    """`points` and `normals` (n, 3), `uv` (n, 2) in textures, `part` (n,), `faces` (m, 3) of indices; millimetres.

    Two meshes are the same only if they are one object, so that a renderer may keep what it has uploaded.
    """

    points: Array
    normals: Array
    uv: Array
    part: Array
    faces: NDArray[np.int32]

    @cached_property
    def outline(self) -> Array:
        """The corners of the convex hull's candidates: few points (k, 3) whose hull is that of all points."""
        if len(self.points) <= HULL_POINTS:
            return self.points
        extremes = np.unique(np.argmax(self.points @ _directions().T, axis=0))
        return np.asarray(self.points[extremes])

    @property
    def size(self) -> Array:
        """Extent along x, y and z."""
        return np.asarray(self.points.max(0) - self.points.min(0))

    def moved(self, rotation: Array, offset: Array) -> Mesh:
        """Turned by a 3x3 matrix, then shifted."""
        points = (self.points @ rotation.T + offset).astype(np.float32)
        return Mesh(points, (self.normals @ rotation.T).astype(np.float32), self.uv, self.part, self.faces)


HULL_POINTS: Final = 600
_DIRECTIONS: list[Array] = []


def _directions() -> Array:
    """2,000 directions spread evenly over the sphere, (2000, 3)."""
    if not _DIRECTIONS:
        _DIRECTIONS.append(spread(2000))
    return _DIRECTIONS[0]


def spread(count: int) -> Array:
    """Directions spread evenly over the sphere by the golden angle, (count, 3)."""
    index = np.arange(count) + 0.5
    z = 1 - 2 * index / count
    angle = index * np.pi * (3 - np.sqrt(5))
    radius = np.sqrt(1 - z * z)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), z], 1).astype(np.float32)


def join(*meshes: Mesh) -> Mesh:
    """One mesh of several."""
    starts = np.cumsum([0] + [len(mesh.points) for mesh in meshes[:-1]])
    return Mesh(
        np.concatenate([mesh.points for mesh in meshes]),
        np.concatenate([mesh.normals for mesh in meshes]),
        np.concatenate([mesh.uv for mesh in meshes]),
        np.concatenate([mesh.part for mesh in meshes]),
        np.concatenate([mesh.faces + start for mesh, start in zip(meshes, starts, strict=True)]).astype(np.int32),
    )


def rounded_rectangle(length: float, width: float, radius: float, steps: int = 6) -> tuple[Array, Array]:
    """Outline (n, 2) and outward normals (n, 2), counter-clockwise, centred on the origin."""
    corners, normals = [], []
    for quarter, (sx, sy) in enumerate([(1, 1), (-1, 1), (-1, -1), (1, -1)]):
        angle = np.pi / 2 * (quarter + np.linspace(0, 1, steps + 1))
        normal = np.stack([np.cos(angle), np.sin(angle)], 1)
        corners.append(np.array([sx * (length / 2 - radius), sy * (width / 2 - radius)]) + radius * normal)
        normals.append(normal)
    return np.concatenate(corners).astype(np.float32), np.concatenate(normals).astype(np.float32)


def circle(radius: float, steps: int = 32) -> tuple[Array, Array]:
    """Outline and outward normals of a disc."""
    angle = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    normal = np.stack([np.cos(angle), np.sin(angle)], 1).astype(np.float32)
    return radius * normal, normal


def slab(outline: tuple[Array, Array], thickness: float, fillet: float = 0.0, steps: int = 4) -> Mesh:
    """A plate with the given outline, its edges rounded by `fillet`; centred, the top face towards +z.

    The texture of the top (part 0) and of the bottom (part 2) covers the outline's bounding box. On the top v runs
    towards -y, on the bottom towards +y. So both read the right way round when seen from outside.
    """
    edge, out = outline
    half = thickness / 2
    fillet = min(fillet, half * 0.98)
    bend = np.linspace(0, np.pi / 2, steps + 1) if fillet > 0 else np.array([np.pi / 2])
    rings = [(fillet * (1 - np.sin(a)), half - fillet * (1 - np.cos(a)), a) for a in bend]
    extent = edge.max(0) - edge.min(0)
    parts = []
    for sign, part in ((1, TOP), (-1, BOTTOM)):
        levels = [(fillet if fillet > 0 else 0.0, half, 0.0), *(rings if fillet > 0 else [])]
        parts.append(_cap(edge, out, [(inset, sign * z, sign * a) for inset, z, a in levels], extent, part))
    wall = half - fillet
    parts.append(_wall(edge, out, wall))
    return join(*parts)


def _cap(edge: Array, out: Array, levels: list[tuple[float, float, float]], extent: Array, part: float) -> Mesh:
    """A face and its rounded rim: rings of (inset, height, tilt of the normal), closed by a fan from the middle."""
    count = len(edge)
    up = 1.0 if part == TOP else -1.0
    points, normals = [np.array([[0, 0, levels[0][1]]])], [np.array([[0, 0, up]])]
    for inset, height, tilt in levels:
        points.append(np.column_stack([edge - inset * out, np.full(count, height)]))
        normals.append(np.column_stack([out * np.sin(abs(tilt)), np.full(count, up * np.cos(tilt))]))
    ring = np.arange(count)
    follow = (ring + 1) % count
    faces = [np.column_stack([np.zeros(count, int), 1 + ring, 1 + follow])]
    for level in range(len(levels) - 1):
        low, high = 1 + level * count, 1 + (level + 1) * count
        faces += [
            np.column_stack([low + ring, high + ring, high + follow]),
            np.column_stack([low + ring, high + follow, low + follow]),
        ]
    xyz = np.concatenate(points)
    uv = np.column_stack([xyz[:, 0] / extent[0] + 0.5, 0.5 - up * xyz[:, 1] / extent[1]])
    return _mesh(xyz, np.concatenate(normals), uv, part, np.concatenate(faces)[:, :: int(up)])


def _wall(edge: Array, out: Array, half: float) -> Mesh:
    count = len(edge)
    points = np.concatenate([np.column_stack([edge, np.full(count, z)]) for z in (half, -half)])
    normals = np.tile(np.column_stack([out, np.zeros(count)]), (2, 1))
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(edge, axis=0), axis=1))])
    uv = np.column_stack([np.tile(along / max(along[-1], 1e-6), 2), np.repeat([0.0, 1.0], count)])
    ring = np.arange(count)
    follow = (ring + 1) % count
    faces = np.concatenate(
        [np.column_stack([ring, count + ring, count + follow]), np.column_stack([ring, count + follow, follow])]
    )
    return _mesh(points, normals, uv, SIDE, faces)


def _mesh(points: object, normals: object, uv: object, part: float, faces: object) -> Mesh:
    xyz = np.asarray(points, np.float32)
    return Mesh(
        xyz,
        np.asarray(normals, np.float32),
        np.asarray(uv, np.float32),
        np.full(len(xyz), part, np.float32),
        np.ascontiguousarray(faces, np.int32),
    )


def surface(
    x: NDArray[np.float64], y: NDArray[np.float64], z: NDArray[np.float64], slopes: tuple[NDArray[np.float64], ...]
) -> Mesh:
    """A thin sheet through a grid of points (rows, columns), the first row farthest along y, seen from both sides.

    `slopes` are those of z along x and along y. The texture covers the bounding box in x and y. The bottom is the same
    surface with the normals turned, so a bent card shows its back where it curls.
    """
    rows, columns = x.shape
    normals = np.stack([-slopes[0], -slopes[1], np.ones_like(z)], -1).reshape(-1, 3)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    points = np.stack([x, y, z], -1).reshape(-1, 3)
    uv = np.stack([(x - x.min()) / np.ptp(x), (y.max() - y) / np.ptp(y)], -1).reshape(-1, 2)
    corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    faces = np.concatenate(
        [
            np.column_stack([corner, corner + columns, corner + columns + 1]),
            np.column_stack([corner, corner + columns + 1, corner + 1]),
        ]
    )
    return _mesh(points, normals, uv, TOP, faces)


def sheet(length: float, width: float, steps: tuple[int, int], height: Array | None = None) -> Mesh:
    """A thin sheet over a grid of steps, seen from both sides; `height` (rows, columns) lifts its points."""
    across, along = np.linspace(-length / 2, length / 2, steps[0] + 1), np.linspace(width / 2, -width / 2, steps[1] + 1)
    x, y = np.meshgrid(across, along)
    z = np.zeros_like(x) if height is None else height.astype(np.float64)
    slope_y, slope_x = np.gradient(z, -width / steps[1], length / steps[0])
    return surface(x, y, z, (np.asarray(slope_x), np.asarray(slope_y)))


@lru_cache(maxsize=8)
def sphere(steps: int = 24) -> tuple[Array, NDArray[np.int32]]:
    """Directions (n, 3) and faces of a sphere by meridians, without a seam."""
    rings = steps // 2
    polar = np.linspace(0, np.pi, rings + 1)[1:-1]
    round_ = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    p, a = np.meshgrid(polar, round_, indexing="ij")
    body = np.stack([np.sin(p) * np.cos(a), np.sin(p) * np.sin(a), np.cos(p)], -1).reshape(-1, 3)
    points = np.concatenate([[[0, 0, 1]], body, [[0, 0, -1]]]).astype(np.float32)
    ring, last = np.arange(steps), len(points) - 1
    follow = (ring + 1) % steps
    faces = [np.column_stack([np.zeros(steps, int), 1 + ring, 1 + follow])]
    for level in range(rings - 2):
        low, high = 1 + level * steps, 1 + (level + 1) * steps
        faces += [
            np.column_stack([low + ring, high + ring, high + follow]),
            np.column_stack([low + ring, high + follow, low + follow]),
        ]
    low = 1 + (rings - 2) * steps
    faces.append(np.column_stack([low + ring, np.full(steps, last), low + follow]))
    return points, np.concatenate(faces).astype(np.int32)


def solid(points: Array, faces: NDArray[np.int32]) -> Mesh:
    """A closed smooth body from its points and faces; normals are the mean of the faces around a point."""
    normals = smooth_normals(points, faces)
    spread_uv = np.column_stack([np.arctan2(normals[:, 1], normals[:, 0]) / (2 * np.pi), normals[:, 2] * 0.5 + 0.5])
    return _mesh(points, normals, spread_uv, SIDE, faces)


def smooth_normals(points: Array, faces: NDArray[np.int32]) -> Array:
    """Unit normals (n, 3), the mean of the faces around each point weighted by their areas."""
    a, b, c = (points[faces[:, i]] for i in range(3))
    across = np.cross(b - a, c - a)
    corners, count = faces.ravel(), len(points)
    sums = [np.bincount(corners, np.repeat(across[:, axis], 3), count) for axis in range(3)]
    normals = np.stack(sums, 1)
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.asarray(normals / np.maximum(length, 1e-12), np.float32)
