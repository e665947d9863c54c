"""Flat things with something printed on them: cards, tiles, tokens, markers, boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from datasets.optics.material import Material, Texture
from datasets.optics.mesh import circle, rounded_rectangle, sheet, slab
from datasets.optics.world import Piece, Thing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.optics.material import RGB
    from datasets.optics.mesh import Mesh

    Bytes = NDArray[np.uint8]

PAPER: RGB = (0.8, 0.79, 0.76)
"""The colour of a card's edge."""


@dataclass(frozen=True, slots=True)
class Finish:
    """How printed board shines: `roughness` 0.1 (varnish, sleeves) … 0.8 (bare paper)."""

    roughness: float = 0.45
    reflectance: float = 0.04


def texture_of(pictures: Sequence[Bytes]) -> Texture:
    """Layers from pictures (h, w, 4) of BGRA bytes; beyond their outlines they are paper."""
    height, width = pictures[0].shape[:2]
    layers = np.empty((len(pictures), height, width, 4), np.uint8)
    for layer, picture in zip(layers, pictures, strict=True):
        one = picture if picture.shape[:2] == (height, width) else cv2.resize(picture, (width, height))
        layer[..., :3] = one[..., 2::-1]
        layer[..., 3] = 128
    return Texture(layers)


def plate(size: tuple[float, float, float], corner: float) -> Mesh:
    """A rectangular piece of board (width, height, thickness) with round corners, in mm."""
    width, height, thickness = size
    return slab(rounded_rectangle(width, height, max(corner, 0.2), 4), thickness, thickness * 0.15, 1)


def disc(diameter: float, thickness: float) -> Mesh:
    """A round piece of board."""
    return slab(circle(diameter / 2, 30), thickness, thickness * 0.15, 1)


def cut(outline: NDArray[np.float64], thickness: float) -> Mesh:
    """A piece cut along an outline (n, 2) whose y runs down, about its middle."""
    low, high = outline.min(0), outline.max(0)
    edge = ((outline - (low + high) / 2) * [1, -1]).astype(np.float32)
    follow, before = np.roll(edge, -1, axis=0), np.roll(edge, 1, axis=0)
    if float(np.sum(edge[:, 0] * follow[:, 1] - follow[:, 0] * edge[:, 1])) < 0:
        edge = edge[::-1].copy()
        follow, before = np.roll(edge, -1, axis=0), np.roll(edge, 1, axis=0)
    along = follow - before
    normal = np.stack([along[:, 1], -along[:, 0]], 1)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-6)
    return slab((edge, normal.astype(np.float32)), thickness)


def bent(width: float, height: float, lift: tuple[float, float, float]) -> Mesh:
    """A card that is not quite flat: `lift` mm at its corners' diagonal, across and along; it touches the table."""
    x, y = np.meshgrid(np.linspace(-1, 1, 9), np.linspace(1, -1, 13))
    z = lift[0] * x * y + lift[1] * x * x + lift[2] * y * y
    return sheet(width, height, (8, 12), (z - z.min() + 0.15).astype(np.float32))


def printed(  # noqa: PLR0913, PLR0917 - a shape, what is printed on it, and what it means
    mesh: Mesh, texture: Texture, face: int, back: int, piece: Piece | None, finish: Finish, thin: bool = False
) -> Thing:
    """A thing with layer `face` of the texture on its top and `back` on its bottom; `thin` for a sheet."""
    material = Material(
        side=PAPER,
        texture=texture,
        layers=(face, face, back, -1),
        roughness=finish.roughness,
        reflectance=finish.reflectance,
        grain=0.02,
        two_sided=thin,
    )
    return Thing(mesh, material, piece)
