"""Table tops for drawn scenes: each gives the colour at every point of the table."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Plane = NDArray[np.float32]

SIDE: Final = 1024
"""Pixels of the square piece of table that is repeated."""
SPAN: Final = 400.0
"""Its side in mm."""


class Table(Protocol):
    """A table top."""

    def __call__(self, rng: np.random.Generator, x: Plane, y: Plane) -> NDArray[np.float32]:
        """The colours, H×W×3 BGR 0 … 255, at the points x, y in mm, H×W each."""


def wood(rng: np.random.Generator, x: Plane, y: Plane) -> NDArray[np.float32]:
    """Brown planks with a grain."""
    fine = _noise(rng, (3, 220)) * 0.7 + _noise(rng, (2, 60)) * 0.8 + _noise(rng, (5, 9)) * 0.7
    plank = np.arange(SIDE) // (SIDE // 4)
    tone = rng.normal(0, 5, 4)[plank] - 42 * (np.arange(SIDE) % (SIDE // 4) < 3)
    grey = 7 * fine + tone[:, None]
    return _laid(grey[..., None] * np.array([0.8, 0.95, 1.0]) + np.array([72, 108, 150]), x, y)


def cloth(rng: np.random.Generator, x: Plane, y: Plane) -> NDArray[np.float32]:
    """Green felt."""
    grey = 5 * _noise(rng, (1, 2)) + 4 * _noise(rng, (30, 30))
    return _laid(grey[..., None] * np.array([0.8, 1.0, 0.7]) + np.array([62, 104, 38]), x, y)


def slate(rng: np.random.Generator, x: Plane, y: Plane) -> NDArray[np.float32]:
    """A nearly black plate."""
    grey = 3 * _noise(rng, (2, 2)) + 4 * _noise(rng, (60, 60))
    return _laid(grey[..., None] + np.array([44, 40, 38]), x, y)


def paper(rng: np.random.Generator, x: Plane, y: Plane) -> NDArray[np.float32]:
    """A light sheet."""
    grey = 2 * _noise(rng, (2, 2)) + 3 * _noise(rng, (80, 80))
    return _laid(grey[..., None] + np.array([186, 190, 192]), x, y)


def pattern(rng: np.random.Generator, x: Plane, y: Plane) -> NDArray[np.float32]:
    """A printed cloth: discs, rings and stripes of many colours and sizes."""
    sheet = np.empty((SIDE, SIDE, 3), np.float32)
    sheet[:] = (120, 150, 175)
    for _ in range(140):
        colour = tuple(float(value) for value in rng.uniform(30, 210, 3))
        at = (int(rng.integers(SIDE)), int(rng.integers(SIDE)))
        size = int(rng.integers(8, 60))
        kind = int(rng.integers(3))
        if kind == 2:
            turn = rng.uniform(0, np.pi)
            end = (int(at[0] + 4 * size * np.cos(turn)), int(at[1] + 4 * size * np.sin(turn)))
            cv2.line(sheet, at, end, colour, max(3, size // 6), cv2.LINE_AA)
        else:
            cv2.circle(sheet, at, size, colour, -1 if kind else max(2, size // 5), cv2.LINE_AA)
    return _laid(sheet + 3 * _noise(rng, (2, 2))[..., None], x, y)


TABLES: Final[dict[str, Table]] = {"wood": wood, "cloth": cloth, "slate": slate, "paper": paper, "pattern": pattern}
"""Every table by its name."""


def _noise(rng: np.random.Generator, grain: tuple[int, int]) -> NDArray[np.float64]:
    """Smooth noise of mean 0 and deviation 1 that fits its own opposite edges; `grain` is down and across, px."""
    white = rng.normal(size=(SIDE, SIDE))
    smooth = np.fft.irfft2(np.fft.rfft2(white) * _kept(grain), s=white.shape)
    scaled: NDArray[np.float64] = smooth / max(float(smooth.std()), 1e-9)
    return scaled


@lru_cache(maxsize=16)
def _kept(grain: tuple[int, int]) -> NDArray[np.float64]:
    """How much of each frequency a grain keeps."""
    down, across = np.fft.fftfreq(SIDE)[:, None], np.fft.rfftfreq(SIDE)[None, :]
    return np.asarray(np.exp(-2 * np.pi**2 * ((down * grain[0]) ** 2 + (across * grain[1]) ** 2)))


def _laid(sheet: NDArray[np.floating], x: Plane, y: Plane) -> NDArray[np.float32]:
    """The sheet at the points of the table, repeated without end."""
    step = SIDE / SPAN
    columns, rows = np.mod(x * step, SIDE).astype(np.float32), np.mod(-y * step, SIDE).astype(np.float32)
    return cv2.remap(sheet.astype(np.float32), columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP).astype(
        np.float32
    )
