"""Which part of a picture changes when things move: themselves and their shadows, before and after."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.optics.camera import Camera

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from datasets.optics.material import Light
    from datasets.optics.world import Placed

GRAIN: Final = 32
"""Windows begin and end at multiples of so many pixels, so that few sizes occur."""
SOFT: Final = 45.0
"""How far (mm) beyond a thing the table is darkened by it."""
BORDER: Final = 8
"""Pixels added on every side."""
FAR: Final = 3000.0
"""Shadows farther than this (mm) from the middle are out of every picture."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a picture: columns x0 … x1 and rows y0 … y1, ends not included."""

    x0: int
    y0: int
    x1: int
    y1: int

    @property
    def area(self) -> int:
        """Its pixels."""
        return (self.x1 - self.x0) * (self.y1 - self.y0)

    def camera(self, camera: Camera) -> Camera:
        """The camera that sees this part alone."""
        whole = {field.name: getattr(camera, field.name) for field in fields(Camera)}
        own = {"width": self.x1 - self.x0, "height": self.y1 - self.y0}
        centre = {"cx": camera.cx - self.x0, "cy": camera.cy - self.y0}
        return PartCamera(**(whole | own | centre), whole_reach=camera.reach)


@dataclass(frozen=True, slots=True)
class PartCamera(Camera):
    """A part of a camera's picture: its lens bends as far out as that of the whole does."""

    whole_reach: float = 0.0

    @property
    def reach(self) -> float:
        """The squared radius at which the distortion stops to grow."""
        return self.whole_reach


def window(moved: Iterable[Placed], light: Light, camera: Camera) -> Window | None:
    """The part of the picture that things at these places touch; None where it is none of it."""
    found = [_touched(placed, light) for placed in moved]
    if not found:
        return None
    pixels = camera.project(np.clip(np.concatenate(found), -FAR, FAR))
    pixels = pixels[~np.isnan(pixels).any(1)]
    if not len(pixels):
        return None
    x0, y0 = (int(v) // GRAIN * GRAIN for v in np.maximum(pixels.min(0) - BORDER, 0))
    x1, y1 = (-int(-v) // GRAIN * GRAIN + GRAIN for v in pixels.max(0) + BORDER)
    x1, y1 = min(x1, camera.width), min(y1, camera.height)
    return Window(x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def _touched(placed: Placed, light: Light) -> NDArray[np.float64]:
    """Points around a thing and around what its shadows fall on."""
    points = placed.pose.points(placed.thing.mesh.outline)
    around = np.array([[SOFT, SOFT, 0], [SOFT, -SOFT, 0], [-SOFT, SOFT, 0], [-SOFT, -SOFT, 0]])
    foot = points * [1, 1, 0]
    parts = [points, *(foot + shift for shift in around)]
    for lamp in light.lamps:
        at = np.array(lamp.at)
        share = points[:, 2:3] / np.maximum(at[2] - points[:, 2:3], 100.0)
        fallen = (points + (points - at) * share) * [1, 1, 0]
        wide = lamp.radius * share
        parts += [fallen + wide * np.sign(shift) for shift in around]
    return np.concatenate(parts)
