"""From the quads of a photo to the levels of its dominoes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from vision.levels.belief import believe
from vision.levels.camera import ASPECT, LEAN, SLOPE, fit, view
from vision.levels.pairs import Flat, lonely, near, odds
from vision.levels.settings import CAMERA, LEVELS, STACK
from vision.levels.walls import thickness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.levels.camera import Views
    from vision.photo import Picture

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

    `shares` (N, L) are probabilities of levels. `thick` is the likeliest thickness and `heights` (N) are expected ones,
    both in tile widths. `strange` (N) is the sum of the corners' squared misses in standard deviations. `evidence` is
    the log odds of the thicknesses that were tried, `noise` that of corners in widths.
    """

    camera: Floats
    shares: Floats
    thick: float
    heights: Floats
    strange: Floats
    evidence: Floats
    noise: float


def levels(quads: Sequence[Quad], size: tuple[int, int], picture: Picture | None = None) -> tuple[Level, ...]:
    """The level of every domino of a picture `size` (width, height) px, in the order of the quads.

    Quads are top faces (4, 2), px; a tile on its edge has none and must be left out. The H×W×3 picture of that size,
    where it is given, tells how thick the tiles are.
    """
    given = [np.asarray(each, dtype=np.float64) for each in quads]
    sound = [n for n, each in enumerate(given) if _sound(each)]
    found = [UNKNOWN] * len(quads)
    if not sound:
        return tuple(found)
    world = explain(np.stack([_clockwise(given[n]) for n in sound]), size, picture)
    least = _least_confidence(world)
    for n, shares, strange in zip(sound, world.shares, world.strange, strict=True):
        best = int(shares.argmax())
        sure = float(shares[best])
        told = sure >= least and world.noise <= LEVELS.most_noise and strange <= LEVELS.strange
        found[n] = Level(best if told else None, sure)
    return tuple(found)


def _least_confidence(world: World) -> float:
    """How sure a level must be: surer where the camera is above or corners are uncertain, for the camera is too."""
    above = float(np.hypot(*world.camera[[LEAN, SLOPE]])) < LEVELS.above
    least = LEVELS.least_confidence_above if above else LEVELS.least_confidence
    return float(np.interp(world.noise, LEVELS.noisy, (least, max(least, LEVELS.least_confidence_noisy))))


def explain(quads: Floats, size: tuple[int, int], picture: Picture | None = None) -> World:
    """The likeliest world behind quads (N, 4, 2) that go round clockwise on screen."""
    rough, fine = np.array(STACK.rough_thicks), np.array(STACK.thicks)
    camera = fit(quads, size)
    begun = _begun(camera, quads, size)
    if begun is not quads:
        quads = begun
        camera = fit(quads, size)
    both = np.concatenate([rough, fine])
    usual = -0.5 * (np.log(both / STACK.thick) / STACK.thick_spread) ** 2
    if picture is not None:
        usual = usual + thickness(picture, quads, camera, view(camera[None], quads, size), both)
    usual_rough, usual_fine = np.split(usual, [len(rough)])
    world = _world(camera, quads, size, rough, usual_rough)
    heights = np.zeros(len(quads))
    for _ in range(STACK.refits):
        if np.abs(world.heights - heights).max() < LEVELS.flat:
            break
        heights = world.heights
        world = _world(fit(quads, size, heights, world.camera), quads, size, rough, usual_rough)
    beside = np.abs(np.log(fine[:, None] / rough)) < STACK.beside
    likely = (beside & (world.evidence > world.evidence.max() - STACK.doubtful)).any(axis=1)
    return _world(world.camera, quads, size, fine[likely], usual_fine[likely])


def _world(camera: Floats, quads: Floats, size: tuple[int, int], thick: Floats, usual: Floats) -> World:
    """What a camera makes of quads if tiles are `thick` (H), whose log odds are `usual` (H)."""
    seen = view(camera[None], quads, size)
    px = _noise(seen)
    noise = seen.noise(px)[0]
    strange = ((seen.miss[0] / noise[:, None, None]) ** 2).sum(axis=(1, 2))
    # A quad whose shape is off is not trusted for its size and place either.
    noise = noise * np.sqrt(np.maximum(strange / LEVELS.usual, 1.0))
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
    own[..., 1:] += STACK.lonely * lonely(flat, one, two)[:, None]
    shares, evidence = believe(own, one, two, odds(flat, one, two, thick))
    evidence = evidence + usual
    weight = np.exp(evidence - evidence.max())
    weight /= weight.sum()
    best = int(weight.argmax())
    heights = shares[best] @ np.arange(own.shape[2]) * thick[best]
    mixed = np.einsum("h,hnl->nl", weight, shares)
    return World(camera, mixed, float(thick[best]), heights, strange, evidence, px / float(np.median(seen.most)))


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


def _begun(camera: Floats, quads: Floats, size: tuple[int, int]) -> Floats:
    """The quads, each beginning with a short edge: one that is seen along its length may seem wider than long."""
    turned = np.roll(quads, -1, axis=1)
    seen, other = view(camera[None], quads, size), view(camera[None], turned, size)
    miss, other_miss = ((each.miss[0] ** 2).sum(axis=(1, 2)) for each in (seen, other))
    noise = seen.noise(CAMERA.noise)[0]
    wrong = (miss > LEVELS.strange * noise**2) & (other_miss < LEVELS.turned * miss)
    return np.where(wrong[:, None, None], turned, quads) if wrong.any() else quads


def _clockwise(corners: Quad) -> Quad:
    """The quad from the same edge on, clockwise on screen."""
    return corners if _turns(corners)[0] > 0 else corners[[1, 0, 3, 2]]


def _sound(corners: Quad) -> bool:
    """Whether four points are a convex quad of some size."""
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        return False
    turns = _turns(corners)
    area = abs(turns[0] + turns[2]) / 2
    return (min(turns) > 0 or max(turns) < 0) and area >= LEVELS.least_area


def _turns(corners: Quad) -> list[float]:
    """Twice the area of the triangle at each corner, positive where a quad turns clockwise on screen."""
    p = corners.tolist()
    return [
        (p[k][0] - p[k - 1][0]) * (p[(k + 1) % 4][1] - p[k][1])
        - (p[k][1] - p[k - 1][1]) * (p[(k + 1) % 4][0] - p[k][0])
        for k in range(4)
    ]
