"""The face of a domino, turned upright: its bar, its bare background and the pips on the lattice.

A half bears its pips on a 3×3 lattice. What counts is how a spot differs from the ring round it. Shadow across the
tile, dark pips on light, light on dark or coloured ones thus make no difference. All pips of a half have one colour.
Spots that differ in another direction (a glint, a scratch), or much less (the unpainted dimples of an embossed tile),
are none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.settings import FaceSettings

WIDTH: Final = 64
"""Pixels across an upright face; it is twice as high, the first half on top."""

PATTERNS: Final[tuple[tuple[int, tuple[int, ...]], ...]] = (
    (0, ()),
    (1, (4,)),
    (2, (0, 8)),
    (2, (2, 6)),
    (3, (0, 4, 8)),
    (3, (2, 4, 6)),
    (4, (0, 2, 6, 8)),
    (5, (0, 2, 4, 6, 8)),
    (6, (0, 2, 3, 5, 6, 8)),
    (6, (0, 1, 2, 6, 7, 8)),
    (7, (0, 2, 3, 4, 5, 6, 8)),
    (7, (0, 1, 2, 4, 6, 7, 8)),
    (8, (0, 1, 2, 3, 5, 6, 7, 8)),
    (9, (0, 1, 2, 3, 4, 5, 6, 7, 8)),
)
"""Which of the nine spots, row by row, bear pips; two ways where the pattern may lie turned."""

NUMBERS: Final = 10
_MASKS: Final = np.array([[spot in spots for spot in range(9)] for _, spots in PATTERNS])


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """What an upright face shows.

    `halves` is 2×10: the likelihood of each number for the first and second half, each row adding up to 1. `bar` is the
    contrast of the dividing bar, `bar_share` the part of its length on which it shows. `unevenness` is how much the
    bare background varies, `pip` the contrast of the pips of each half, both in units of CIELAB. `fit` is how well the
    spots keep to the best pattern, 0 … 1.
    """

    halves: NDArray[np.float64]
    bar: float
    bar_share: float
    unevenness: float
    pip: tuple[float, float]
    fit: float


def rectify(lab: NDArray[np.uint8], corners: Quad) -> NDArray[np.float32]:
    """The face in the quad, upright: 128×64×3 CIELAB, the edge 0→1 on top."""
    height = 2 * WIDTH
    target = np.array([[0, 0], [WIDTH, 0], [WIDTH, height], [0, height]], np.float32) - 0.5
    homography = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    face = cv2.warpPerspective(
        lab, homography, (WIDTH, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return face.astype(np.float32)


def look(face: NDArray[np.float32], settings: FaceSettings) -> Face:
    """What the upright face shows."""
    bar, share = _bar(face, settings)
    spot = cv2.blur(face, (settings.spot, settings.spot), borderType=cv2.BORDER_REPLICATE)
    wide = cv2.blur(face, (settings.ring, settings.ring), borderType=cv2.BORDER_REPLICATE)
    inner, outer = settings.spot**2, settings.ring**2
    contrast = (spot - wide) * (outer / (outer - inner))
    first, first_pip, first_fit = _half(contrast, 0, bar, settings)
    second, second_pip, second_fit = _half(contrast, 1, bar, settings)
    return Face(
        halves=np.stack([first, second]),
        bar=bar,
        bar_share=share,
        unevenness=_unevenness(face),
        pip=(first_pip, second_pip),
        fit=min(first_fit, second_fit),
    )


def _bar(face: NDArray[np.float32], settings: FaceSettings) -> tuple[float, float]:
    """Contrast of the bar, and the share of its length on which it shows at least half of that."""
    half = WIDTH // 2
    columns = slice(half - WIDTH // 4, half + WIDTH // 4)
    middle = face[WIDTH - settings.bar_search : WIDTH + settings.bar_search, columns]
    gap = settings.bar_gap
    sides = (
        face[WIDTH - gap - 2 : WIDTH - gap + 2, columns].mean(axis=0)
        + face[WIDTH + gap - 2 : WIDTH + gap + 2, columns].mean(axis=0)
    ) / 2
    difference = cv2.blur(middle, (3, 3)) - sides[None]
    strength = np.linalg.norm(difference, axis=2)
    row = int(strength.mean(axis=1).argmax())
    mean = np.median(difference[row], axis=0)
    contrast = float(np.linalg.norm(mean))
    along = difference[max(0, row - 1) : row + 2] @ (mean / max(contrast, 1e-6))
    return contrast, float((along.max(axis=0) > contrast / 2).mean())


def _half(
    contrast: NDArray[np.float32], which: int, bar: float, settings: FaceSettings
) -> tuple[NDArray[np.float64], float, float]:
    """Likelihoods of 0 … 9, contrast of the pips, and fit of the best pattern of one half."""
    part = contrast[which * WIDTH : (which + 1) * WIDTH]
    outward = -1 if which == 0 else 1
    best: tuple[NDArray[np.float64], float] | None = None
    best_score = -np.inf
    strength = cv2.dilate(np.linalg.norm(part, axis=2), np.ones((settings.tolerance, settings.tolerance), np.uint8))
    for pitch in settings.pitches:
        rows, columns = _lattice(pitch * WIDTH, outward * settings.outward * WIDTH)
        peak = int(strength[rows, columns].argmax())
        direction = _direction(part, rows[peak], columns[peak], settings)
        aligned = cv2.dilate(part @ direction, np.ones((settings.tolerance, settings.tolerance), np.uint8))
        response = aligned[rows, columns]
        chances, fit, score = _numbers(response, bar, settings)
        if score > best_score:
            best, best_score = (chances, fit), score
            top = float(response.max())
    assert best is not None
    return best[0], top, best[1]


def _lattice(pitch: float, outward: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows and columns of the nine spots of a half, row by row."""
    steps = np.array([-1, 0, 1]) * pitch + WIDTH / 2 - 0.5
    rows = np.repeat(np.rint(steps + outward), 3).astype(np.int64)
    columns = np.tile(np.rint(steps), 3).astype(np.int64)
    return rows, columns


