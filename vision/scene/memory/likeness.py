"""Whether two sightings are of one piece: where they lie, and what was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.scene.memory.readings import Readings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.observation import Corners, Piece
    from vision.scene.memory.settings import MemorySettings


def same(piece: Piece, other: Piece, settings: MemorySettings) -> bool:
    """Whether two sightings may be of one piece at one place."""
    if piece.kind != other.kind or overlap(piece.corners, other.corners)[0] < settings.same_place:
        return False
    return not Readings.of(other).contradicts(piece)


def overlap(one: Corners, other: Corners) -> tuple[float, float]:
    """Of two convex quads: the shared area over that of both together, and over that of the first; 0 … 1."""
    a, b = cv2.convexHull(np.array(one, np.float32)), cv2.convexHull(np.array(other, np.float32))
    low, high = np.maximum(a.min(axis=0), b.min(axis=0)), np.minimum(a.max(axis=0), b.max(axis=0))
    if (low >= high).any():
        return 0.0, 0.0
    shared = float(cv2.intersectConvexConvex(a, b)[0])
    first, second = float(cv2.contourArea(a)), float(cv2.contourArea(b))
    return shared / max(first + second - shared, 1e-9), shared / max(first, 1e-9)


def meeting(some: Sequence[Piece], others: Sequence[Piece]) -> list[tuple[int, int]]:
    """The numbers of some pieces and of others whose boxes meet."""
    if not some or not others:
        return []
    (low, high), (low_too, high_too) = _boxes(some), _boxes(others)
    meet = (np.maximum(low[:, None], low_too) < np.minimum(high[:, None], high_too)).all(axis=2)
    return [(int(at), int(n)) for at, n in np.argwhere(meet)]


def _boxes(pieces: Sequence[Piece]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The least and the greatest coordinates of pieces, (N, 2) each."""
    low = np.array([np.min(piece.corners, axis=0) for piece in pieces])
    high = np.array([np.max(piece.corners, axis=0) for piece in pieces])
    return low, high


def one_tile(piece: Piece) -> frozenset[str] | None:
    """The two ends of a domino that was read, whichever comes first; None of what a set may have more of."""
    if piece.kind != "domino" or piece.label in (None, "back"):
        return None
    return frozenset(str(piece.label).split("-"))


def is_one(piece: Piece, other: Piece) -> bool:
    """Whether two pieces have the same name, whichever end of a domino comes first."""
    return piece.label == other.label or (one_tile(piece) is not None and one_tile(piece) == one_tile(other))
