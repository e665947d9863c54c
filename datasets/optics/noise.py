"""Smooth random fields that repeat at their edges: the stuff that surfaces are made of."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    Field = NDArray[np.float32]

PAD: Final = 3
"""Cells repeated around a grid so that the enlarged field joins at its edges."""


def _add_layer(total: Field, weight: float, rng: Generator, rows: int, columns: int) -> None:
    """Add one octave to a field: smooth noise of rows x columns cells, about 0 ± 0.3, shifted by chance."""
    height, width = total.shape
    field = _octave(height, width, max(1, min(rows, height)), max(1, min(columns, width)))
    down, along, flip = (int(v) for v in rng.integers(0, (height, width, 4)))
    field = np.multiply(field[:: 1 - 2 * (flip & 1), :: 1 - (flip & 2)], np.float32(weight))
    for to_y, from_y in ((slice(down, None), slice(height - down)), (slice(down), slice(height - down, None))):
        for to_x, from_x in ((slice(along, None), slice(width - along)), (slice(along), slice(width - along, None))):
            total[to_y, to_x] += field[from_y, from_x]


@lru_cache(maxsize=64)
def _octave(height: int, width: int, rows: int, columns: int) -> Field:
    """Random values on a grid of cells, always the same for a grid, enlarged smoothly; it joins at its edges."""
    rng = np.random.Generator(np.random.Philox(np.random.SeedSequence([rows, columns])))
    grid = np.pad(rng.random((rows, columns), dtype=np.float32) - 0.5, PAD, mode="wrap")
    scale_y, scale_x = height / rows, width / columns
    x0, y0 = PAD * scale_x, PAD * scale_y
    size = (round((columns + 2 * PAD) * scale_x), round((rows + 2 * PAD) * scale_y))
    big = cv2.resize(grid, size, interpolation=cv2.INTER_CUBIC)
    return np.array(big[round(y0) : round(y0) + height, round(x0) : round(x0) + width])


def clouds(  # noqa: PLR0913, PLR0917 - a noise has so many knobs
    rng: Generator, height: int, width: int, cells: int = 4, octaves: int = 4, stretch: float = 1.0, fall: float = 0.5
) -> Field:
    """Octaves of noise summed, about 0 … 1; `stretch` > 1 makes them longer along x."""
    total = np.zeros((height, width), np.float32)
    weight = 1.0
    for octave in range(octaves):
        rows = cells * 2**octave
        if rows > height:
            break
        _add_layer(total, weight, rng, rows, max(1, round(rows * width / height / stretch)))
        weight *= fall
    total *= 0.9
    total += 0.5
    return np.clip(total, 0, 1, out=total)


@lru_cache(maxsize=1)
def _grains() -> Field:
    return np.random.Generator(np.random.Philox(77)).standard_normal((1400, 2300), np.float32)


def grains(rng: Generator, height: int, width: int) -> Field:
    """Normally distributed values a pixel, mean 0, deviation 1: a window, chosen by chance, into a lasting field."""
    field = _grains()
    down, along = (int(v) for v in rng.integers(0, (len(field) - height + 1, field.shape[1] - width + 1)))
    return field[down : down + height, along : along + width]


def speckle(rng: Generator, height: int, width: int) -> Field:
    """Unrelated values 0 … 1 a pixel."""
    return rng.random((height, width), dtype=np.float32)
