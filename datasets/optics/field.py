"""Soft bodies from distance fields: capsules and balls that melt into each other, turned into a mesh."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from datasets.optics.mesh import SIDE, Mesh, smooth_normals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float32]

BLOCK: Final = 3
"""Points a side of the blocks of a grid of which the middle is measured first."""
STEEP: Final = 1.1
"""A field of capsules changes by less than this a mm."""


@dataclass(frozen=True, slots=True)
class Capsule:
    """A rod with round ends, its radius changing from a to b; mm. `flat` squeezes it along z."""

    a: tuple[float, float, float]
    b: tuple[float, float, float]
    radius_a: float
    radius_b: float
    flat: float = 1.0


def distances(capsules: Sequence[Capsule], points: Array, melt: float) -> Array:
    """The signed distance (mm, negative inside) of points (n, 3) to capsules that melt together over `melt` mm."""
    total = np.zeros(len(points), np.float32)
    for capsule in capsules:
        squeeze = np.array([1, 1, 1 / capsule.flat], np.float32)
        a, b = (np.array(end, np.float32) * squeeze for end in (capsule.a, capsule.b))
        p, axis = points * squeeze - a, b - a
        along = np.clip(p @ axis / max(float(axis @ axis), 1e-6), 0, 1)
        away = np.linalg.norm(p - along[:, None] * axis, axis=1)
        away -= capsule.radius_a + along * (capsule.radius_b - capsule.radius_a)
        total += np.exp(np.clip(-away * min(capsule.flat, 1.0) / melt, -60, 60))
    return np.asarray(-melt * np.log(np.maximum(total, 1e-26)), np.float32)


def mesh_of(capsules: Sequence[Capsule], step: float, melt: float) -> Mesh:
    """The surface of the melted capsules on a grid of `step` mm."""
    ends = np.array([[*c.a, c.radius_a] for c in capsules] + [[*c.b, c.radius_b] for c in capsules])
    low = (ends[:, :3] - ends[:, 3:]).min(0) - 2 * step - melt
    high = (ends[:, :3] + ends[:, 3:]).max(0) + 2 * step + melt
    shape = tuple(int(n) for n in np.ceil((high - low) / step) + 1)
    field = _field(capsules, (low, step, shape), melt)
    points, faces = surface(field)
    points = (points * step + low).astype(np.float32)
    normals = smooth_normals(points, faces)
    part = np.full(len(points), SIDE, np.float32)
    return Mesh(points, normals, (points[:, :2] * 0.02).astype(np.float32), part, faces)


def _field(capsules: Sequence[Capsule], grid: tuple[NDArray[np.float64], float, tuple[int, ...]], melt: float) -> Array:
    """The distances on a grid (its first point, its step, its shape): true near the surface, elsewhere of true sign."""
    low, step, shape = grid
    blocks = tuple(-(-n // BLOCK) for n in shape)
    middles = _places(np.indices(blocks).reshape(3, -1).T * BLOCK + (BLOCK - 1) / 2, low, step)
    middle = distances(capsules, middles, melt)
    away = np.abs(middle) > STEEP * step * ((BLOCK - 1) / 2 * 3**0.5 + 1)
    cut = tuple(slice(n) for n in shape)
    field, far = (_spread(values.reshape(blocks))[cut].copy() for values in (middle, away))
    near = np.nonzero(~far)
    field[near] = distances(capsules, _places(np.stack(near, -1), low, step), melt)
    return field


def _places(index: NDArray[Any], low: NDArray[np.float64], step: float) -> Array:
    return np.asarray(index.astype(np.float32) * step + low, np.float32)


def _spread(values: NDArray[Any]) -> NDArray[Any]:
    """Every value as a block."""
    for axis in range(values.ndim):
        values = np.repeat(values, BLOCK, axis)
    return values


def surface(field: Array) -> tuple[Array, NDArray[np.int32]]:
    """Where a field on a grid is zero: points (n, 3) in grid units and faces, by naive surface nets."""
    inside = field < 0
    shape = tuple(n - 1 for n in field.shape)
    total = np.zeros((*shape, 3), np.float32)
    count = np.zeros(shape, np.float32)
    offsets = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    for start in offsets:
        for axis in range(3):
            if start[axis]:
                continue
            end = tuple(v + (axis == n) for n, v in enumerate(start))
            a, b = _corner(field, start), _corner(field, end)
            cross = _corner(inside, start) != _corner(inside, end)
            share = np.where(cross, a / np.where(cross, a - b, 1), 0)
            for n in range(3):
                total[..., n] += np.where(cross, start[n] + (share if n == axis else 0), 0)
            count += cross
    mixed = count > 0
    number = np.full(shape, -1, np.int32)
    number[mixed] = np.arange(int(mixed.sum()), dtype=np.int32)
    where = np.stack(np.nonzero(mixed), -1)
    points = where + total[mixed] / count[mixed][:, None]
    return points.astype(np.float32), np.concatenate([_quads(inside, number, axis) for axis in range(3)])


def _corner(values: NDArray[Any], start: tuple[int, ...]) -> NDArray[Any]:
    a, b, c = (slice(v, n - 1 + v) for v, n in zip(start, values.shape, strict=True))
    return np.asarray(values[a, b, c])


def _quads(inside: NDArray[np.bool_], number: NDArray[np.int32], axis: int) -> NDArray[np.int32]:
    """Two triangles for every grid edge along `axis` that the surface crosses."""
    u, v = (axis + 1) % 3, (axis + 2) % 3
    ahead = np.roll(inside, -1, axis)
    cross = inside != ahead
    for n in range(3):
        edge = [slice(None)] * 3
        edge[n] = slice(-1, None)
        cross[tuple(edge)] = False
        if n != axis:
            edge[n] = slice(0, 1)
            cross[tuple(edge)] = False
    at = np.stack(np.nonzero(cross), -1)
    out = inside[tuple(at.T)]
    ring = []
    for du, dv in ((1, 1), (0, 1), (0, 0), (1, 0)):
        cell = at.copy()
        cell[:, u] -= du
        cell[:, v] -= dv
        ring.append(number[tuple(cell.T)])
    ring_array = np.stack(ring, 1)
    ring_array[~out] = ring_array[~out][:, ::-1]
    return np.concatenate([ring_array[:, [0, 1, 2]], ring_array[:, [0, 2, 3]]]).astype(np.int32)
