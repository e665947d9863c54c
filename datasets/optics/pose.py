"""Where a thing is and how it is turned."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, sin
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pose:
    """A place (mm) and a unit quaternion (w, x, y, z): the thing's own axes to the world's."""

    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    turn: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)

    @classmethod
    def flat(cls, x: float, y: float, z: float, yaw: float, flipped: bool = False) -> Pose:
        """Lying at a height z, turned by `yaw` radians counter-clockwise; `flipped` about its own x axis first."""
        half = yaw / 2
        turn = (0.0, cos(half), sin(half), 0.0) if flipped else (cos(half), 0.0, 0.0, sin(half))
        return cls((x, y, z), turn)

    @property
    def rotation(self) -> Array:
        """The 3x3 rotation matrix."""
        w, x, y, z = self.turn
        return np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
            ]
        )

    @property
    def matrix(self) -> Array:
        """The 4x4 matrix that takes the thing's points to the world."""
        out = np.eye(4)
        out[:3, :3] = self.rotation
        out[:3, 3] = self.at
        return out

    def points(self, own: NDArray[np.floating]) -> Array:
        """The thing's own points (n, 3) in the world."""
        return np.asarray(own @ self.rotation.T + np.array(self.at))

    def after(self, first: tuple[float, float, float, float]) -> Pose:
        """The same place, with `first` (a quaternion) applied before this turn."""
        return Pose(self.at, product(self.turn, first))


def product(
    a: tuple[float, float, float, float], b: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    """The quaternion that turns by b, then by a."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def about(axis: tuple[float, float, float], angle: float) -> tuple[float, float, float, float]:
    """The quaternion of a turn by `angle` radians about a unit axis."""
    s = sin(angle / 2)
    return (cos(angle / 2), axis[0] * s, axis[1] * s, axis[2] * s)
