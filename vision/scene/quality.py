"""What makes a photo hard to read: too little light, blur, glare, nothing in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.observation import Notice
from vision.settings import QUALITY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.observation import Piece, Region
    from vision.photo import Picture
    from vision.settings import QualitySettings

_LONG_SIDE = 640


def notices(picture: Picture, pieces: Sequence[Piece], settings: QualitySettings = QUALITY) -> tuple[Notice, ...]:
    """What to warn of, the most important first."""
    scale = min(1.0, _LONG_SIDE / max(picture.shape[:2]))
    size = tuple(max(1, round(side * scale)) for side in picture.shape[1::-1])
    grey = cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY).astype(np.uint8)
    found = (
        []
        if pieces
        else [Notice("no_pieces", "no piece was found: is the table in view, and no piece cut by the edge?")]
    )
    found += _dark(grey, settings)
    found += _blur(grey, settings)
    found += _glare(picture, settings)
    return tuple(found)


def _dark(grey: NDArray[np.uint8], settings: QualitySettings) -> Iterator[Notice]:
    # A bright piece on a black table is no dark photo: even the brightest parts must be dim.
    bright = float(np.percentile(grey, 99))
    if bright < settings.dark_spread and float(np.median(grey)) < settings.dark_level:
        yield Notice("dark", f"the brightest parts reach {bright:.0f} of 255: bring more light")


def _blur(grey: NDArray[np.uint8], settings: QualitySettings) -> Iterator[Notice]:
    # The steepest edges tell: a sharp photo of a bare table has few edges, but some.
    slope = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=0.25), cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=0.25))
    steepest = float(np.percentile(slope, 99.7))
    if steepest < settings.blur_edge:
        yield Notice("blur", f"the sharpest edges rise by {steepest:.0f} of 255 a pixel: hold the camera still")


def _glare(picture: Picture, settings: QualitySettings) -> Iterator[Notice]:
    width = min(picture.shape[1], settings.glare_width)
    size = width, max(1, round(picture.shape[0] * width / picture.shape[1]))
    small = cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return glares(np.asarray(small, np.uint8), width / picture.shape[1], settings)


def glares(grey: NDArray[np.uint8], scale: float = 1.0, settings: QualitySettings = QUALITY) -> Iterator[Notice]:
    """Where light burns out a grey picture (h, w), the largest place first; regions are given in `1 / scale` px.

    Burnt-out paper ends at an edge, a mirrored lamp fades into what it lies on: only the latter is told.
    """
    burnt = (grey >= settings.glare_level).astype(np.uint8)
    if float(burnt.mean()) >= settings.glare_flood:
        x, y, width, height = (value / scale for value in cv2.boundingRect(burnt))
        line = f"{100 * float(burnt.mean()):.0f} % of the picture is burnt out: dim the light"
        yield Notice("glare", line, (x, y, x + width, y + height))
        return
    if float(np.median(grey)) >= settings.glare_background or not burnt.any():
        return
    burnt = np.asarray(cv2.morphologyEx(burnt, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(burnt)
    for n in sorted(range(1, count), key=lambda number: -stats[number][cv2.CC_STAT_AREA]):
        x, y, width, height, pixels = (int(value) for value in stats[n])
        if pixels >= settings.glare_share * grey.size and _fades(grey, labels == n, settings):
            region: Region = (x / scale, y / scale, (x + width) / scale, (y + height) / scale)
            place = where((x + width / 2) / grey.shape[1], (y + height / 2) / grey.shape[0])
            share = 100 * pixels / grey.size
            line = f"{place}, {share:.1f} % of the picture is burnt out: turn the lamp or the camera, or draw a curtain"
            yield Notice("glare", line, region)


def where(x: float, y: float) -> str:
    """A place of the picture in words; `x` and `y` are 0 … 1 from its upper left corner."""
    row = ("at the top", "", "at the bottom")[min(2, int(3 * y))]
    column = ("left", "", "right")[min(2, int(3 * x))]
    if not row:
        return f"at the {column}" if column else "in the middle"
    return f"{row} {column}".strip()


def _fades(grey: NDArray[np.uint8], burnt: NDArray[np.bool_], settings: QualitySettings) -> bool:
    """Whether the light round a burnt-out place is still bright there, 4 px away, along most of its edge."""
    place = burnt.astype(np.uint8)
    near, far = (cv2.dilate(place, np.ones((size, size), np.uint8)) for size in (7, 9))
    around = grey[(far > 0) & (near == 0)]
    if not len(around):
        return False
    return float((around < settings.glare_level - settings.glare_drop).mean()) <= settings.glare_edges
