"""Quads in a picture: the shape of every piece that lies flat.

A quad is a 4×2 float64 array of pixels (x right, y down). A domino's quad goes round its top face; its first two
corners are the short edge of the first half.
"""

from __future__ import annotations

from math import isfinite, pi
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

Quad: TypeAlias = "NDArray[np.float64]"
"""4×2 pixels, going round the face."""


def quad(points: Sequence[Sequence[float]] | NDArray[np.generic]) -> Quad:
    """The four points as a quad; `ValueError` unless they are 4×2 finite numbers."""
    array = np.asarray(points, dtype=np.float64)
    if array.shape != (4, 2) or not np.isfinite(array).all():
        raise ValueError(f"a quad is four finite points x, y; got an array of shape {array.shape}")
    return array


def through(homography: NDArray[np.float64], points: NDArray[np.generic]) -> NDArray[np.float64]:
    """Points (N, 2) through a homography (3, 3)."""
    given = np.asarray(points, np.float64).reshape(-1, 2)
    mapped = given @ homography[:, :2].T + homography[:, 2]
    return np.asarray(mapped[:, :2] / mapped[:, 2:], np.float64)


def resized(motion: NDArray[np.float64], before: tuple[float, ...], after: tuple[float, ...]) -> NDArray[np.float64]:
    """A motion (3, 3) of a picture of one height and width as one of the same picture of another.

    The centres of pixels are at whole numbers.
    """
    x, y = after[1] / before[1], after[0] / before[0]
    scale = np.array([[x, 0, (x - 1) / 2], [0, y, (y - 1) / 2], [0, 0, 1.0]])
    return np.asarray(scale @ motion @ np.linalg.inv(scale), np.float64)


def frame_of(shape: tuple[int, ...]) -> Quad:
    """The corners of a picture of that height and width, clockwise from its top left."""
    height, width = shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def centre(corners: Quad) -> NDArray[np.float64]:
    """The mean of the corners, 2 px."""
    mean: NDArray[np.float64] = corners.mean(axis=0)
    return mean


def area(corners: Quad) -> float:
    """Enclosed area in px², whichever way the quad, or another outline, goes round."""
    if len(corners) != 4:
        x, y = corners[:, 0], corners[:, 1]
        return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners.tolist()
    return float(abs((cx - ax) * (dy - by) - (dx - bx) * (cy - ay)) / 2)


def clockwise(corners: Quad) -> Quad | None:
    """The quad from the same edge on, clockwise on screen; None where it is not convex."""
    points = corners.tolist()
    edges = [(x - points[n - 1][0], y - points[n - 1][1]) for n, (x, y) in enumerate(points)]
    turns = [edges[n - 1][0] * down - edges[n - 1][1] * right for n, (right, down) in enumerate(edges)]
    if not all(map(isfinite, turns)) or min(turns) <= 0 <= max(turns):
        return None
    return corners if turns[0] > 0 else corners[[1, 0, 3, 2]]


def half_turn(angle: float) -> float:
    """The angle (radians) of a line, which is the same after half a turn: -pi/2 … pi/2."""
    return (angle + pi / 2) % pi - pi / 2


def contains(corners: Quad, point: Sequence[float]) -> bool:
    """Whether the point lies in the quad or on its edge."""
    outline = corners.astype(np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(outline, (float(point[0]), float(point[1])), False) >= 0


def sides(corners: Quad) -> tuple[float, float]:
    """Mean length of the edges 0→1 and 2→3, then of 1→2 and 3→0, in px: a domino's width and length."""
    edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return float(edges[0] + edges[2]) / 2, float(edges[1] + edges[3]) / 2


def slid(corners: Quad, share: float) -> Quad:
    """The quad slid along its edges 1→2 and 0→3 by a share of their mean length."""
    moved: Quad = corners + share * (corners[2] + corners[3] - corners[0] - corners[1]) / 2
    return moved


def part(corners: Quad, begin: float, end: float) -> Quad:
    """The part of a quad between two shares of its edges 1→2 and 0→3."""
    left, right = (corners[0] + share * (corners[3] - corners[0]) for share in (begin, end))
    top, other = (corners[1] + share * (corners[2] - corners[1]) for share in (begin, end))
    return np.stack([left, top, other, right])


def nearest_pairs(apart: Iterable[tuple[float, int, int]]) -> dict[int, int]:
    """Pairs of numbers, each number once on its side: the nearest first. Given are distances with two numbers each."""
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, one, other in sorted(apart):
        if one not in pairs and other not in taken:
            pairs[one] = other
            taken.add(other)
    return pairs


def meeting(corners: Quad, others: Sequence[Quad]) -> list[int]:
    """The numbers of those of the others whose upright boxes meet the quad's: all that may share anything with it."""
    if not others:
        return []
    quads = np.array(others)
    low, high = quads.min(axis=1), quads.max(axis=1)
    meets = ((low <= corners.max(axis=0)) & (high >= corners.min(axis=0))).all(axis=1)
    return [int(number) for number in np.flatnonzero(meets)]


def shared(one: Quad, other: Quad) -> float:
    """The area in px² that two convex quads have in common."""
    return float(cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))[0])


def alike(one: Quad, other: Quad) -> float:
    """Of two convex quads the shared area over that of both together, 0 … 1."""
    common = shared(one, other)
    return common / max(area(one) + area(other) - common, 1e-9)


def share_within(corners: Quad, outline: Quad) -> float:
    """The share of a convex quad that lies within the hull of an outline (N×2), 0 … 1."""
    whole = area(corners)
    if whole <= 0:
        return 0.0
    hull = np.asarray(cv2.convexHull(outline.astype(np.float32)), np.float64)
    return min(1.0, shared(corners, hull) / whole)


def most_within(corners: Quad, outlines: Iterable[Quad]) -> float:
    """The greatest share of a convex quad that lies within one of the outlines, 0 … 1; 0 where there are none."""
    return max((share_within(corners, each) for each in outlines), default=0.0)


def covered(corners: Quad, others: Sequence[Quad]) -> float:
    """How much of a convex quad others cover that do not overlap each other, 0 … 1."""
    return sum(share_within(corners, others[n]) for n in meeting(corners, others))


def overlap(one: Quad, other: Quad) -> float:
    """Shared area over the area of the smaller quad, 0 … 1. Both must be convex."""
    smaller = min(area(one), area(other))
    if smaller <= 0:
        return 0.0
    return min(1.0, shared(one, other) / smaller)


def halved(corners: Quad) -> tuple[Quad, Quad]:
    """The two halves of a tile whose corners begin with a short edge."""
    middle = (corners[[1, 0]] + corners[[2, 3]]) / 2
    return np.vstack([corners[:2], middle]), np.vstack([middle[::-1], corners[2:]])


def domino_quad(corners: Quad) -> Quad:
    """The quad renumbered so that it starts with the short edge of the first half and goes round clockwise on screen.

    A domino has no first half of its own. By convention it is the left one where the tile lies more across than up,
    else the upper one.
    """
    x, y = corners[:, 0], corners[:, 1]
    clockwise = np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)) > 0
    ring = corners if clockwise else corners[::-1]
    first, second = sides(ring)
    if first > second:
        ring = np.roll(ring, -1, axis=0)
    along = (ring[2] + ring[3]) - (ring[0] + ring[1])
    across_more = abs(along[0]) > abs(along[1])
    forward = along[0] > 0 if across_more else along[1] > 0
    return ring if forward else np.roll(ring, -2, axis=0)
