"""Cards on a mat that no detector found: print where the mat has none, measured on the mat seen from straight above."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

from vision.cards.ground import Spot
from vision.cards.settings import UNFOUND
from vision.detect import Detection
from vision.mat import CARD

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.cards.ground import Ground
    from vision.cards.settings import UnfoundSettings
    from vision.geometry import Quad
    from vision.photo import Picture

Mask: TypeAlias = "NDArray[np.uint8]"
Box: TypeAlias = tuple[int, int, int, int]
"""x0, y0, x1, y1 in mm of the mat."""
Place: TypeAlias = tuple[float, float, tuple[float, float]]
"""The middle of a card (mm) and the way to its top edge."""
UPWARDS, SIDEWAYS = (0.0, -1.0), (1.0, 0.0)


def unfound(
    picture: Picture, ground: Ground, found: Sequence[Quad], settings: UnfoundSettings = UNFOUND
) -> tuple[Detection, ...]:
    """Where cards may lie in an H×W×3 picture besides those found: guesses to be read, most of them wrong."""
    shown = _printed(picture, ground, found, settings)
    guesses = [*_of_zones(ground), *(place for box in _boxes(shown, settings) for place in _corners_of(box, ground))]
    places = [place for place in guesses if _is_printed(shown, place, ground, settings)]
    return tuple(Detection(ground.quad(Spot(x, y, up)), "card", settings.score) for x, y, up in places[: settings.most])


def _printed(picture: Picture, ground: Ground, found: Sequence[Quad], settings: UnfoundSettings) -> Mask:
    """Where the mat, seen from above at 1 px a mm, shows print of nothing that was found: 1, else 0."""
    mat = ground.plane.mat
    if mat is None:
        return np.zeros((1, 1), np.uint8)
    above = cv2.warpPerspective(picture, ground.plane.homography, (round(mat.width), round(mat.height)))
    grey = cv2.cvtColor(above, cv2.COLOR_BGR2GRAY).astype(np.float32)
    window = (settings.window, settings.window)
    spread = cv2.blur(grey * grey, window) - cv2.blur(grey, window) ** 2
    shown = (spread > settings.contrast**2).astype(np.uint8)
    for marker in mat.markers:
        _blank(shown, np.array(marker.corners), settings.margin)
    for quad in found:
        _blank(shown, ground.plane.to_table(quad), settings.margin)
    closed = cv2.morphologyEx(shown, cv2.MORPH_CLOSE, np.ones((settings.gap, settings.gap), np.uint8))
    return np.asarray(closed, np.uint8)


def _boxes(shown: Mask, settings: UnfoundSettings) -> Iterator[Box]:
    """The boxes of what is printed."""
    _, names, stats, _ = cv2.connectedComponentsWithStats(shown)
    for number, (x, y, width, height, area) in enumerate(stats.tolist()):
        if number and area >= settings.least_area and min(width, height) >= settings.least_side:
            yield from _trimmed(names[y : y + height, x : x + width] == number, (x, y), settings)


def _trimmed(shape: NDArray[np.bool_], corner: tuple[int, int], settings: UnfoundSettings) -> Iterator[Box]:
    """The box of a shape without the fringes that are not as long as its sides."""
    columns = np.flatnonzero(shape.mean(axis=0) >= settings.fringe)
    rows = np.flatnonzero(shape.mean(axis=1) >= settings.fringe)
    if len(columns) >= settings.least_side and len(rows) >= settings.least_side:
        x, y = corner
        yield x + int(columns[0]), y + int(rows[0]), x + int(columns[-1]) + 1, y + int(rows[-1]) + 1


def _blank(print_: NDArray[np.uint8], corners: Quad, margin: float) -> None:
    """Take a card or marker (corners in mm) and a margin round it out of what is printed."""
    middle = corners.mean(axis=0)
    away = corners - middle
    grown = middle + away * (1 + margin / np.maximum(np.abs(away).max(axis=0), 1.0))
    cv2.fillConvexPoly(print_, np.rint(grown).astype(np.int32), 0)


def _of_zones(ground: Ground) -> Iterator[Place]:
    """Where the mat wants single cards: on its piles, and side by side in the tower."""
    mat = ground.plane.mat
    for zone in mat.zones if mat is not None else ():
        if zone.seat is None:
            count = max(1, round(zone.width / CARD[0]))
            for number in range(count):
                yield zone.x + (number + 0.5) * zone.width / count, zone.y + zone.height / 2, UPWARDS


def _is_printed(shown: Mask, place: Place, ground: Ground, settings: UnfoundSettings) -> bool:
    """Whether enough is printed where a card would lie."""
    x, y, up = place
    across, down = (ground.width, ground.height) if up == UPWARDS else (ground.height, ground.width)
    left, top = max(0, round(x - across / 2)), max(0, round(y - down / 2))
    part = shown[top : top + round(down), left : left + round(across)]
    return bool(part.size) and float(part.mean()) >= settings.least_print


def _corners_of(box: Box, ground: Ground) -> Iterator[Place]:
    """The cards that lie in the corners of a box, upright and across: middle (mm) and the way to the top edge."""
    x0, y0, x1, y1 = box
    for up, width, height in ((UPWARDS, ground.width, ground.height), (SIDEWAYS, ground.height, ground.width)):
        if x1 - x0 < 0.5 * width or y1 - y0 < 0.5 * height:
            continue
        for x in dict.fromkeys((x0 + width / 2, x1 - width / 2)):
            for y in dict.fromkeys((y0 + height / 2, y1 - height / 2)):
                yield x, y, up
