"""Faces painted in place: what a body is made of, and pips that are painted, dented or raised."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from datasets.optics.noise import clouds

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    Field = NDArray[np.float32]


def body(
    rng: Generator, material: str, colour: tuple[int, int, int], side: int, level: float
) -> tuple[NDArray[np.float32], Field]:
    """A blank square: sRGB values (side, side, 3) of 0 … 255, heights (side, side) at `level`."""
    flat = np.broadcast_to(np.array(colour, np.float32), (side, side, 3))
    if material == "wood":
        rings = clouds(rng, side, side, cells=10, octaves=3, stretch=9.0)
        shade = 0.8 + 0.4 * rings
    else:
        shade = 0.97 + 0.06 * clouds(rng, side, side, cells=3, octaves=3)
    height = np.full((side, side), level, np.float32)
    if material == "wood":
        height += 0.03 * (rings - 0.5)
    return np.ascontiguousarray(flat * shade[..., None]), height


def stamp(  # noqa: PLR0913, PLR0917 - where, how large, in what ink, how deep
    colour: NDArray[np.float32],
    height: Field,
    at: tuple[float, float],
    radius: float,
    ink: tuple[int, int, int] | None,
    rise: float,
) -> None:
    """Press a pip into a square whose sides run from -1 to 1: ink (None leaves the colour) and a rise or a dent."""
    side = len(height)
    scale = side / 2
    x, y, r = (at[0] + 1) * scale - 0.5, (at[1] + 1) * scale - 0.5, radius * scale
    x0, x1 = max(0, int(x - r - 2)), min(side, int(x + r + 3))
    y0, y1 = max(0, int(y - r - 2)), min(side, int(y + r + 3))
    if x0 >= x1 or y0 >= y1:
        return
    gx, gy = np.meshgrid(np.arange(x0, x1), np.arange(y0, y1))
    away = np.hypot(gx - x, gy - y).astype(np.float32)
    cover = np.clip(r - away + 0.5, 0, 1)
    window = (slice(y0, y1), slice(x0, x1))
    if ink is not None:
        colour[window] += cover[..., None] * (np.array(ink, np.float32) - colour[window])
    if rise:
        height[window] += rise * np.sqrt(np.clip(1 - (away / r) ** 2, 0, 1))
