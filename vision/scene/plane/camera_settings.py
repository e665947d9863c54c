"""What is usual of a camera over tiles. Lengths are in tile widths where no unit is said.

`…_spread` are standard deviations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """What is usual of a camera over a table and of a set of dominoes, and how a camera is fitted."""

    focal: float = 0.82
    """The usual focal length, of the picture's width; this spread and those of other sizes are of logarithms."""
    focal_spread: float = 0.28
    slope: float = 0.5
    """The usual tangent of the tilt: the table is farther at the top of the picture."""
    slope_spread: float = 0.9
    lean_spread: float = 0.4
    distance: float = 17.0
    distance_spread: float = 0.8
    aspect: float = 2.0
    """A tile's length."""
    aspect_spread: float = 0.02
    bend: float = -0.08
    """The first radial coefficient of a lens that sees 90°; one that sees 55° or less has none."""
    bend_spread: float = 0.05
    bend_least: float = 0.01
    straight: float = 55.0
    bent: float = 90.0
    noise: float = 0.6
    """The usual miss of a corner, px."""
    uneven: float = 0.004
    """By how much (a share) tiles of one set seem to differ in size, however large they are seen."""
    crooked: float = 0.01
    """By how much a corner misses its place because no tile is a perfect box."""
    outlier: float = 2.0
    """A miss of more than so many standard deviations counts little."""
    steps: int = 10
    """Steps of a fit at most."""
    first_tiles: int = 12
    """A fit begins with about so many tiles."""
    enough: float = 3e-3
    """A fit ends when a step gains less than this part of what is left."""
    focals: tuple[float, ...] = (0.6, 0.85, 1.2)
    slopes: tuple[float, ...] = (0.05, 0.3, 0.6, 1.1, 1.9)
    headings: tuple[float, ...] = (0.0, 35.0, -35.0, 180.0)
    """Where a fit may begin: focal lengths (of the width), tangents of the tilt, directions of the tilt in degrees."""


CAMERA: Final = CameraSettings()
