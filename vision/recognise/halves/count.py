"""Pips counted by laying every known layout over a half: a second opinion that owes the network nothing.

It compares how far each pixel's colour lies from the background's, along the one direction in which the half varies
most. A plane is taken off, so that light falling off across the tile makes no difference. Where a background is uneven
itself, as wood is, pips may show along the direction in which it varies second most.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from models.halves.layouts import LAYOUTS
from models.halves.patch import PATCH
from vision.recognise.halves.settings import COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from models.halves.layouts import Spots
    from vision.recognise.halves.settings import CountSettings

    Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    """Of N halves: the counted pips, the correlation of the best layout of each number 0 … 12 (N×13, 0 for 0), and
    the contrast of the best one's pips."""

    numbers: NDArray[np.int64]
    fits: Array
    contrast: Array

    def possible(self, settings: CountSettings = COUNT) -> NDArray[np.bool_]:
        """Which numbers are counted or tie with the best, N×13; a blank ties with none."""
        near = np.asarray(self.fits >= self.fits.max(axis=1, keepdims=True) - settings.tie)
        near[:, 0] = False
        near[np.arange(len(near)), self.numbers] = True
        return near

    def marked(self, settings: CountSettings = COUNT) -> NDArray[np.bool_]:
        """Which halves bear something that is surely pips, N."""
        return np.asarray((self.fits.max(axis=1) >= settings.sure_fit) & (self.contrast >= settings.least_contrast))


@dataclass(frozen=True, slots=True, eq=False)
class _Templates:
    """T unit templates of W² pixels, at right angles to the plane; their numbers; the contrast of one of height 1."""

    pixels: Array
    numbers: NDArray[np.int64]
    height: Array


def count(patches: NDArray[np.uint8], settings: CountSettings = COUNT, direction: int = 0) -> Count:
    """The pips of N×48×48×3 BGR patches as `models.halves.patch.halves` cuts them.

    `direction` 0 looks along the direction of colour in which each half varies most, 1 and 2 along the next ones.
    """
    templates = _templates(settings)
    windows, sizes = _windows(np.stack([_relief(patch, settings, direction) for patch in patches]), settings)
    found = np.abs(windows @ templates.pixels.T)
    alike = found / np.maximum(sizes, 1e-3)[..., None]
    fits = np.zeros((len(patches), len(LAYOUTS)), np.float32)
    np.maximum.at(fits.T, templates.numbers, alike.max(axis=1).T)
    contrast = np.empty(len(patches), np.float32)
    for index, each in enumerate(alike):
        place, which = np.unravel_index(int(each.argmax()), each.shape)
        contrast[index] = found[index, place, which] / templates.height[which]
    blank = (fits.max(axis=1) < settings.least_fit) | (contrast < settings.least_contrast)
    return Count(np.where(blank, 0, fits.argmax(axis=1)), fits, contrast)


def _relief(patch: NDArray[np.uint8], settings: CountSettings, direction: int) -> Array:
    """How far each pixel's colour lies from the mean along a direction of much change, S×S, in CIELAB units."""
    side = round(PATCH.side * settings.half / PATCH.half)
    small = cv2.resize(patch, (side, side), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = (side - settings.window) // 2
    inner = lab[rim : side - rim, rim : side - rim].reshape(-1, 3)
    level = inner - _plane(settings.window) @ (_plane(settings.window).T @ inner)
    _, directions = np.linalg.eigh(level.T @ level)
    relief: Array = (lab - inner.mean(axis=0)) @ directions[:, -1 - direction]
    return relief


def _windows(reliefs: Array, settings: CountSettings) -> tuple[Array, Array]:
    """Of N×S×S reliefs the windows at all M shifts, N×M×W² without their planes, and their lengths."""
    side, wide = reliefs.shape[1], settings.window
    middle = (side - wide) // 2
    starts = range(max(0, middle - settings.shift), min(side - wide, middle + settings.shift) + 1)
    cuts = np.stack([reliefs[:, y : y + wide, x : x + wide] for y in starts for x in starts], axis=1)
    cuts = cuts.reshape(*cuts.shape[:2], -1)
    level = np.asarray(cuts - (cuts @ _plane(wide)) @ _plane(wide).T, np.float32)
    return level, np.linalg.norm(level, axis=2)


@lru_cache(maxsize=4)
def _plane(side: int) -> Array:
    """An orthonormal basis of the planes over a square, side²×3."""
    steps = np.linspace(-1, 1, side)
    y, x = np.meshgrid(steps, steps, indexing="ij")
    basis, _ = np.linalg.qr(np.stack([np.ones(side * side), x.ravel(), y.ravel()], axis=1))
    return basis.astype(np.float32)


@lru_cache(maxsize=4)
def _templates(settings: CountSettings) -> _Templates:
    drawn = [(number, _disc_map(spots, radius, settings)) for number, spots, radius in _variants(settings)]
    pixels = np.stack([each for _, each in drawn])
    plane = _plane(settings.window)
    level = pixels - (pixels @ plane) @ plane.T
    height = np.linalg.norm(level, axis=1)
    numbers = np.array([number for number, _ in drawn])
    return _Templates((level / height[:, None]).astype(np.float32), numbers, height.astype(np.float32))


def _variants(settings: CountSettings) -> Iterator[tuple[int, Spots, float]]:
    """Every number's layouts, also turned and mirrored, at every reach and radius, none twice."""
    for number, layouts in LAYOUTS.items():
        patterns = {tuple(sorted(pattern)) for spots in layouts for pattern in _symmetric(spots)} - {()}
        radii = next(sizes for most, sizes in settings.radii if number <= most) if number else ()
        for spots in sorted(patterns):
            for reach in settings.reaches if number != 1 else (0.0,):
                for radius in radii:
                    yield number, tuple((x * reach, y * reach) for x, y in spots), radius


def _symmetric(spots: Spots) -> Iterator[Spots]:
    for first, second in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        yield tuple((round(first * x, 3) + 0.0, round(second * y, 3) + 0.0) for x, y in spots)
        yield tuple((round(second * y, 3) + 0.0, round(first * x, 3) + 0.0) for x, y in spots)


def _disc_map(spots: Spots, radius: float, settings: CountSettings) -> Array:
    """Discs with soft rims on a W×W window round the middle of the half, flattened."""
    steps = (np.arange(settings.window) - (settings.window - 1) / 2) / settings.half
    y, x = np.meshgrid(steps, steps, indexing="ij")
    pixel = 1 / settings.half
    ink = np.zeros_like(x)
    for at_x, at_y in spots:
        away = np.hypot(x - at_x, y - at_y)
        ink = np.maximum(ink, np.clip((radius - away) / pixel / 1.5 + 0.5, 0, 1))
    return np.asarray(ink.ravel(), np.float32)
