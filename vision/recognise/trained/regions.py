"""Where a picture has to be looked at closely, where pieces of it are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry import covered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.detect import Detection
    from vision.scene.memory.stationary import Box, Stationary

    Part = tuple[int, int, int, int]

COVERED: Final = 0.5
"""A detection that known pieces cover by so much is one of them, or lies across their joint."""
AROUND: Final = 1.0
"""Lengths of a piece that are looked at around what is not known, at least, …"""
LEAST: Final = 5.0
"""… and across all of a part: with less of its surroundings cloth is taken for tiles."""
MOST: Final = 0.75
"""A part of the picture from which on all of it is looked at."""


def beside(found: Iterable[Detection], known: Stationary) -> list[Detection]:
    """The detections where there is more to see, that are no known pieces; a hand lies over others."""
    if known.boxes is None:
        return list(found)
    boxes, quads = np.array(known.boxes).reshape(-1, 4), known.quads
    near = (each for each in found if each.kind == "hand" or _in_one(each.corners, boxes))
    return [each for each in near if each.kind == "hand" or covered(each.corners, quads) < COVERED]


def regions(boxes: Sequence[Box], length: float, picture: Picture) -> list[Part]:
    """The parts (left, top, right, bottom) of an H×W×3 picture that are looked at, none meeting another.

    In `boxes` of it there is more to see. Pieces are about `length` px long.
    """
    height, width = picture.shape[:2]
    parts = _apart([_grown(box, length, width, height) for box in boxes])
    if sum((right - left) * (bottom - top) for left, top, right, bottom in parts) >= MOST * width * height:
        return [(0, 0, width, height)]
    return parts


def _in_one(corners: Quad, boxes: NDArray[np.float64]) -> bool:
    """Whether a quad's upright box meets one of the boxes (N, 4)."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    return bool(((boxes[:, :2] <= high) & (boxes[:, 2:] >= low)).all(axis=1).any())


def _grown(box: Box, length: float, width: int, height: int) -> Part:
    left, right = _wider(box[0], box[2], length, width)
    top, bottom = _wider(box[1], box[3], length, height)
    return left, top, right, bottom


def _wider(low: float, high: float, length: float, size: int) -> tuple[int, int]:
    """A stretch of a side of the picture with what is around it; at the picture's edge it reaches further inwards."""
    more = max(AROUND * length, (LEAST * length - (high - low)) / 2)
    span = min(high - low + 2 * more, size)
    begin = min(max(low - more, 0.0), size - span)
    return int(begin), min(size, int(np.ceil(begin + span)))


def _apart(parts: Sequence[Part]) -> list[Part]:
    """The parts, those that meet joined to one."""
    kept: list[Part] = []
    for part in parts:
        joined = part
        while met := [other for other in kept if _meet(joined, other)]:
            kept = [other for other in kept if other not in met]
            both = np.array([joined, *met])
            joined = (*both[:, :2].min(axis=0).tolist(), *both[:, 2:].max(axis=0).tolist())
        kept.append(joined)
    return kept


def _meet(one: Part, other: Part) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
