"""What other pictures lend: a piece that is read on one of them lies on this one too, where both show the same pixels.

A piece that the recogniser overlooks on one picture is often read on the next, from the very same pixels. What is
covered, dark or gone on this one looks different there, and nothing is lent.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import cv2
import numpy as np

from service.disputes.pixels import pixels_of
from vision.scene.memory.likeness import overlap

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from vision.observation import Corners, Observation, Piece

    Grey: TypeAlias = NDArray[Any]

SAME_PLACE: Final = 0.3
"""Quads that share so much of what both cover are one place."""
WIDER: Final = 1.2
"""The pixels of a piece are compared with its rim."""
PATCH: Final = 48
"""Pixels on a side of what is compared."""
CONTRAST: Final = 3.0
"""The standard deviation of grey below which there is nothing to compare."""
ALIKE: Final = 0.85
"""The least correlation of two pictures of the same piece at the same place."""


def lent(picture: bytes, seen: Observation, others: Iterable[tuple[bytes, Observation]]) -> Observation:
    """What a picture (a file's bytes) shows, with the pieces that others name at places where both look the same."""
    here, pieces = _grey(picture), list(seen.pieces)
    for data, other in others:
        there = _grey(data)
        if here is None or there is None or here.shape != there.shape:
            continue
        for piece in other.pieces:
            if piece.kind == "hand" or piece.label in (None, "back"):
                continue
            same = [each for each in pieces if _same_place(each, piece)]
            if any(each.label not in (None, "back") for each in same) or _alike(here, there, piece.corners) < ALIKE:
                continue
            pieces = [*(each for each in pieces if each not in same), piece]
    return replace(seen, pieces=tuple(pieces))


def _same_place(one: Piece, other: Piece) -> bool:
    return one.kind == other.kind and overlap(one.corners, other.corners)[0] >= SAME_PLACE


def _alike(here: Grey, there: Grey, corners: Corners) -> float:
    """The correlation of two pictures over a quad and its rim, -1 … 1; 0 where one of them shows nothing there."""
    quad = np.array(corners, np.float32)
    centre = quad.mean(axis=0)
    square = np.array([(0, 0), (PATCH, 0), (PATCH, PATCH), (0, PATCH)], np.float32)
    motion = cv2.getPerspectiveTransform((centre + (quad - centre) * WIDER).astype(np.float32), square)
    one, other = (cv2.warpPerspective(each, motion, (PATCH, PATCH)).astype(np.float64) for each in (here, there))
    if min(one.std(), other.std()) < CONTRAST:
        return 0.0
    return float(((one - one.mean()) * (other - other.mean())).mean() / (one.std() * other.std()))


def _grey(picture: bytes) -> Grey | None:
    pixels = pixels_of(picture)
    return None if pixels is None else cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
