"""From a dividing bar to the four corners of its tile.

The surroundings of the bar are turned upright. Each of the four sides is where most of a line, parallel or square to
the bar, runs along an edge. The bar lies in the middle of the tile, and the tile is about twice as long as wide. So of
the strong lines only a few fit together. Last, each side is fitted with a line of its own, since a camera that looks at
a slant makes them differ from parallels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision.geometry import quad

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.recognise.classical.bars import Bar
    from vision.settings import OutlineSettings

PATCH_BAR: Final = 32
"""Pixels of the upright patch that the bar's length becomes."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A quad of the working picture and the share of its four sides that lies on edges, 0 … 1."""

    corners: Quad
    support: float


def outline(lab: NDArray[np.uint8], bar: Bar, settings: OutlineSettings) -> Outline | None:
    """The tile round a bar of an H×W×3 CIELAB picture, or None where no four sides fit it."""
    across, along = settings.reach_across, settings.reach_along
    patch, to_picture = _upright(lab, bar, across, along)
    edges = _edges(patch, settings)
    slants = (_slant(edges, lean, settings) for lean in settings.leans)
    hopeful = sorted((each for each in slants if each.hope >= settings.least_support), key=lambda each: -each.hope)
    fits = [_sides(slant, settings) for slant in hopeful[: settings.leans_tried]]
    best = max((fit for fit in fits if fit is not None), key=lambda fit: fit.score, default=None)
    if best is None or best.support.mean() < settings.least_support:
        return None
    leaning = cv2.transform(_fit(best.edges, best.at).reshape(-1, 1, 2), best.to_patch)
    corners = cv2.transform(leaning, to_picture).reshape(4, 2)
    return Outline(quad(corners), float(best.support.mean()))


@dataclass(frozen=True, slots=True, eq=False)
class _Slant:
    """Edges with the long sides made upright, how much of each column and row lies on edges, and at best of four."""

    edges: NDArray[np.float32]
    to_patch: NDArray[np.float64]
    columns: NDArray[np.float32]
    rows: NDArray[np.float32]
    hope: float


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """Left, right, top and bottom index in edges made upright, and how well they fit."""

    edges: NDArray[np.float32]
    to_patch: NDArray[np.float64]
    at: tuple[int, int, int, int]
    support: NDArray[np.float64]
    score: float


