"""The colour of stones, as far as they are seen: what is hidden behind nearer stones is left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.recognise.stones.settings import STONES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.photo import Picture
    from vision.recognise.stones.plane import Floats

SAMPLES: Final = 96
REACH: Final = 0.9
"""How far from a box's middle towards its edge samples lie."""
LEAST_SEEN: Final = 6
GAMMA: Final = 2.2
DARKEST: Final = 4.0
"""Added to every value, of 255, so that noise in what is dark does not count."""


def _sunflower(count: int) -> Floats:
    n = np.arange(count) + 0.5
    angle = n * np.pi * (3 - np.sqrt(5.0))
    return np.asarray(np.sqrt(n / count)[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]))


DISC: Final = _sunflower(SAMPLES)
"""Points spread evenly over the unit disc (SAMPLES, 2)."""
RADII: Final = np.linspace(0.7, 1.3, 7)
_TURN: Final = np.linspace(0, 2 * np.pi, 48, endpoint=False)
ROUND: Final = np.column_stack([np.cos(_TURN), np.sin(_TURN)])
"""Where the outline is looked for: radii in those of the box's ellipse, and directions."""


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Points (N, S, 2) spread over each of N stones, px, the `colours` (N, S, 3) there, and which lie `inside` (N, S)
    of the picture. Then points on its `outline` (N, B, 2), and how much the colour changes across it there (N, B),
    `edges`.
    """

    points: Floats
    colours: Floats
    inside: NDArray[np.bool_]
    outline: Floats
    edges: Floats


def sample(picture: Picture, boxes: Floats) -> Samples:
    """Samples of an H×W×3 BGR picture over stones with upright boxes (N, 4: centre, width, height)."""
    points = boxes[:, None, :2] + REACH * DISC[None] * boxes[:, None, 2:] / 2
    height, width = picture.shape[:2]
    inside = np.asarray(((points >= 0) & (points <= np.array([width, height]) - 1)).all(axis=2), dtype=np.bool_)
    rings = boxes[:, None, None, :2] + RADII[:, None, None] * ROUND * boxes[:, None, None, 2:] / 2
    across = looked_at(picture, rings) / np.array(STONES.colour_scale)
    # The outline is no ellipse, so the change is looked for from well within to well outside.
    edges = np.linalg.norm(across[:, 2:] - across[:, :-2], axis=3).max(axis=1, initial=0.0)
    return Samples(points, looked_at(picture, points), inside, rings[:, len(RADII) // 2], edges)


def looked_at(picture: Picture, points: Floats) -> Floats:
    """The colours (…, 3) at points (…, 2) of a picture, the nearest pixel's beyond its edge."""
    height, width = picture.shape[:2]
    at = np.clip(np.rint(points), 0, np.array([width, height]) - 1).astype(np.int64)
    return feature(picture[at[..., 1], at[..., 0]].astype(np.float64))


def colours(samples: Samples, boxes: Floats, depths: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """The colours (N, 3) of stones with boxes (N, 4) at distances (N), and which samples (N, S) nothing nearer covers.

    Colours are medians. A stone that is hidden wholly is looked at where it would be.
    """
    if len(boxes) == 0:
        return np.zeros((0, 3)), np.zeros((0, SAMPLES), dtype=np.bool_)
    bare = visible(samples.points, boxes, depths) & samples.inside
    use = np.where((bare.sum(axis=1) >= LEAST_SEEN)[:, None], bare, True)
    return np.asarray(np.nanmedian(np.where(use[..., None], samples.colours, np.nan), axis=1)), bare


def feature(bgr: Floats) -> Floats:
    """The colour (…, 3) of sRGB values (…, 3) in the order blue, green, red, 0 … 255: logarithms of light, of red over
    green and of blue over green. More or less light changes the first alone; a camera's white shifts all stones alike.
    """
    logs = GAMMA * np.log((bgr + DARKEST) / (255 + DARKEST))
    return np.stack([logs.mean(axis=-1), logs[..., 2] - logs[..., 1], logs[..., 0] - logs[..., 1]], axis=-1)


def visible(points: Floats, boxes: Floats, depths: Floats) -> NDArray[np.bool_]:
    """Which points (N, S, 2) of stones are not inside the ellipse of a nearer stone."""
    nearer = depths[None, :] < depths[:, None]
    return np.asarray(~(within(points, boxes) & nearer[:, None]).any(axis=2), dtype=np.bool_)


def within(points: Floats, boxes: Floats) -> NDArray[np.bool_]:
    """Which points (N, S, 2) lie within which boxes' ellipses: (N, S, M)."""
    away = (points[:, :, None] - boxes[None, None, :, :2]) / (boxes[None, None, :, 2:] / 2)
    return np.asarray((away**2).sum(axis=3) < 1)
