"""Smooth random fields that repeat at their edges: the stuff that surfaces are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    Field = NDArray[np.float32]

PAD = 4
"""Cells repeated around a grid so that the enlarged field joins at its edges."""


def layer(rng: Generator, height: int, width: int, rows: int, columns: int) -> Field:
    """One octave: random values on a grid of cells, enlarged smoothly to (height, width), about 0 ± 0.3."""
    rows, columns = max(1, min(rows, height)), max(1, min(columns, width))
    grid = rng.random((rows, columns), dtype=np.float32) - 0.5
    grid = np.pad(grid, PAD, mode="wrap")
    scale_y, scale_x = height / rows, width / columns
    x0, y0 = PAD * scale_x, PAD * scale_y
    big = cv2.resize(
        grid, (round((columns + 2 * PAD) * scale_x), round((rows + 2 * PAD) * scale_y)), interpolation=cv2.INTER_CUBIC
    )
    return np.asarray(big[round(y0) : round(y0) + height, round(x0) : round(x0) + width])


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
        total += weight * layer(rng, height, width, rows, max(1, round(rows * width / height / stretch)))
        weight *= fall
    return np.asarray(np.clip(total * 0.9 + 0.5, 0, 1), np.float32)


def speckle(rng: Generator, height: int, width: int) -> Field:
    """Unrelated values 0 … 1 a pixel."""
    return rng.random((height, width), dtype=np.float32)
