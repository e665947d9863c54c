"""A camera over a table: a pinhole with radial distortion, at a pose; what its truth file says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

NEAREST = 30.0
FARTHEST = 12000.0
"""Depths in mm between which things are drawn."""


@dataclass(frozen=True, slots=True)
class Camera:
    """Picture size and intrinsics in pixels (pixel centres at whole numbers), pose as world (mm) to camera.

    The camera's axes are OpenCV's: x right, y down, z forward. `k1` and `k2` distort radially, as in OpenCV's model, up
    to the radius `reach` (tangents of the angle to the axis). Beyond it the distortion grows no more.
    """

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float
    rotation: tuple[tuple[float, float, float], ...]
    translation: tuple[float, float, float]
    k1: float = 0.0
    k2: float = 0.0

    @classmethod
    def look(  # noqa: PLR0913, PLR0917 - a camera has so many knobs
        cls,
        eye: tuple[float, float, float],
        target: tuple[float, float, float],
        size: tuple[int, int],
        focal: float,
        roll: float = 0.0,
        k1: float = 0.0,
        k2: float = 0.0,
        centre: tuple[float, float] = (0.0, 0.0),
    ) -> Camera:
        """From `eye` towards `target` (mm), `focal` and the principal point's offset in pixels, rolled by radians."""
        forward = np.subtract(target, eye) / np.linalg.norm(np.subtract(target, eye))
        up = np.array([0.0, 0.0, 1.0]) if abs(forward[2]) < 0.999 else np.array([0.0, 1.0, 0.0])
        right = _cross(forward, up)
        right /= np.linalg.norm(right)
        down = _cross(forward, right)
        c, s = np.cos(roll), np.sin(roll)
        rotation = np.stack([c * right + s * down, -s * right + c * down, forward])
        rotation = np.round(rotation, 9)
        translation = -rotation @ np.array(eye)
        width, height = size
        return cls(
            width,
            height,
            focal,
            focal,
            (width - 1) / 2 + centre[0],
            (height - 1) / 2 + centre[1],
            tuple((float(a), float(b), float(c)) for a, b, c in rotation),
            (float(translation[0]), float(translation[1]), float(translation[2])),
            k1,
            k2,
        )

    def enlarged(self, times: int) -> Camera:
        """The same view with so many times the pixels along each axis."""
        return replace(
            self,
            width=times * self.width,
            height=times * self.height,
            fx=times * self.fx,
            fy=times * self.fy,
            cx=times * (self.cx + 0.5) - 0.5,
            cy=times * (self.cy + 0.5) - 0.5,
        )

    @property
    def eye(self) -> Array:
        """Where the camera is, mm."""
        return np.asarray(-np.array(self.rotation).T @ np.array(self.translation))

    @property
    def view(self) -> Array:
        """World to camera, 4x4."""
        out = np.eye(4)
        out[:3, :3] = self.rotation
        out[:3, 3] = self.translation
        return out

    @property
    def reach(self) -> float:
        """The squared radius at which the distortion stops to grow: a little beyond the picture's corner."""
        x, y = (self.width / 2 + 40) / self.fx, (self.height / 2 + 40) / self.fy
        return 1.5 * (x * x + y * y)

    def project(self, points: NDArray[np.floating]) -> Array:
        """Pixels (n, 2) of points (n, 3) in mm; points behind the camera have no pixel and give NaN."""
        c = np.asarray(points, np.float64) @ np.array(self.rotation).T + np.array(self.translation)
        depth = np.where(c[:, 2] > NEAREST / 2, c[:, 2], np.nan)
        ray = c[:, :2] / depth[:, None]
        r2 = np.minimum((ray**2).sum(1), self.reach)[:, None]
        bent = ray * (1 + r2 * (self.k1 + self.k2 * r2))
        return np.asarray(bent * [self.fx, self.fy] + [self.cx, self.cy])

    def ground(self, pixels: NDArray[np.floating], height: float = 0.0) -> Array:
        """Where the rays of undistorted pixels (n, 2) meet the plane at `height` mm: (n, 2); NaN above the horizon."""
        rays = np.column_stack(
            [(pixels[:, 0] - self.cx) / self.fx, (pixels[:, 1] - self.cy) / self.fy, np.ones(len(pixels))]
        )
        world = rays @ np.array(self.rotation)
        eye = self.eye
        along = np.where(world[:, 2] < -1e-3, (height - eye[2]) / np.minimum(world[:, 2], -1e-3), np.nan)
        return np.asarray(eye[:2] + along[:, None] * world[:, :2])

    def truth(self) -> dict[str, Any]:
        """Intrinsics and pose as a truth file gives them: pixels, mm, OpenCV's conventions."""
        return {
            "width": self.width,
            "height": self.height,
            "fx": round(self.fx, 3),
            "fy": round(self.fy, 3),
            "cx": round(self.cx, 3),
            "cy": round(self.cy, 3),
            "distortion": [round(self.k1, 6), round(self.k2, 6), 0.0, 0.0, 0.0],
            "rotation": [[round(v, 9) + 0.0 for v in row] for row in self.rotation],
            "translation": [round(v, 3) + 0.0 for v in self.translation],
        }


def _cross(a: Array, b: Array) -> Array:
    """As `np.cross`, which takes ten times as long for two vectors: many cameras are tried before one stands well."""
    (ax, ay, az), (bx, by, bz) = a, b
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])
