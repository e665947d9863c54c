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
    found += _glare(grey, 1 / scale, settings)
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


def _glare(grey: NDArray[np.uint8], scale: float, settings: QualitySettings) -> Iterator[Notice]:
    burnt = cv2.morphologyEx((grey >= settings.glare_level).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(burnt)
    for n in range(1, count):
        x, y, width, height, pixels = (int(value) for value in stats[n])
        if pixels >= settings.glare_share * grey.size:
            region: Region = (x * scale, y * scale, (x + width) * scale, (y + height) * scale)
            yield Notice("glare", f"burnt out over {100 * pixels / grey.size:.1f} % of the photo", region)
