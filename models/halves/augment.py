"""What a camera, a table and a detector do to a half: shifted corners, light, colour, blur, noise, compression."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from models.halves.gather import SOURCE
from models.halves.patch import PATCH

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

JITTER: Final = (0.006, 0.055)
"""How far corners are off, in widths of the half: drawn log-uniformly."""


def disturbed(pixels: Picture, chance: Generator) -> NDArray[np.float32]:
    """N×64×64×3 sources as N×3×48×48 patches 0 … 255, each changed by chance."""
    out = np.empty((len(pixels), PATCH.side, PATCH.side, 3), np.uint8)
    for index, source in enumerate(pixels):
        out[index] = _compressed(_blurred(_moved(source, chance), chance), chance)
    return _lit(out.astype(np.float32), chance).transpose(0, 3, 1, 2)


def jittered(pixels: Picture, chance: Generator) -> NDArray[np.float32]:
    """N×64×64×3 sources as N×3×48×48 patches, changed in nothing but their corners."""
    return np.stack([_moved(source, chance) for source in pixels]).astype(np.float32).transpose(0, 3, 1, 2)


def _square(margin: int, half: int) -> NDArray[np.float32]:
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    return (unit * half + margin - 0.5).astype(np.float32)


def _moved(source: Picture, chance: Generator) -> Picture:
    """The patch of a quad that is a little off, mirrored half of the time: pips mean the same in a mirror."""
    sigma = np.exp(chance.uniform(*np.log(JITTER))) * SOURCE.half
    square = _square(SOURCE.margin, SOURCE.half)
    common = chance.normal(0, sigma, 2)
    scale = 1 + chance.normal(0, sigma, 2) / SOURCE.half
    middle = square.mean(axis=0)
    corners = (square - middle) * scale + middle + common + chance.normal(0, sigma, (4, 2))
    if chance.random() < 0.5:
        corners = corners[[1, 0, 3, 2]]
    homography = cv2.getPerspectiveTransform(corners.astype(np.float32), _square(PATCH.margin, PATCH.half))
    size = (PATCH.side, PATCH.side)
    moved = cv2.warpPerspective(source, homography, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return moved.astype(np.uint8, copy=False)


def _blurred(patch: Picture, chance: Generator) -> Picture:
    """Taken from farther away, out of focus, or while something moved."""
    kind = chance.random()
    if kind < 0.25:
        small = int(np.exp(chance.uniform(np.log(13), np.log(40))))
        reduced = cv2.resize(patch, (small, small), interpolation=cv2.INTER_AREA)
        interpolation = cv2.INTER_CUBIC if chance.random() < 0.5 else cv2.INTER_LINEAR
        patch = cv2.resize(reduced, (PATCH.side, PATCH.side), interpolation=interpolation).astype(np.uint8, copy=False)
    elif kind < 0.45:
        sigma = float(chance.uniform(0.4, 2.0))
        patch = cv2.GaussianBlur(patch, (0, 0), sigma).astype(np.uint8, copy=False)
    elif kind < 0.55:
        patch = _smeared(patch, chance)
    return patch


def _smeared(patch: Picture, chance: Generator) -> Picture:
    length, angle = chance.uniform(2, 6), chance.uniform(0, np.pi)
    kernel = np.zeros((9, 9), np.float32)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    start, end = (tuple(np.rint(16 * (4 + sign * reach)).astype(int).tolist()) for sign in (-1, 1))
    cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_8, 4)
    return cv2.filter2D(patch, -1, kernel / kernel.sum()).astype(np.uint8, copy=False)


def _compressed(patch: Picture, chance: Generator) -> Picture:
    if chance.random() < 0.25:
        quality = int(chance.integers(25, 90))
        encoded = cv2.imencode(".jpg", patch, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        decoded = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
        assert decoded is not None
        return decoded.astype(np.uint8, copy=False)
    return patch


def _lit(batch: NDArray[np.float32], chance: Generator) -> NDArray[np.float32]:
    """Colours changed, then lit: N×S×S×3, 0 … 255."""
    count = len(batch)
    batch = _coloured(batch, chance)
    ramp = np.linspace(-1, 1, batch.shape[1], dtype=np.float32)
    slope = (chance.normal(0, 0.18, (count, 2)) * (chance.random((count, 1)) < 0.5)).astype(np.float32)
    light = 1 + slope[:, :1, None] * ramp[None, :, None] + slope[:, 1:, None] * ramp[None, None, :]
    shadow = _shadow(count, ramp, chance)
    gain = np.exp(chance.normal(0, 0.3, (count, 1, 1, 1))).astype(np.float32)
    white = np.exp(chance.normal(0, 0.08, (count, 1, 1, 3))).astype(np.float32)
    lift = chance.normal(0, 10, (count, 1, 1, 1)).astype(np.float32)
    batch = batch * (light * shadow)[..., None] * gain * white + lift
    batch += _glare(count, ramp, chance)[..., None]
    grainy = np.flatnonzero(chance.random(count) < 0.5)
    noise = np.abs(chance.normal(0, 8, (len(grainy), 1, 1, 1))).astype(np.float32)
    batch[grainy] += noise * chance.standard_normal((len(grainy), *batch.shape[1:]), dtype=np.float32)
    clipped: NDArray[np.float32] = np.clip(np.rint(batch), 0, 255).astype(np.float32)
    return clipped


def _coloured(batch: NDArray[np.float32], chance: Generator) -> NDArray[np.float32]:
    """Other inks and bodies: channels swapped, light and dark swapped, colour taken away or strengthened."""
    count = len(batch)
    swapped = chance.random(count) < 0.3
    batch[swapped] = batch[swapped][..., chance.permutation(3)]
    inverted = chance.random(count) < 0.15
    batch[inverted] = 255 - batch[inverted]
    grey = batch.mean(axis=3, keepdims=True)
    strength = np.where(chance.random(count) < 0.12, 0.0, np.exp(chance.normal(0, 0.35, count)))
    saturated: NDArray[np.float32] = grey + (batch - grey) * strength.astype(np.float32)[:, None, None, None]
    contrast = np.exp(chance.normal(-0.1, 0.3, count)).astype(np.float32)[:, None, None, None]
    mean = saturated.mean(axis=(1, 2, 3), keepdims=True)
    return np.asarray(mean + (saturated - mean) * contrast, np.float32)


def _across(count: int, ramp: NDArray[np.float32], chance: Generator) -> NDArray[np.float32]:
    """The distance from a line of any direction through the patch, N×S×S; the patch runs from -1 to 1."""
    angle = chance.uniform(0, 2 * np.pi, (count, 1, 1)).astype(np.float32)
    off = chance.uniform(-0.8, 0.8, (count, 1, 1)).astype(np.float32)
    return np.asarray(np.cos(angle) * ramp[None, None, :] + np.sin(angle) * ramp[None, :, None] - off, np.float32)


def _shadow(count: int, ramp: NDArray[np.float32], chance: Generator) -> NDArray[np.float32]:
    """A soft or hard shadow over a part of some patches, as a factor N×S×S."""
    depth = (chance.uniform(0.2, 0.6, (count, 1, 1)) * (chance.random((count, 1, 1)) < 0.15)).astype(np.float32)
    soft = np.exp(chance.uniform(np.log(0.03), np.log(0.4), (count, 1, 1))).astype(np.float32)
    dark = 1 / (1 + np.exp(-np.clip(_across(count, ramp, chance) / soft, -30, 30)))
    return np.asarray(1 - depth * dark, np.float32)


def _glare(count: int, ramp: NDArray[np.float32], chance: Generator) -> NDArray[np.float32]:
    """A bright patch of light on some, N×S×S."""
    strength = (chance.uniform(20, 150, (count, 1, 1)) * (chance.random((count, 1, 1)) < 0.12)).astype(np.float32)
    at = chance.uniform(-1, 1, (2, count, 1, 1)).astype(np.float32)
    width = chance.uniform(0.15, 0.7, (2, count, 1, 1)).astype(np.float32)
    far = ((ramp[None, None, :] - at[0]) / width[0]) ** 2 + ((ramp[None, :, None] - at[1]) / width[1]) ** 2
    return np.asarray(strength * np.exp(-far), np.float32)
