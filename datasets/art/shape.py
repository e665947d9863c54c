"""Outlines in mm (x right, y down), every curve already a chain of short lines."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

Points: TypeAlias = "NDArray[np.float64]"
"""N×2 mm."""
Shape: TypeAlias = "tuple[Points, ...]"
"""One or more outlines; filled, a second outline inside the first is a hole (even-odd)."""

STEP_DEGREES = 4.0


def points(pairs: Iterable[Sequence[float]]) -> Points:
    """The pairs as an N×2 array."""
    return np.array([tuple(pair) for pair in pairs], dtype=np.float64).reshape(-1, 2)


def polygon(*pairs: Sequence[float]) -> Shape:
    """The outline through the given points, mm."""
    return (points(pairs),)


def arc(x: float, y: float, radii: float | tuple[float, float], start: float, end: float) -> Points:
    """Points on an ellipse's arc from the angle `start` to `end`, in degrees clockwise on screen from the right."""
    across, down = radii if isinstance(radii, tuple) else (radii, radii)
    cos, sin = _turned(start, end)
    found = np.empty((len(cos), 2))
    found[:, 0], found[:, 1] = x + across * cos, y + down * sin
    return found


@lru_cache(maxsize=256)
def _turned(start: float, end: float) -> tuple[Points, Points]:
    """Cosines and sines from one angle to another, in short steps."""
    count = max(2, math.ceil(abs(end - start) / STEP_DEGREES) + 1)
    angles = np.radians(np.linspace(start, end, count))
    return np.cos(angles), np.sin(angles)


def ellipse(x: float, y: float, across: float, down: float) -> Shape:
    """An ellipse about x, y with the radii `across` and `down`, mm."""
    return (arc(x, y, (across, down), 0, 360)[:-1],)


def circle(x: float, y: float, radius: float) -> Shape:
    """A circle, mm."""
    return ellipse(x, y, radius, radius)


def ring(x: float, y: float, outer: float, inner: float) -> Shape:
    """The area between two circles, mm."""
    return circle(x, y, outer) + circle(x, y, inner)


def box(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Shape:
    """A rectangle from its top left corner, with rounded corners of `radius` mm."""
    if radius <= 0:
        return polygon((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    right, bottom = x + width - radius, y + height - radius
    left, top = x + radius, y + radius
    corners = ((left, top, 180.0), (right, top, 270.0), (right, bottom, 0.0), (left, bottom, 90.0))
    return (np.concatenate([arc(cx, cy, radius, turn, turn + 90) for cx, cy, turn in corners]),)


def star(x: float, y: float, rays: int, radii: tuple[float, float], turn: float = -90.0) -> Shape:
    """A star with `rays` points at the first radius and as many notches at the second; `turn` in degrees."""
    angles = np.radians(turn + np.arange(2 * rays) * 180.0 / rays)
    reach = np.where(np.arange(2 * rays) % 2 == 0, radii[0], radii[1])
    return (np.stack([x + reach * np.cos(angles), y + reach * np.sin(angles)], axis=1),)


def regular(x: float, y: float, sides: int, radius: float, turn: float = -90.0) -> Shape:
    """A regular polygon whose corners lie at `radius` mm; `turn` in degrees."""
    angles = np.radians(turn + np.arange(sides) * 360.0 / sides)
    return (np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1),)


def bounds(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of all outlines, mm."""
    every = np.concatenate(shape)
    low, high = every.min(axis=0), every.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])