def _slant(edges: NDArray[np.float32], lean: float, settings: OutlineSettings) -> _Slant:
    """The edges of a tile whose long sides lean by so many px across per px along."""
    height, width = edges.shape[:2]
    middle_x, middle_y = width // 2, height // 2
    to_patch = np.array([[1.0, lean, -lean * middle_y], [0.0, 1.0, 0.0]])
    upright = edges
    if lean:
        warped = cv2.warpAffine(edges, to_patch, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        upright = warped.astype(np.float32, copy=False)
    body, waist = int(settings.body_along * PATCH_BAR), int(settings.body_across * PATCH_BAR)
    columns = cv2.reduce(upright[middle_y - body : middle_y + body, :], 0, cv2.REDUCE_AVG)[0, :, 0]
    rows = cv2.reduce(upright[:, middle_x - waist : middle_x + waist], 1, cv2.REDUCE_AVG)[:, 0, 1]
    near_x, near_y = int(settings.least_half_width * PATCH_BAR), int(settings.least_half_length * PATCH_BAR)
    across = float(columns[: middle_x - near_x].max() + columns[middle_x + near_x :].max())
    along = float(rows[: middle_y - near_y].max() + rows[middle_y + near_y :].max())
    hope = (across + along - settings.lean_cost * abs(lean)) / 4
    return _Slant(upright, to_patch, columns.astype(np.float32), rows.astype(np.float32), hope)


def _sides(slant: _Slant, settings: OutlineSettings) -> _Sides | None:
    """The best sides of a tile of this slant."""
    best = _best_sides(slant.columns, slant.rows, settings)
    if best is None:
        return None
    score, (left, right, top, bottom) = best
    columns, rows = slant.columns, slant.rows
    support = np.array([columns[left], columns[right], rows[top], rows[bottom]], dtype=np.float64)
    lean_cost = settings.lean_cost * abs(float(slant.to_patch[0, 1]))
    return _Sides(slant.edges, slant.to_patch, (left, right, top, bottom), support, score - lean_cost)


def _upright(lab: NDArray[np.uint8], bar: Bar, across: float, along: float) -> tuple[NDArray[np.uint8], NDArray[Any]]:
    """The patch round the bar, the bar lying across it, and the homography from the patch to the picture."""
    half_width, half_height = int(across * PATCH_BAR), int(along * PATCH_BAR)
    step = bar.length / PATCH_BAR
    ux, uy = bar.ux * step, bar.uy * step
    to_picture = np.array(
        [
            [ux, -uy, bar.x - half_width * ux + half_height * uy],
            [uy, ux, bar.y - half_width * uy - half_height * ux],
        ]
    )
    size = (2 * half_width + 1, 2 * half_height + 1)
    patch = cv2.warpAffine(
        lab, to_picture, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    return patch, to_picture  # type: ignore[return-value]


def _edges(patch: NDArray[np.uint8], settings: OutlineSettings) -> NDArray[np.float32]:
    """How much of an edge each pixel lies on, 0 … 1, H×W×2: upright ones and lying ones."""
    upright, lying = edge_strength(patch, settings)
    # A bar's direction is a degree or two off, so an edge may wander by a pixel over its length.
    spread = [cv2.dilate(upright, np.ones((1, 3), np.uint8)), cv2.dilate(lying, np.ones((3, 1), np.uint8))]
    return cv2.merge(spread).astype(np.float32, copy=False)


def edge_strength(
    patch: NDArray[np.uint8], settings: OutlineSettings
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How much of an upright and of a lying edge each pixel of an H×W×3 patch is, 0 … 1, H×W each."""
    smooth = cv2.GaussianBlur(patch, (3, 3), 0)
    edges = []
    for dx, dy in ((1, 0), (0, 1)):
        # Whole numbers are a fifth of the time; the kernel's weights add up to 4 a step of one pixel.
        light, red, blue = cv2.split(np.abs(cv2.Sobel(smooth, cv2.CV_16S, dx, dy, ksize=3)))
        slope = cv2.max(cv2.max(light, red), blue)
        edges.append(np.minimum(slope / np.float32(4 * settings.full_edge), np.float32(1)))
    return edges[0], edges[1]


def _best_sides(
    columns: NDArray[Any], rows: NDArray[Any], settings: OutlineSettings
) -> tuple[float, tuple[int, int, int, int]] | None:
    """The score and the left, right, top and bottom side that fit together best."""
    widths = np.arange(int(settings.least_half_width * PATCH_BAR), int(settings.most_half_width * PATCH_BAR) + 1)
    lengths = np.arange(int(settings.least_half_length * PATCH_BAR), int(settings.most_half_length * PATCH_BAR) + 1)
    score_x, low_x, high_x = _pairs(columns, len(columns) // 2, widths, settings)
    score_y, low_y, high_y = _pairs(rows, len(rows) // 2, lengths, settings)
    aspect = (high_y - low_y)[None, :] / (high_x - low_x)[:, None]
    odd = np.maximum(np.abs(np.log(aspect / settings.usual_aspect)) - settings.free_aspect, 0)
    score = score_x[:, None] + score_y[None, :] - settings.aspect_cost * odd
    score[(aspect < settings.least_aspect) | (aspect > settings.most_aspect)] = -np.inf
    i, j = np.unravel_index(int(score.argmax()), score.shape)
    if not np.isfinite(score[i, j]):
        return None
    return float(score[i, j]), (int(low_x[i]), int(high_x[i]), int(low_y[j]), int(high_y[j]))


def _pairs(
    profile: NDArray[Any], middle: int, reaches: NDArray[Any], settings: OutlineSettings
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The best pairs of opposite sides: scores, low indexes, high indexes."""
    low, high = profile[middle - reaches], profile[middle + reaches]
    skew = np.abs(reaches[:, None] - reaches[None, :]) / (reaches[:, None] + reaches[None, :])
    # Of edges alike the inner ones bound the face, the outer ones its walls or its shadow.
    size = (reaches[:, None] + reaches[None, :]) / PATCH_BAR
    score = low[:, None] + high[None, :] - settings.skew_cost * skew - settings.size_cost * size
    best = np.argpartition(score, -settings.pairs_tried, axis=None)[-settings.pairs_tried :]
    i, j = np.unravel_index(best, score.shape)
    return score[i, j], middle - reaches[i], middle + reaches[j]


def _fit(edges: NDArray[np.float32], sides: tuple[int, int, int, int]) -> NDArray[Any]:
    """Corners, clockwise from the top left, of the four lines fitted near the given sides."""
    left, right, top, bottom = sides
    # The rounded corners belong to no side.
    margin_x, margin_y = (right - left) // 8, (bottom - top) // 12
    upright = [_line(edges[:, :, 0], at, top + margin_y, bottom - margin_y) for at in (left, right)]
    lying = [_line(edges[:, :, 1].T, at, left + margin_x, right - margin_x) for at in (top, bottom)]
    corners = [meet(upright[i], lying[j]) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
    return np.array(corners, dtype=np.float64)


def _line(edges: NDArray[np.float32], at: int, start: int, stop: int, reach: int = 2) -> tuple[float, float]:
    """The line position = a + b·row through the edge near the column `at`, from row `start` to `stop`."""
    band = edges[start:stop, at - reach : at + reach + 1]
    weight = band.sum(axis=1)
    offset = np.arange(-reach, reach + 1)
    found = weight > 0.5
    rows = np.arange(start, stop)[found]
    if len(rows) < (stop - start) / 2:
        return float(at), 0.0
    position = at + (band[found] * offset).sum(axis=1) / weight[found]
    base, slope = regression(rows, position)
    near = np.abs(position - base - slope * rows) < 1.0
    if near.sum() >= len(rows) / 2:
        base, slope = regression(rows[near], position[near])
    return base, slope


def regression(x: NDArray[Any], y: NDArray[Any]) -> tuple[float, float]:
    """Base a and slope b of the line y = a + b·x of least squares."""
    mean_x, mean_y = float(x.mean()), float(y.mean())
    from_mean = x - mean_x
    slope = float(from_mean @ (y - mean_y)) / max(float(from_mean @ from_mean), 1e-9)
    return mean_y - slope * mean_x, slope


def meet(upright: tuple[float, float], lying: tuple[float, float]) -> tuple[float, float]:
    """Where x = a + b·y and y = c + d·x meet."""
    (a, b), (c, d) = upright, lying
    x = (a + b * c) / (1 - b * d)
    return x, c + d * x
