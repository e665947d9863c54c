"""Masks (h, w) of small pictures: painted, grown and shrunk, without gaps or specks, in parts that hang together."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.arrays import Grey, Mask
    from vision.geometry import Quad
    from vision.observation import Corners


def painted(shape: tuple[int, ...], corners: Corners | Quad, scale: float) -> Mask:
    """A mask of that shape (h, w) of what lies within the hull of points, pixels of the picture, `scale` to one of the
    mask."""
    quad = np.array(corners, np.float64) / scale
    inside = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, cv2.convexHull(np.rint(quad).astype(np.int32)), 1)
    return inside.astype(bool)


def grown(mask: Mask, across: int) -> Mask:
    """A mask with what is beside it: each of its pixels becomes a square so many pixels `across`."""
    return np.asarray(cv2.dilate(mask.astype(np.uint8), _square(across)) > 0, np.bool_)


def shrunk(mask: Mask, across: int) -> Mask:
    """A mask without its rim: squares so many pixels `across` lie within it. Beyond the picture there is nothing."""
    shown = mask.astype(np.uint8)
    return np.asarray(cv2.erode(shown, _square(across), borderType=cv2.BORDER_CONSTANT, borderValue=0) > 0, np.bool_)


def closed(mask: Mask, across: int) -> Mask:
    """A mask without gaps that are less than so many pixels `across`."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, _square(across)) > 0, np.bool_)


def opened(mask: Mask, across: int) -> Mask:
    """A mask without specks that are less than so many pixels `across`."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, _square(across)) > 0, np.bool_)


def components(mask: Mask) -> tuple[int, NDArray[np.int32]]:
    """The parts of a mask that hang together: how many numbers there are, and that of each pixel (h, w). Number 0 is
    what is not in the mask."""
    count, numbers = cv2.connectedComponents(mask.astype(np.uint8))
    return count, np.asarray(numbers, np.int32)


def large_parts(mask: Mask, least: float, most: float = inf) -> Mask:
    """A mask without parts that have fewer pixels than `least`, or more than `most`."""
    count, numbers = components(mask)
    # Counted so, it takes half the time of the library's statistics.
    sizes = np.bincount(numbers.ravel(), minlength=count)
    return np.asarray((sizes >= least) & (sizes <= most), np.bool_)[numbers] & mask


def _square(across: int) -> Grey:
    return np.ones((across, across), np.uint8)
