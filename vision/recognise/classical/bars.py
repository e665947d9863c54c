"""Dividing bars: the line across the middle of a domino's face, the surest sign of one.

A bar is a thin straight blob, darker or lighter than what is round it or of another colour. It gives the tile's place,
its direction and, roughly, its width. What looks like a bar and is none is thrown out later, by what surrounds it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.settings import BarSettings


@dataclass(frozen=True, slots=True)
class Bar:
    """Centre in px, unit vector along the bar, length and thickness in px.

    `plainness` is 1 where the background beside it has one colour, less where that varies against the bar's contrast.
    """

    x: float
    y: float
    ux: float
    uy: float
    length: float
    thickness: float
    plainness: float = 0.0


def find_bars(lab: NDArray[np.uint8], settings: BarSettings) -> tuple[Bar, ...]:
    """The bars of an H×W×3 CIELAB picture, none twice, those on the plainest background first."""
    bars: list[Bar] = []
    for mask in _contrast_masks(lab, settings):
        bars.extend(_bars_of(mask, settings))
    plain = sorted(_on_plain_background(lab, bars, settings), key=lambda each: -each.plainness)
    return tuple(sorted(_distinct(plain[: settings.most], settings), key=lambda each: -each.plainness))


def _contrast_masks(lab: NDArray[np.uint8], settings: BarSettings) -> Iterator[NDArray[np.uint8]]:
    """Masks of what stands out from its surroundings, in lightness and in both colour channels, both ways."""
    long_side = max(lab.shape[:2])
    for channel, contrast in (
        (0, settings.lightness_contrast),
        (1, settings.colour_contrast),
        (2, settings.colour_contrast),
    ):
        plane = np.ascontiguousarray(lab[:, :, channel])
        for fraction in settings.surroundings if channel == 0 else settings.surroundings[-1:]:
            size = max(9, int(long_side * fraction) | 1)
            mean = cv2.blur(plane, (size, size))
            yield _above(cv2.subtract(mean, plane), contrast)
            yield _above(cv2.subtract(plane, mean), contrast)


def _above(difference: NDArray[Any], contrast: int) -> NDArray[np.uint8]:
    return cv2.threshold(difference, contrast, 255, cv2.THRESH_BINARY)[1].astype(np.uint8, copy=False)


def _bars_of(mask: NDArray[np.uint8], settings: BarSettings) -> Iterator[Bar]:
    longest = settings.longest * max(mask.shape)
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    joined: list[tuple[int, NDArray[Any]]] = []
    for contour in contours:
        _, _, width, height = cv2.boundingRect(contour)
        if max(width, height) < settings.shortest or min(width, height) > longest * 2:
            continue
        bar = _straight(contour, settings)
        if bar is not None:
            if bar.length <= longest:
                yield bar
        elif settings.least_joined <= max(width, height) <= longest * 2:
            joined.append((width * height, contour))
    # A coarse grain makes thousands of blobs; of those, the ones of a tile's size are among the large.
    joined.sort(key=lambda each: -each[0])
    for _, contour in joined[: settings.most_joined]:
        yield from _without_pips(mask, contour, settings)


def _straight(contour: NDArray[Any], settings: BarSettings) -> Bar | None:
    """The contour as a bar, or None where it is too thick or too ragged for one."""
    if len(contour) < 3:
        return None
    (x, y), (width, height), angle = cv2.minAreaRect(contour)
    # The contour runs through the centres of the outermost pixels.
    width, height = width + 1, height + 1
    length, thickness = max(width, height), min(width, height)
    if length < settings.shortest or length < settings.least_aspect * thickness:
        return None
    if cv2.contourArea(contour) + length < settings.least_fill * length * thickness:
        return None
    turn = np.deg2rad(angle if width >= height else angle + 90)
    return Bar(x, y, float(np.cos(turn)), float(np.sin(turn)), length, thickness)


def _without_pips(mask: NDArray[np.uint8], contour: NDArray[Any], settings: BarSettings) -> Iterator[Bar]:
    """Bars in a blob that joins a bar with the pips beside it: what an opening takes away is the thin part."""
    x, y, width, height = cv2.boundingRect(contour)
    blob = np.zeros((height + 2, width + 2), np.uint8)
    cv2.drawContours(blob, [contour], -1, 255, -1, offset=(1 - x, 1 - y))
    blob[1:-1, 1:-1] &= mask[y : y + height, x : x + width]
    thickest = 2 * float(cv2.distanceTransform(blob, cv2.DIST_L2, 3).max())
    if thickest < settings.least_pip:
        return
    size = max(3, int(thickest * settings.pip_opening) | 1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    thick = cv2.dilate(cv2.morphologyEx(blob, cv2.MORPH_OPEN, disc), np.ones((3, 3), np.uint8))
    thin = cv2.subtract(blob, thick)
    contours, _ = cv2.findContours(thin, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE, offset=(x - 1, y - 1))
    for part in contours:
        bar = _straight(part, settings)
        if bar is not None:
            yield bar


def _on_plain_background(lab: NDArray[np.uint8], bars: list[Bar], settings: BarSettings) -> list[Bar]:
    """The bars with background of one colour along both sides: a line between two things, or in a grain, has none."""
    if not bars:
        return []
    table = np.array([(bar.x, bar.y, bar.ux, bar.uy, bar.length, bar.thickness) for bar in bars])
    x, y, ux, uy, length, thickness = (column[:, None] for column in table.T)
    along = np.array(settings.samples) * length
    beside = thickness / 2 + settings.beside * length + 1
    on_bar = _colours(lab, x + along * ux, y + along * uy)
    sides = [
        _colours(lab, x + along * ux - sign * beside * uy, y + along * uy + sign * beside * ux) for sign in (-1.0, 1.0)
    ]
    background = np.concatenate(sides, axis=1)
    plain = np.median(background, axis=1, keepdims=True)
    unevenness = np.linalg.norm(background - plain, axis=2).mean(axis=1)
    contrast = np.linalg.norm(np.median(on_bar, axis=1) - plain[:, 0], axis=1)
    plainness = 1 - unevenness / np.maximum(contrast, settings.least_contrast)
    good = (contrast >= settings.least_contrast) & (plainness >= settings.least_plainness)
    return [replace(bars[n], plainness=float(plainness[n])) for n in np.flatnonzero(good)]


def _colours(lab: NDArray[np.uint8], x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """The colours at the nearest pixels, N×M×3."""
    rows = np.clip(np.rint(y).astype(np.int64), 0, lab.shape[0] - 1)
    columns = np.clip(np.rint(x).astype(np.int64), 0, lab.shape[1] - 1)
    return lab[rows, columns].astype(np.float64)


def _distinct(bars: list[Bar], settings: BarSettings) -> tuple[Bar, ...]:
    """One of each group of bars that lie on each other, the longest."""
    kept: list[Bar] = []
    for bar in sorted(bars, key=lambda each: (-each.length, each.y, each.x)):
        near = settings.same_place * bar.length
        if not any(
            abs(bar.x - k.x) < near
            and abs(bar.y - k.y) < near
            and abs(bar.ux * k.uy - bar.uy * k.ux) < 0.2
            and bar.length > settings.same_length * k.length
            for k in kept
        ):
            kept.append(bar)
    return tuple(kept)