def _direction(part: NDArray[np.float32], row: int, column: int, settings: FaceSettings) -> NDArray[np.float32]:
    """The unit colour difference of the strongest spot near a place."""
    reach = settings.tolerance // 2
    near = part[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1].reshape(-1, 3)
    strongest = near[np.linalg.norm(near, axis=1).argmax()]
    unit: NDArray[np.float32] = strongest / max(float(np.linalg.norm(strongest)), 1e-6)
    return unit


def _numbers(response: NDArray[Any], bar: float, settings: FaceSettings) -> tuple[NDArray[np.float64], float, float]:
    """Likelihoods of 0 … 9 from the responses of nine spots, the fit of the best, its log-likelihood."""
    top = float(np.sort(response)[-2:].mean()) if response.max() > 0 else 0.0
    top = max(top, 0.8 * float(response.max()))
    needed = max(settings.least_pip, settings.pip_to_bar * bar)
    is_blank = 1 / (1 + np.exp(np.clip((top / needed - 1) / settings.blank_softness, -30, 30)))
    pipped = 1 / (
        1 + np.exp(np.clip((settings.half_strength - response / max(top, 1e-6)) / settings.softness, -30, 30))
    )
    on, off = np.log(pipped + 1e-4), np.log(1 - pipped + 1e-4)
    likelihood = np.where(_MASKS, on[None], off[None]).sum(axis=1)
    likelihood[0] = np.log(is_blank + 1e-6)
    likelihood[1:] += np.log(1 - is_blank + 1e-6)
    weights = np.exp(likelihood - likelihood.max())
    chances = np.zeros(NUMBERS)
    for (number, _), weight in zip(PATTERNS, weights, strict=True):
        chances[number] = max(chances[number], weight)
    spread = float(np.exp(likelihood.max() / 9))
    return chances / chances.sum(), spread, float(likelihood.max())


def _unevenness(face: NDArray[np.float32]) -> float:
    """How far the bare background between the spots strays from its own median, as the mean over those places."""
    smooth = cv2.blur(face, (5, 5))
    steps = np.rint(np.array([-0.15, 0.15]) * WIDTH + WIDTH / 2).astype(np.int64)
    rows = np.concatenate([steps, steps + WIDTH])
    background = smooth[np.ix_(rows, steps)].reshape(-1, 3)
    return float(np.linalg.norm(background - np.median(background, axis=0), axis=1).mean())
