"""Where the play is: a polygon on the picture. What happens outside of it is nobody's move.

    RegionError(ValueError)     the corners make no table

A region comes from people, who drag its corners on the page, from the mat, or from where pieces come to lie. Its
corners are parts of the picture (0 … 1), so that it holds at any size of frame.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

import cv2
import numpy as np

from engine.said import Said, quoted
from vision.geometry import area, contains, frame_of, through

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Floats, Mask
    from vision.observation import Corners, Observation, Piece


Point: TypeAlias = tuple[float, float]
Source: TypeAlias = Literal["people", "mat", "pieces"]

FEWEST: Final = 3
MOST: Final = 12
"""A table has no more corners than this."""
SMALLEST: Final = 0.02
"""The least share of the picture that a table covers."""
PIECES: Final = 3
"""Fewer pieces than this do not tell where the table is."""
MARGIN: Final = 2.5
"""Round the pieces lies so much room for more, in lengths of the longest of them."""
APART: Final = 0.01
"""Corners no further apart than this, in parts of the picture, are one."""


class RegionError(ValueError):
    """The corners make no table; the message says why."""


@dataclass(frozen=True, slots=True)
class TableRegion:
    """The corners of the table in the picture, in their order round it, parts of its width and height."""

    corners: tuple[Point, ...]
    source: Source

    def __post_init__(self) -> None:
        if not FEWEST <= len(self.corners) <= MOST:
            raise RegionError(
                Said("a table has {need} to {most} corners, not {many}", need=FEWEST, most=MOST, many=len(self.corners))
            )
        if any(not 0.0 <= value <= 1.0 for corner in self.corners for value in corner):
            raise RegionError("a corner lies outside of the picture: x and y are 0 to 1")
        if any(_are_one(*pair) for pair in combinations(self.corners, 2)):
            raise RegionError("two corners of the table lie in one place; drag them apart")
        if _crosses(self.corners):
            raise RegionError("two edges of the table cross; drag its corners in their order round the table")
        if area(np.array(self.corners)) < SMALLEST:
            raise RegionError("the table is too small to play on; drag its corners apart")

    def mask(self, shape: tuple[int, ...]) -> Mask:
        """The pixels of a picture (h, w) that are the table; the same object for the same region and size."""
        return _painted(self, shape[0], shape[1])

    def holds(self, points: Floats, size: tuple[int, int]) -> bool:
        """Whether any of some pixels (N, 2) of a picture of that width and height lies on the table."""
        outline = np.array(self.corners) * size
        return any(contains(outline, point) for point in points.tolist())

    def to_json(self) -> dict[str, Any]:
        """`corners` and `source`, as the API tells them."""
        return {"corners": [[round(x, 4), round(y, 4)] for x, y in self.corners], "source": self.source}

    @classmethod
    def from_json(cls, document: Any) -> TableRegion:
        """The region that `to_json` told. Raises `RegionError`."""
        try:
            corners = tuple((float(x), float(y)) for x, y in document["corners"])
            source = document.get("source", "people")
        except (TypeError, KeyError, ValueError, AttributeError):
            raise RegionError("a region has corners, each [x, y] with x and y from 0 to 1") from None
        if source not in get_args(Source):
            raise RegionError(
                Said(
                    "a region comes from one of {sources}, not from {told}",
                    sources=", ".join(get_args(Source)),
                    told=quoted(source),
                )
            )
        return cls(corners, source)


def of_pieces(
    pieces: Sequence[Corners], size: tuple[int, int], before: TableRegion | None = None
) -> TableRegion | None:
    """The region that holds pieces (quads, px of a picture of that width and height) with room for more. It only grows:
    `before` is what earlier pieces told. None where they are too few to tell."""
    if before is None and len(pieces) < PIECES:
        return None
    quads = [np.asarray(piece, np.float64) for piece in pieces]
    lengths = [float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max()) for quad in quads]
    room = MARGIN * float(np.median(lengths)) if lengths else 0.0
    points = [quad.mean(axis=0) + direction * room for quad in quads for direction in _DIRECTIONS]
    if before is not None:
        points += [np.array(corner) * size for corner in before.corners]
    return inside(np.array(points), size, "pieces")


def moved(region: TableRegion | None, motion: Floats, size: tuple[int, int]) -> TableRegion | None:
    """The region after the picture of that width and height moved: `motion` (3, 3) takes its pixels to those now."""
    if region is None:
        return None
    return _cut(through(motion, np.array(region.corners) * size), size, region.source)


def within(region: TableRegion | None, seen: Observation) -> Observation:
    """An observation without what lies beside the table: hands, and pieces where people said where it ends. What a mat
    or pieces tell is where play was so far: pieces beside it are kept. So are the mat's markers."""
    if region is None or not seen.pieces:
        return seen
    kept = tuple(piece for piece in seen.pieces if _is_ours(piece, region, (seen.width, seen.height)))
    return seen if len(kept) == len(seen.pieces) else replace(seen, pieces=kept)


