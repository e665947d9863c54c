"""Cards on a mat that no detector found: print where the mat has none, measured on the mat seen from straight above."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.cards.ground import Spot
from vision.cards.settings import UNFOUND
from vision.detect import Detection

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.cards.ground import Ground
    from vision.cards.settings import UnfoundSettings
    from vision.geometry import Quad
    from vision.photo import Picture

UPWARDS, SIDEWAYS = (0.0, -1.0), (1.0, 0.0)


def unfound(
    picture: Picture, ground: Ground, found: Sequence[Quad], settings: UnfoundSettings = UNFOUND
) -> tuple[Detection, ...]:
    """Where cards may lie in an H×W×3 picture besides those found: guesses to be read, most of them wrong."""
    places = [place for box in _printed(picture, ground, found, settings) for place in _corners_of(box, ground)]
    return tuple(
        Detection(ground.quad(Spot(x, y, up)), "card", settings.score)
        for x, y, up in places[: settings.most]
    )


def _printed(
    picture: Picture, ground: Ground, found: Sequence[Quad], settings: UnfoundSettings
) -> Iterator[tuple[int, int, int, int]]:
    """The boxes (x0, y0, x1, y1 in mm) of what is printed on the mat by nothing that was found."""
    mat = ground.plane.mat
    if mat is None:
        return
    size = (round(mat.width), round(mat.height))
    above = cv2.warpPerspective(picture, ground.plane.homography, size)
    grey = cv2.cvtColor(above, cv2.COLOR_BGR2GRAY).astype(np.float32)
    window = (settings.window, settings.window)
    spread = cv2.blur(grey * grey, window) - cv2.blur(grey, window) ** 2
    print_ = (spread > settings.contrast**2).astype(np.uint8)
    for marker in mat.markers:
        _blank(print_, np.array(marker.corners), settings.margin)
    for quad in found:
        _blank(print_, ground.plane.to_table(quad), settings.margin)
    whole = np.ones((settings.gap, settings.gap), np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(cv2.morphologyEx(print_, cv2.MORPH_CLOSE, whole))
    for x, y, width, height, area in stats[1:count].tolist():
        if area >= settings.least_area and min(width, height) >= settings.least_side:
            yield x, y, x + width, y + height


def _blank(print_: NDArray[np.uint8], corners: Quad, margin: float) -> None:
    """Take a card or marker (corners in mm) and a margin round it out of what is printed."""
    middle = corners.mean(axis=0)
    away = corners - middle
    grown = middle + away * (1 + margin / np.maximum(np.abs(away).max(axis=0), 1.0))
    cv2.fillConvexPoly(print_, np.rint(grown).astype(np.int32), 0)


def _corners_of(box: tuple[int, int, int, int], ground: Ground) -> Iterator[tuple[float, float, tuple[float, float]]]:
    """The cards that lie in the corners of a box, upright and across: middle (mm) and the way to the top edge."""
    x0, y0, x1, y1 = box
    for up, width, height in ((UPWARDS, ground.width, ground.height), (SIDEWAYS, ground.height, ground.width)):
        if x1 - x0 < 0.5 * width or y1 - y0 < 0.5 * height:
            continue
        for x in dict.fromkeys((x0 + width / 2, x1 - width / 2)):
            for y in dict.fromkeys((y0 + height / 2, y1 - height / 2)):
                yield x, y, up
