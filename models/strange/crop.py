"""The crop of a detection: what the network looks at, cut alike in training and in reading.

A crop is square and upright. The upright box round the detection lies in its middle, and a margin shows what is around.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from models.halves.patch import MOST_FINER, PATCH, Cut

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]
    Quad = NDArray[np.float64]

CLASSES: Final = (
    "domino", "domino_back", "domino_side", "card", "card_back", "stone", "base", "token", "tile", "tile_back",
    "marker", "strange",
)  # fmt: skip
"""The detector's classes without hands, and what is none of them."""
STRANGE: Final = CLASSES.index("strange")


def crop(picture: Picture, corners: Quad, cut: Cut = PATCH) -> Picture:
    """The S×S×3 crop of a 4×2 quad in an H×W×3 picture; beyond the picture its edge goes on."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    side = max(float((high - low).max()), 1.0)
    finer = int(np.clip(np.ceil(side / cut.half - 0.3), 1, MOST_FINER))
    scale = cut.half * finer / side
    middle = (low + high) / 2
    offset = cut.side * finer / 2 - 0.5 - scale * middle
    matrix = np.array([[scale, 0, offset[0]], [0, scale, offset[1]]])
    size = (cut.side * finer, cut.side * finer)
    out = cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if finer > 1:
        out = cv2.resize(out, (cut.side, cut.side), interpolation=cv2.INTER_AREA)
    return out.astype(np.uint8, copy=False)