def _is_ours(piece: Piece, region: TableRegion, size: tuple[int, int]) -> bool:
    quad = piece.quad
    if piece.kind == "hand":  # it reaches over the table with any part of it
        sides = (quad + np.roll(quad, 1, axis=0)) / 2
        return region.holds(np.concatenate([quad, sides, quad.mean(axis=0)[None]]), size)
    is_free = region.source != "people" or piece.printed
    return is_free or region.holds(quad.mean(axis=0)[None], size)


def same(one: TableRegion | None, other: TableRegion | None) -> bool:
    """Whether two regions are one, but for corners that lie side by side."""
    if one is None or other is None or len(one.corners) != len(other.corners) or one.source != other.source:
        return one is other
    return all(map(_are_one, one.corners, other.corners))


_DIRECTIONS: Final = np.array([[np.cos(turn), np.sin(turn)] for turn in np.arange(0, 2 * np.pi, np.pi / 4)])


def inside(points: Floats, size: tuple[int, int], source: Source) -> TableRegion | None:
    """The hull of pixels (N, 2), cut at the picture's edges; None where it is no table."""
    if not np.isfinite(points).all():
        return None
    hull = cv2.convexHull(points.astype(np.float32))
    _, cut = cv2.intersectConvexConvex(hull, frame_of(size[::-1]).astype(np.float32))
    if cut is None or len(cut) < FEWEST:
        return None
    return _cut(_simplified(np.asarray(cut, np.float64).reshape(-1, 2)), size, source)


def _cut(points: Floats, size: tuple[int, int], source: Source) -> TableRegion | None:
    """The region of pixels (N, 2), each drawn into the picture; None where it is no table there."""
    corners: list[Point] = []
    for x, y in np.clip(points / size, 0.0, 1.0).tolist():
        if not any(_are_one((x, y), other) for other in corners):
            corners.append((x, y))
    try:
        return TableRegion(tuple(corners), source)
    except RegionError:
        return None


def _simplified(outline: Floats) -> Floats:
    """An outline with no more corners than a table has; the one that changes it least goes first."""
    while len(outline) > MOST // 2:
        before, after = np.roll(outline, 1, axis=0), np.roll(outline, -1, axis=0)
        edge, off = after - before, outline - before
        cut = np.abs(edge[:, 0] * off[:, 1] - edge[:, 1] * off[:, 0])
        outline = np.delete(outline, int(cut.argmin()), axis=0)
    return outline


@lru_cache(maxsize=16)
def _painted(region: TableRegion, height: int, width: int) -> Mask:
    canvas = np.zeros((height, width), np.uint8)
    cv2.fillPoly(canvas, [np.round(np.array(region.corners) * (width, height)).astype(np.int32)], 1)
    mask = np.asarray(canvas > 0, np.bool_)
    mask.setflags(write=False)
    return mask


def _are_one(one: Point, other: Point) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= APART


def _crosses(corners: tuple[Point, ...]) -> bool:
    """Whether two edges that share no corner cross."""
    pairs = combinations(pairwise((*corners, corners[0])), 2)
    return any(_parts(*pair) and _parts(*pair[::-1]) for pair in pairs if set(pair[0]).isdisjoint(pair[1]))


def _parts(edge: tuple[Point, Point], ends: tuple[Point, Point]) -> bool:
    """Whether the line along an edge parts the ends of another."""
    (left, top), (right, bottom) = edge
    one, other = ((right - left) * (y - top) > (bottom - top) * (x - left) for x, y in ends)
    return one != other
