"""From a dividing bar to the four corners of its tile.

The surroundings of the bar are turned upright. Each of the four sides is where most of a line, parallel or square to
the bar, runs along an edge; the bar lies in the middle of the tile and the tile is about twice as long as wide, so of
the strong lines only a few fit together. Last, each side is fitted with a line of its own, since a camera that looks
at a slant makes them differ from parallels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision.geometry import quad

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.classical.bars import Bar
    from vision.geometry import Quad
    from vision.settings import OutlineSettings

PATCH_BAR: Final = 40
"""Pixels of the upright patch that the bar's length becomes."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A quad of the working picture and the share of its four sides that lies on edges, 0 … 1."""

    corners: Quad
    support: float
    weakest: float


def outline(lab: NDArray[np.uint8], bar: Bar, settings: OutlineSettings) -> Outline | None:
    """The tile round a bar of an H×W×3 CIELAB picture, or None where no four sides fit it."""
    across, along = settings.reach_across, settings.reach_along
    patch, to_picture = _upright(lab, bar, across, along)
    edges_x, edges_y = _edges(patch, settings)
    middle_x, middle_y = patch.shape[1] // 2, patch.shape[0] // 2
    body = slice(middle_y - int(settings.body_along * PATCH_BAR), middle_y + int(settings.body_along * PATCH_BAR))
    waist = slice(middle_x - int(settings.body_across * PATCH_BAR), middle_x + int(settings.body_across * PATCH_BAR))
    columns = edges_x[body].mean(axis=0)
    rows = edges_y[:, waist].mean(axis=1)
    best = _best_sides(columns, rows, middle_x, middle_y, settings)
    if best is None:
        return None
    left, right, top, bottom = best
    support = np.array([columns[left], columns[right], rows[top], rows[bottom]])
    corners = _fit(edges_x, edges_y, (left, right, top, bottom))
    moved = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), to_picture).reshape(4, 2)
    return Outline(quad(moved), float(support.mean()), float(support.min()))


def _upright(lab: NDArray[np.uint8], bar: Bar, across: float, along: float) -> tuple[NDArray[np.uint8], NDArray[Any]]:
    """The patch round the bar, the bar lying across it, and the homography from the patch to the picture."""
    half_width, half_height = int(across * PATCH_BAR), int(along * PATCH_BAR)
    step = bar.length / PATCH_BAR
    ux, uy = bar.ux * step, bar.uy * step
    to_picture = np.array(
        [
            [ux, -uy, bar.x - half_width * ux + half_height * uy],
            [uy, ux, bar.y - half_width * uy - half_height * ux],
            [0.0, 0.0, 1.0],
        ]
    )
    size = (2 * half_width + 1, 2 * half_height + 1)
    patch = cv2.warpAffine(
        lab, to_picture[:2], size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    return patch, to_picture  # type: ignore[return-value]


def _edges(patch: NDArray[np.uint8], settings: OutlineSettings) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How much of an edge each pixel lies on, 0 … 1: upright ones and lying ones."""
    smooth = cv2.GaussianBlur(patch, (3, 3), 0)
    edges = []
    for dx, dy in ((1, 0), (0, 1)):
        slope = np.abs(cv2.Sobel(smooth, cv2.CV_32F, dx, dy, ksize=3, scale=0.25)).max(axis=2)
        clipped = np.minimum(slope / settings.full_edge, 1.0)
        # A bar's direction is a degree or two off, so an edge may wander by a pixel over its length.
        spread = cv2.dilate(clipped, np.ones((1, 3) if dx else (3, 1), np.uint8))
        edges.append(spread)
    return edges[0].astype(np.float32, copy=False), edges[1].astype(np.float32, copy=False)


def _best_sides(
    columns: NDArray[Any], rows: NDArray[Any], middle_x: int, middle_y: int, settings: OutlineSettings
) -> tuple[int, int, int, int] | None:
    """Indexes of the left, right, top and bottom side that fit together best."""
    widths = np.arange(int(settings.least_half_width * PATCH_BAR), int(settings.most_half_width * PATCH_BAR) + 1)
    lengths = np.arange(int(settings.least_half_length * PATCH_BAR), int(settings.most_half_length * PATCH_BAR) + 1)
    pairs_x = _pairs(columns, middle_x, widths, settings)
    pairs_y = _pairs(rows, middle_y, lengths, settings)
    best, choice = -np.inf, None
    for score_x, low_x, high_x in pairs_x:
        for score_y, low_y, high_y in pairs_y:
            aspect = (high_y - low_y) / (high_x - low_x)
            if not settings.least_aspect <= aspect <= settings.most_aspect:
                continue
            score = score_x + score_y - settings.aspect_cost * abs(np.log(aspect / settings.usual_aspect))
            if score > best:
                best, choice = score, (low_x, high_x, low_y, high_y)
    return choice


def _pairs(
    profile: NDArray[Any], middle: int, reaches: NDArray[Any], settings: OutlineSettings
) -> list[tuple[float, int, int]]:
    """The best pairs of opposite sides: (score, low index, high index)."""
    low, high = profile[middle - reaches], profile[middle + reaches]
    skew = np.abs(reaches[:, None] - reaches[None, :]) / (reaches[:, None] + reaches[None, :])
    score = low[:, None] + high[None, :] - settings.skew_cost * skew
    order = np.argsort(-score, axis=None, kind="stable")[: settings.pairs_tried]
    picks = zip(*np.unravel_index(order, score.shape), strict=True)
    return [(float(score[i, j]), int(middle - reaches[i]), int(middle + reaches[j])) for i, j in picks]


def _fit(edges_x: NDArray[np.float32], edges_y: NDArray[np.float32], sides: tuple[int, int, int, int]) -> NDArray[Any]:
    """Corners, clockwise from the top left, of the four lines fitted near the given sides."""
    left, right, top, bottom = sides
    # The rounded corners belong to no side.
    margin_x, margin_y = (right - left) // 8, (bottom - top) // 12
    upright = [_line(edges_x, at, top + margin_y, bottom - margin_y) for at in (left, right)]
    lying = [_line(edges_y.T, at, left + margin_x, right - margin_x) for at in (top, bottom)]
    corners = [_meet(upright[i], lying[j]) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
    return np.array(corners, dtype=np.float64)


def _line(edges: NDArray[np.float32], at: int, start: int, stop: int, reach: int = 3) -> tuple[float, float]:
    """The line position = a + b·row through the edge near the column `at`, from row `start` to `stop`."""
    band = edges[start:stop, at - reach : at + reach + 1]
    weight = band.sum(axis=1)
    offset = np.arange(-reach, reach + 1)
    found = weight > 0.5
    rows = np.arange(start, stop)[found]
    if len(rows) < (stop - start) / 2:
        return float(at), 0.0
    position = at + (band[found] * offset).sum(axis=1) / weight[found]
    slope, base = np.polyfit(rows, position, 1)
    near = np.abs(position - base - slope * rows) < 1.0
    if near.sum() >= len(rows) / 2:
        slope, base = np.polyfit(rows[near], position[near], 1)
    return float(base), float(slope)


def _meet(upright: tuple[float, float], lying: tuple[float, float]) -> tuple[float, float]:
    """Where x = a + b·y and y = c + d·x meet."""
    (a, b), (c, d) = upright, lying
    x = (a + b * c) / (1 - b * d)
    return x, c + d * x
