"""Drawings become pixels: drawn several times too large in whole numbers, then averaged down.

Only integer arithmetic touches the pixels, so the same drawing gives the same bytes on any machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.art.colour import channels
from datasets.art.drawing import Fill, Line

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.art.drawing import Drawing, Mark
    from datasets.art.shape import Shape

FINE_PX_PER_MM: Final = 20.0
MOST_OVERSAMPLING: Final = 8
SUBPIXEL_BITS: Final = 4


def oversampling(px_per_mm: float) -> int:
    """How many times too large a drawing is drawn."""
    return int(min(MOST_OVERSAMPLING, max(2, FINE_PX_PER_MM // px_per_mm)))


def raster(drawing: Drawing, px_per_mm: float) -> NDArray[np.uint8]:
    """The drawing as H×W×4 BGRA, uint8; alpha is 0 beyond its outline. H and W are its size rounded to pixels."""
    times = oversampling(px_per_mm)
    width, height = (max(1, round(side * px_per_mm)) for side in (drawing.width, drawing.height))
    scale = np.array([width / drawing.width, height / drawing.height]) * times
    fine = (height * times, width * times)
    mask = _smaller(_mask(fine, drawing.outline, scale), times)  # before there is a canvas: both may be large
    canvas = np.full((*fine, 3), 255, dtype=np.uint8)
    for mark in drawing.marks:
        _paint(canvas, mark, scale)
    return np.dstack([_smaller(canvas, times), mask])


def _mask(size: tuple[int, int], shape: Shape, scale: NDArray[np.float64]) -> NDArray[np.uint8]:
    """255 within a shape, 0 beyond."""
    mask = np.zeros(size, dtype=np.uint8)
    cv2.fillPoly(mask, _fixed(shape, scale), 255, cv2.LINE_8, SUBPIXEL_BITS)
    return mask


def _paint(canvas: NDArray[np.uint8], mark: Mark, scale: NDArray[np.float64]) -> None:
    if isinstance(mark, Fill):
        cv2.fillPoly(canvas, _fixed(mark.shape, scale), _bgr(mark.colour), cv2.LINE_8, SUBPIXEL_BITS)
    elif isinstance(mark, Line):
        width = max(1, round(mark.width * float(scale.mean())))
        lines = _fixed(mark.shape, scale)
        cv2.polylines(canvas, lines, mark.closed, _bgr(mark.colour), width, cv2.LINE_8, SUBPIXEL_BITS)
    else:
        layer = canvas.copy()
        for inner in mark.marks:
            _paint(layer, inner, scale)
        cv2.copyTo(layer, _mask(canvas.shape[:2], mark.shape, scale), canvas)


def _fixed(shape: Shape, scale: NDArray[np.float64]) -> list[NDArray[np.int32]]:
    """Outlines in fixed-point pixels; pixel centres lie at whole numbers.

    Nanometres are rounded off first: there, sines and cosines may differ from machine to machine.
    """
    bits = 1 << SUBPIXEL_BITS
    return [np.rint((np.round(outline, 6) * scale - 0.5) * bits).astype(np.int32) for outline in shape]


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = channels(colour)
    return blue, green, red


def _smaller(picture: NDArray[np.uint8], times: int) -> NDArray[np.uint8]:
    """Means of squares of `times` × `times` pixels, rounded."""
    height, width = picture.shape[0] // times, picture.shape[1] // times
    return cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
