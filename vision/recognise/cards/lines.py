"""Straight edges in a picture, each with a direction that tells its lighter side, and the corners that they make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.recognise.cards.settings import LineSettings

    Floats = NDArray[np.float64]


def edges(picture: NDArray[np.uint8], settings: LineSettings) -> Floats:
    """The straight edges of an H×W×3 BGR picture, N×4 px (x0, y0, x1, y1), the lighter side on the right, long first.

    Found in lightness and in the darkest channel, where white paper stands out from all colours. Source: R. Grompone
    von Gioi et al., "LSD: a Line Segment Detector" (2012).
    """
    long_side = max(picture.shape[:2])
    least = max(settings.least_px, settings.least_length * long_side)
    light = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    darkest = np.min(cv2.split(picture), axis=0)
    parts = [_segments(plane.astype(np.uint8, copy=False), settings) for plane in (light, darkest)]
    found, contrast = (np.concatenate(each) for each in zip(*parts, strict=True))
    long_enough = _lengths(found) >= settings.piece * least
    joined = _joined(found[long_enough], contrast[long_enough], settings)
    lengths = _lengths(joined[:, :4])
    weight = lengths * np.minimum(joined[:, 4], settings.full_contrast)
    order = np.lexsort((joined[:, 1], joined[:, 0], -np.round(weight, 3)))
    order = order[lengths[order] >= least]
    return joined[order[: settings.most], :4]


def _segments(plane: NDArray[np.uint8], settings: LineSettings) -> tuple[Floats, Floats]:
    """Segments of one plane, their lighter side on the right as seen on screen, N×4, and their contrasts, N."""
    found: Any = cv2.createLineSegmentDetector().detect(np.ascontiguousarray(plane))[0]
    lines = np.zeros((0, 4)) if found is None else np.asarray(found, np.float64).reshape(-1, 4)
    direction = lines[:, 2:] - lines[:, :2]
    right = np.column_stack((-direction[:, 1], direction[:, 0])) / np.maximum(_lengths(lines), 1e-6)[:, None]
    soft = cv2.blur(plane, (3, 3)).astype(np.uint8, copy=False)
    places = [lines[:, :2] + share * direction for share in (0.2, 0.5, 0.8)]
    over = np.mean([_at(soft, at + 2.5 * right) - _at(soft, at - 2.5 * right) for at in places], axis=0)
    turned = np.where((over > 0)[:, None], lines, lines[:, [2, 3, 0, 1]])
    strong = np.abs(over) >= settings.least_contrast
    return turned[strong], np.abs(over)[strong]


def _lengths(lines: Floats) -> Floats:
    lengths: Floats = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    return lengths


def _at(plane: NDArray[np.uint8], points: Floats) -> Floats:
    rows = np.clip(np.rint(points[:, 1]).astype(np.int64), 0, plane.shape[0] - 1)
    columns = np.clip(np.rint(points[:, 0]).astype(np.int64), 0, plane.shape[1] - 1)
    return plane[rows, columns].astype(np.float64)


def _joined(lines: Floats, contrast: Floats, settings: LineSettings) -> Floats:
    """Segments of one straight edge made one, N×5 with the contrast; each group is gathered by its strongest."""
    order = np.lexsort((lines[:, 1], lines[:, 0], -np.round(_lengths(lines), 3)))
    left = np.column_stack((lines, contrast))[order]
    joined: list[Floats] = []
    while len(left):
        first = left[0]
        own = max(float(np.hypot(*(first[2:4] - first[:2]))), 1e-6)
        direction = (first[2:4] - first[:2]) / own
        start, end = (left[:, :2] - first[:2]) @ direction, (left[:, 2:4] - first[:2]) @ direction
        across = np.array([-direction[1], direction[0]])
        off = np.maximum(np.abs((left[:, :2] - first[:2]) @ across), np.abs((left[:, 2:4] - first[:2]) @ across))
        same = (end > start) & (off < settings.straightness + 0.01 * own)
        same &= left[:, 4] > settings.like_contrast * first[4]
        same[0] = True
        low, high = _reached(start, end, same, own, settings)
        same &= (start >= low - 1e-9) & (end <= high + 1e-9)
        joined.append(np.concatenate((first[:2] + low * direction, first[:2] + high * direction, first[4:])))
        left = left[~same]
    return np.array(joined).reshape(-1, 5)


def _reached(
    start: Floats, end: Floats, same: NDArray[np.bool_], own: float, settings: LineSettings
) -> tuple[float, float]:
    """How far the edge from 0 to `own` goes both ways, by pieces whose gaps are not long against the pieces."""
    low, high = 0.0, own
    pieces = sorted(zip(start[same].tolist(), end[same].tolist(), strict=True))
    for one, other in pieces:
        if one <= high + settings.gap * min(other - one, own) and other > high:
            high = other
    for one, other in reversed(pieces):
        if other >= low - settings.gap * min(other - one, own) and one < low:
            low = one
    return low, high


def corners_between(lines: Floats, settings: LineSettings) -> tuple[NDArray[np.bool_], Floats]:
    """Which edges are followed by which at a corner of something light (N×N), and where (N×N×2 px).

    Edge j follows i where the right-hand way round leads from the end of i into the start of j.
    """
    start, end = lines[:, :2], lines[:, 2:]
    along = end - start
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-6)
    unit = along / length[:, None]
    sine = unit[:, None, 0] * unit[None, :, 1] - unit[:, None, 1] * unit[None, :, 0]
    cosine = unit @ unit.T
    turning = (sine > settings.least_sine) & (np.abs(cosine) < settings.most_cosine)
    away = start[None, :] - start[:, None]
    safe = np.where(np.abs(sine) < 1e-6, 1e-6, sine)
    reach = (away[..., 0] * unit[None, :, 1] - away[..., 1] * unit[None, :, 0]) / safe
    place = start[:, None] + reach[..., None] * unit[:, None]
    ahead = reach - length[:, None]
    behind = ((start[None, :] - place) * unit[None, :]).sum(axis=2)
    gap_i, gap_j = settings.corner_gap * length[:, None], settings.corner_gap * length[None, :]
    over = settings.overshoot
    meets = (ahead > -over - 0.12 * length[:, None]) & (ahead < gap_i + over)
    meets &= (behind > -over - 0.12 * length[None, :]) & (behind < gap_j + over)
    return turning & meets, place
