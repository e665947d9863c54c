"""Which parts of the picture changed between two looks: small grey pictures, compared past changes of light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.observation import Corners


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """A mask (h, w) of the pixels that changed, and how many pixels of the picture one of its pixels is.

    Without a mask nothing is known to be as it was.
    """

    mask: NDArray[np.bool_] | None = None
    scale: float = 1.0

    def share(self, corners: Corners) -> float:
        """How much of a quad (pixels of the picture) has changed, 0 … 1; 1 where nothing is known."""
        if self.mask is None:
            return 1.0
        quad = np.array(corners, np.float64) / self.scale
        inside = np.zeros(self.mask.shape, np.uint8)
        cv2.fillConvexPoly(inside, cv2.convexHull(np.rint(quad).astype(np.int32)), 1)
        within = inside.astype(bool)
        return float(self.mask[within].mean()) if within.any() else 0.0


def between(before: NDArray[np.uint8] | None, after: NDArray[np.uint8], width: int, step: float) -> Change:
    """What changed from one small grey picture (h, w) to the next; `width` is that of the whole picture in pixels."""
    if before is None or before.shape != after.shape:
        return Change()
    apart = after.astype(np.int16) - before.astype(np.int16)
    apart -= np.int16(np.median(apart[::4, ::4]))
    return Change(np.abs(apart) > step, width / after.shape[1])
