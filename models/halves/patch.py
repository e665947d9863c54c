"""The patch of a half: what the network looks at, cut alike in training and in reading.

A patch is square and turned so that the tile's outer edge lies above and its middle line below. Round the half it shows
a margin. So a quad that is a little off still holds the whole half.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]
    Quad = NDArray[np.float64]

NUMBERS: Final = 13
"""Classes 0 … 12 are the pips of a half."""
BACK: Final = 13
"""The class of half a face-down tile."""
NONE: Final = 14
"""The class of what is no half of a domino."""
CLASSES: Final = 15

MOST_FINER: Final = 4
"""Quads so many times larger than the patch are averaged; of larger ones pixels are left out."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Pixels across a half, and of the margin on each of its sides."""

    half: int
    margin: int

    @property
    def side(self) -> int:
        """Pixels across the patch."""
        return self.half + 2 * self.margin


PATCH: Final = Cut(half=36, margin=6)
"""What the network takes: 48×48 pixels."""


def halves(picture: Picture, corners: Quad, cut: Cut = PATCH) -> Picture:
    """Both halves of the tile in a 4×2 quad of an H×W×3 picture, 2×S×S×3; the first is beside the edge 0→1."""
    finer = _finer(corners, cut)
    size = (cut.side * finer, (2 * cut.half + 2 * cut.margin) * finer)
    low, wide, high = cut.margin * finer, cut.half * finer, 2 * cut.half * finer
    target = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) + np.float32(low - 0.5)
    homography = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    tile = cv2.warpPerspective(picture, homography, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if finer > 1:
        tile = cv2.resize(tile, (size[0] // finer, size[1] // finer), interpolation=cv2.INTER_AREA)
    return np.stack([tile[: cut.side], tile[-cut.side :][::-1, ::-1]]).astype(np.uint8, copy=False)


def _finer(corners: Quad, cut: Cut) -> int:
    """How many times finer than the patch the tile is looked at first, so that no pixel is left out."""
    edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    largest = max(edges[0], edges[2], edges[1] / 2, edges[3] / 2)
    return int(np.clip(np.ceil(largest / cut.half - 0.3), 1, MOST_FINER))
