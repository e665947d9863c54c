"""What lies beside the table is told no more: a picture that is kept, or sent away, shows hands and pieces alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.scene.region import TableRegion
    from vision.tracking.tracker import Pixels

CELLS: Final = 24
"""Into so many cells a picture's width is divided beside the table. A face at a table is two or three of them wide."""


def veiled(pixels: Pixels, region: TableRegion | None) -> Pixels:
    """A picture (H×W×3) with what lies beside the region made coarse; where none is known yet, all of it stays."""
    if region is None:
        return pixels
    height, width = pixels.shape[:2]
    small = cv2.resize(pixels, (CELLS, max(1, round(CELLS * height / width))), interpolation=cv2.INTER_AREA)
    coarse = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.where(region.mask((height, width))[..., None], pixels, coarse), np.uint8)
