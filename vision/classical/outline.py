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
    if support.mean() < settings.least_support:
        return None
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
        slopes = [cv2.Sobel(plane, cv2.CV_32F, dx, dy, ksize=3, scale=0.25) for plane in cv2.split(smooth)]
        slope = np.abs(slopes[0])
        for other in slopes[1:]:
            slope = cv2.max(slope, np.abs(other))
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
    score_x, low_x, high_x = _pairs(columns, middle_x, widths, settings)
    score_y, low_y, high_y = _pairs(rows, middle_y, lengths, settings)
    aspect = (high_y - low_y)[None, :] / (high_x - low_x)[:, None]
    score = score_x[:, None] + score_y[None, :] - settings.aspect_cost * np.abs(np.log(aspect / settings.usual_aspect))
    score[(aspect < settings.least_aspect) | (aspect > settings.most_aspect)] = -np.inf
    i, j = np.unravel_index(int(score.argmax()), score.shape)
    if not np.isfinite(score[i, j]):
        return None
    return int(low_x[i]), int(high_x[i]), int(low_y[j]), int(high_y[j])


def _pairs(
    profile: NDArray[Any], middle: int, reaches: NDArray[Any], settings: OutlineSettings
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The best pairs of opposite sides: scores, low indexes, high indexes."""
    low, high = profile[middle - reaches], profile[middle + reaches]
    skew = np.abs(reaches[:, None] - reaches[None, :]) / (reaches[:, None] + reaches[None, :])
    score = low[:, None] + high[None, :] - settings.skew_cost * skew
    best = np.argsort(-score, axis=None, kind="stable")[: settings.pairs_tried]
    i, j = np.unravel_index(best, score.shape)
    return score[i, j], middle - reaches[i], middle + reaches[j]


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
    base, slope = _regression(rows, position)
    near = np.abs(position - base - slope * rows) < 1.0
    if near.sum() >= len(rows) / 2:
        base, slope = _regression(rows[near], position[near])
    return base, slope


def _regression(x: NDArray[Any], y: NDArray[Any]) -> tuple[float, float]:
    """Base and slope of the line of least squares."""
    mean_x, mean_y = float(x.mean()), float(y.mean())
    from_mean = x - mean_x
    slope = float(from_mean @ (y - mean_y)) / max(float(from_mean @ from_mean), 1e-9)
    return mean_y - slope * mean_x, slope


def _meet(upright: tuple[float, float], lying: tuple[float, float]) -> tuple[float, float]:
    """Where x = a + b·y and y = c + d·x meet."""
    (a, b), (c, d) = upright, lying
    x = (a + b * c) / (1 - b * d)
    return x, c + d * x
