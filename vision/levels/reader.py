"""From the quads of a photo to the levels of its dominoes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from vision.geometry import domino_quad
from vision.levels.belief import believe
from vision.levels.camera import ASPECT, fit, view
from vision.levels.pairs import Flat, near, odds
from vision.levels.settings import CAMERA, LEVELS, STACK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.levels.camera import Views

    Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Level:
    """How high a domino lies: 0 on the table, None where the photo cannot tell; `confidence` 0 … 1 is the best's."""

    level: int | None
    confidence: float


UNKNOWN = Level(None, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """What a camera (6) makes of quads (N).

    `shares` (N, L) are probabilities of levels, `thick` is the likeliest thickness, `heights` (N) are expected ones,
    both in tile widths; `strange` (N) is the sum of the corners' squared misses in standard deviations.
    """

    camera: Floats
    shares: Floats
    thick: float
    heights: Floats
    strange: Floats


def levels(quads: Sequence[Quad], size: tuple[int, int]) -> tuple[Level, ...]:
    """The level of every domino of a picture `size` (width, height) px, in the order of the quads.

    Quads are top faces (4, 2), px; a tile on its edge has none and must be left out. Only their geometry is used.
    """
    sound = [n for n, each in enumerate(quads) if _sound(np.asarray(each, dtype=np.float64))]
    found = [UNKNOWN] * len(quads)
    if not sound:
        return tuple(found)
    world = explain(np.stack([domino_quad(np.asarray(quads[n], dtype=np.float64)) for n in sound]), size)
    for n, shares, strange in zip(sound, world.shares, world.strange, strict=True):
        best = int(shares.argmax())
        sure = float(shares[best])
        told = sure >= LEVELS.least_confidence and strange <= LEVELS.strange
        found[n] = Level(best if told else None, sure)
    return tuple(found)


def explain(quads: Floats, size: tuple[int, int]) -> World:
    """The likeliest world behind quads (N, 4, 2) that begin with a short edge and go round clockwise on screen."""
    camera = fit(quads, size)
    world = _world(camera, quads, size)
    for _ in range(STACK.refits):
        if world.heights.max() < 0.05:
            break
        world = _world(fit(quads, size, world.heights, world.camera), quads, size)
    return world


def _world(camera: Floats, quads: Floats, size: tuple[int, int]) -> World:
    seen = view(camera[None], quads, size)
    strange = ((seen.miss[0] / seen.noise(CAMERA.noise)[0][:, None, None]) ** 2).sum(axis=(1, 2))
    noise = seen.noise(_noise(seen))[0]
    thick = np.array(STACK.thicks)
    own = _own(seen, noise, thick)
    flat = Flat(
        seen.centre[0],
        seen.turn[0],
        0.5 * noise / seen.least[0],
        float(np.exp(camera[ASPECT])),
        float(seen.distance[0]),
        own.shape[2],
    )
    one, two = near(flat)
    shares, evidence = believe(own, one, two, odds(flat, one, two, thick))
    evidence = evidence - 0.5 * (np.log(thick / STACK.thick) / STACK.thick_spread) ** 2
    weight = np.exp(evidence - evidence.max())
    weight /= weight.sum()
    best = int(weight.argmax())
    heights = shares[best] @ np.arange(own.shape[2]) * thick[best]
    return World(camera, np.einsum("h,hnl->nl", weight, shares), float(thick[best]), heights, strange)


def _noise(seen: Views) -> float:
    """The noise of corners (px) by what the shapes of the quads miss."""
    # Four of eight numbers of a quad are its place, turn and size; 3.36 is the median of chi² for the other four.
    square = float(np.median((seen.miss[0] ** 2).sum(axis=(1, 2)))) / 3.36
    count = len(seen.miss[0])
    mixed = (count * square + CAMERA.noise_tiles * CAMERA.noise**2) / (count + CAMERA.noise_tiles)
    return float(np.clip(np.sqrt(mixed), *CAMERA.noise_range))


def _own(seen: Views, noise: Floats, thick: Floats) -> Floats:
    """Log odds (H, N, L) of levels by the size of each tile, as far up as any may lie."""
    error = np.hypot(seen.size_error[0] * noise, CAMERA.uneven)
    height = seen.distance[0] * -np.expm1(-(seen.log_size[0] + 2.5 * error))
    most = int(np.clip(np.ceil(height.max() / thick.min()) + 1, 2, len(STACK.prior)))
    nearer = seen.nearer((thick[:, None] * np.arange(most))[..., None, None])[..., 0, 0]
    off = (seen.log_size[0][:, None] - nearer[:, None, :]) / error[:, None]
    own: Floats = -0.5 * STACK.doubt * np.log1p(off**2 / STACK.doubt) + np.array(STACK.prior[:most])
    return own


def _sound(corners: Quad) -> bool:
    """Whether four points are a convex quad of some size."""
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        return False
    edges = np.roll(corners, -1, axis=0) - corners
    after = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]
    x, y = corners[:, 0], corners[:, 1]
    area = 0.5 * abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))))
    return bool((np.all(turns > 0) or np.all(turns < 0)) and area >= LEVELS.least_area)
