"""The colours of a tile: its bare background, and how its pips differ from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from models.halves.patch import PATCH, halves

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.photo import Picture

RIM: Final = 4
"""Pixels inside a half's edges that are left out: they may be the table's or the next tile's."""
PIPS: Final = 0.06
"""The share of a half's pixels that surely are pips, if it bears any."""


def lab(picture: Picture, corners: Quad) -> NDArray[np.float64]:
    """Both halves of a tile without their rims, 2×M×3 CIELAB, in an H×W×3 BGR picture."""
    edge = PATCH.margin + RIM
    both = [
        cv2.cvtColor(np.ascontiguousarray(half[edge:-edge, edge:-edge]), cv2.COLOR_BGR2LAB).reshape(-1, 3)
        for half in halves(picture, corners)
    ]
    return np.array(both, np.float64)


def background(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """the colour of the background (3) of a tile's pixels 2×M×3: most of a face is bare."""
    return np.asarray(np.median(pixels.reshape(-1, 3), axis=0))


def ink(half: NDArray[np.float64], bare: NDArray[np.float64]) -> NDArray[np.float64]:
    """By how much (3) the pixels of a half (M×3) that differ most from its background differ from it."""
    apart = half - bare
    far = np.linalg.norm(apart, axis=1)
    most = np.argsort(far)[-max(1, round(PIPS * len(far))) :]
    return np.asarray(np.median(apart[most], axis=0))
