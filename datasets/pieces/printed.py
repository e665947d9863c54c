"""Flat things with something printed on them: cards, tiles, tokens, markers, boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from datasets.optics.material import Material, Texture
from datasets.optics.mesh import circle, rounded_rectangle, slab, surface
from datasets.optics.world import Piece, Thing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.random import Generator
    from numpy.typing import NDArray

    from datasets.optics.material import RGB
    from datasets.optics.mesh import Mesh

    Bytes = NDArray[np.uint8]
    Points = NDArray[np.float64]

PAPER: RGB = (0.8, 0.79, 0.76)
"""The colour of a card's edge."""


@dataclass(frozen=True, slots=True)
class Finish:
    """How printed board shines: `roughness` 0.1 (varnish, sleeves) … 0.8 (bare paper); how much it is used.

    `stain` and `smudge` are as in `Material`: how dark and how dull what hands left on it is.
    """

    roughness: float = 0.45
    reflectance: float = 0.04
    stain: float = 0.0
    smudge: float = 0.0


def draw_finish(rng: Generator, roughness: tuple[float, float]) -> Finish:
    """A finish from chance, its roughness within a range; most are a little used."""
    return Finish(
        float(rng.uniform(*roughness)), stain=float(rng.beta(1, 5)) * 0.4, smudge=float(rng.uniform(0.0, 0.35))
    )


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


def corner_radius(picture: Bytes, px_per_mm: float) -> float:
    """The radius (mm) of the round corners of a picture (h, w, 4) that is transparent beyond them."""
    cut_off = float(np.sum(1 - picture[..., 3] / 255.0)) / 4
    return float(np.sqrt(cut_off / (1 - np.pi / 4))) / px_per_mm


def bent(
    width: float, height: float, lift: tuple[float, float, float], corner: float = 0.0
) -> tuple[Mesh, tuple[tuple[float, float, float], ...]]:
    """A card that is not quite flat: `lift` mm at its corners' diagonal, across and along; it touches the table.

    Its corners are rounded by the radius `corner`; where they would be without, clockwise from the upper left, is
    returned beside the mesh.
    """
    x, y = np.meshgrid(_lines(width, corner, 9), _lines(height, corner, 13)[::-1])
    if corner > 0:
        x, y = _rounded(x, y, width, height, corner)

    def rise(x: Points, y: Points) -> Points:
        u, v = 2 * x / width, 2 * y / height
        return np.asarray(lift[0] * u * v + lift[1] * u * u + lift[2] * v * v)

    z = rise(x, y)
    floor = float(z.min()) - 0.15
    slopes = (
        2 / width * (lift[0] * 2 * y / height + 2 * lift[1] * 2 * x / width),
        2 / height * (lift[0] * 2 * x / width + 2 * lift[2] * 2 * y / height),
    )
    across = np.array([-width, width, width, -width]) / 2
    along = np.array([height, height, -height, -height]) / 2
    corners = np.column_stack([across, along, rise(across, along) - floor])
    return surface(x, y, z - floor, slopes), tuple((float(a), float(b), float(c)) for a, b, c in corners)


def _lines(length: float, corner: float, count: int) -> Points:
    """Where the lines of a grid lie along a side: some more where its ends are rounded."""
    if corner <= 0:
        return np.linspace(-length / 2, length / 2, count)
    inner = np.linspace(corner - length / 2, length / 2 - corner, count - 2)
    ends = length / 2 - corner * np.array([0.0, 0.5])
    return np.concatenate([-ends, inner, ends[::-1]])


def _rounded(x: Points, y: Points, width: float, height: float, radius: float) -> tuple[Points, Points]:
    """The grid with the squares at its corners pressed into quarters of a disc."""
    u = np.maximum(np.abs(x) - (width / 2 - radius), 0) / radius
    v = np.maximum(np.abs(y) - (height / 2 - radius), 0) / radius
    inward_x = radius * u * (1 - np.sqrt(1 - v * v / 2))
    inward_y = radius * v * (1 - np.sqrt(1 - u * u / 2))
    return x - np.sign(x) * inward_x, y - np.sign(y) * inward_y


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
        grain_at=(97.0 * face % 256, 57.0 * face % 256, 0.0),
        stain=finish.stain,
        smudge=finish.smudge,
        soil_scale=0.005,
        two_sided=thin,
    )
    return Thing(mesh, material, piece)
