"""How much of the picture a body would cover if nothing hid it, from its projected points alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.optics.camera import Camera
    from datasets.optics.mesh import Mesh
    from datasets.optics.pose import Pose

    Array = NDArray[np.float64]


def hull(mesh: Mesh, pose: Pose, camera: Camera) -> Array | None:
    """The convex outline (n, 2) in pixels of a body; None if a part of it is behind the camera."""
    pixels = camera.project(pose.points(mesh.points))
    if np.isnan(pixels).any():
        return None
    return _around(pixels)


def hull_before(mesh: Mesh, pose: Pose, camera: Camera) -> Array | None:
    """The convex outline (n, 2) in pixels of the part of a body that is before the camera; None if none is."""
    pixels = camera.project(pose.points(mesh.points))
    pixels = pixels[~np.isnan(pixels[:, 0])]
    return _around(pixels) if len(pixels) > 2 else None


def _around(pixels: Array) -> Array:
    return np.asarray(cv2.convexHull(pixels.astype(np.float32)).reshape(-1, 2), np.float64)


def spans(outline: Array, fine: int) -> tuple[int, Array, Array]:
    """The first row and, row by row, the first sample and the end of the samples inside a convex outline.

    Samples lie `fine` to a pixel along each axis, at pixel (k + 0.5) / fine - 0.5.
    """
    points = (outline + 0.5) * fine - 0.5
    top = int(np.ceil(points[:, 1].min()))
    rows = np.arange(top, int(np.floor(points[:, 1].max())) + 1, dtype=np.float64)
    follow = np.roll(points, -1, axis=0)
    y0, y1 = points[:, 1:2], follow[:, 1:2]
    crossing = (np.minimum(y0, y1) <= rows) & (rows <= np.maximum(y0, y1)) & (y0 != y1)
    share = np.divide(rows - y0, y1 - y0, out=np.zeros_like(crossing, np.float64), where=y0 != y1)
    x = points[:, 0:1] + share * (follow[:, 0:1] - points[:, 0:1])
    left = np.where(crossing, x, np.inf).min(0)
    right = np.where(crossing, x, -np.inf).max(0)
    some = np.isfinite(left)
    first = np.ceil(np.where(some, left, 0.0))
    end = np.where(some, np.floor(np.where(some, right, -1.0)) + 1, first)
    return top, first.astype(int), np.maximum(end, first).astype(int)


def area(outline: Array, fine: int) -> int:
    """Samples inside the outline, those outside the picture included."""
    _, first, end = spans(outline, fine)
    return int((end - first).sum())
