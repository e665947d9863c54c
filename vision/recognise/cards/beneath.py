"""What cards that were found tell of other outlines: the table between cards, print on them, cards beneath them.

Cards of a photo lie on one table and are of one paper. What lies under another card has edges only where it shows, and
is weighed by those alone. It has to be as large and of the same paper as those that lie open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry import area, centre, contains
from vision.recognise.cards.settings import BENEATH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.recognise.cards.settings import BeneathSettings
    from vision.recognise.detect import Detection

    Floats = NDArray[np.float64]

LEAST_CARDS: Final = 2
"""Other cards that it takes to tell the table's colour."""


def without_print(found: Sequence[Detection], settings: BeneathSettings = BENEATH) -> list[Detection]:
    """The rectangles without those that lie on a larger one and are no surer: a picture on a card."""
    return [each for each in found if not any(_printed_on(each, other, settings) for other in found)]


def _printed_on(part: Detection, whole: Detection, settings: BeneathSettings) -> bool:
    """Whether a part is print: the less sure it is beside the whole, the larger it may be.

    A rectangle round two cards side by side is about as sure as they are, and twice as large.
    """
    worse = whole.score - part.score
    largest = settings.print_share + settings.print_worse * worse
    if part is whole or worse < 0 or area(part.corners) > min(largest, settings.print_most) * area(whole.corners):
        return False
    shrunk = centre(part.corners) + settings.print_inside * (part.corners - centre(part.corners))
    return all(contains(whole.corners, corner) for corner in shrunk.tolist())


def table_between(rims: Floats, around: Floats, settings: BeneathSettings = BENEATH) -> NDArray[np.bool_]:
    """Which of N quads are but table: their rims (N×3, CIELAB) have the colour that is `around` (N×3) the others.

    Light varies over a table, its colour less. So lightness has only to be nearer to the table's than to the paper's.
    """
    count = len(rims)
    between = np.zeros(count, bool)
    if count <= LEAST_CARDS:
        return between
    for n in range(count):
        others = np.arange(count) != n
        table, paper = np.abs(rims[n] - [np.median(each[others], axis=0) for each in (around, rims)])
        between[n] = table[1:].max() < settings.table_colour and table[0] < settings.table_light * paper[0]
    return between


def covers(quads: Floats, shape: tuple[int, ...], settings: BeneathSettings = BENEATH) -> NDArray[np.bool_]:
    """Which pixels of a picture lie on quads, N×4×2, or so near that an edge there is theirs, H×W."""
    mask = np.zeros(shape[:2], np.uint8)
    for corners in quads:
        cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 1)
    side = 2 * settings.reach + 1
    return np.asarray(cv2.dilate(mask, np.ones((side, side), np.uint8)) > 0)


def completed(quads: Floats, covered: Floats, usual: Floats, settings: BeneathSettings = BENEATH) -> Floats:
    """Of N×4×2 quads those of which a side is hidden, that side moved away until they are as long as usual cards.

    `covered` (N×4) are the shares of the sides 0→1, 1→2, … that are covered; `usual` are the short and the long side.
    """
    found = []
    for corners, shares in zip(quads, covered, strict=True):
        if shares.max() < settings.hidden:
            continue
        ring = np.roll(corners, -int(shares.argmax()), axis=0)  # the side 0→1 is hidden, 2→3 shows
        shown = float(np.linalg.norm(ring[3] - ring[2]))
        along = usual[1] if abs(np.log(shown / usual[0])) < abs(np.log(shown / usual[1])) else usual[0]
        for near, far in ((1, 2), (0, 3)):
            step = ring[near] - ring[far]
            ring[near] = ring[far] + step * (along / max(float(np.linalg.norm(step)), 1e-6))
        found.append(ring)
    return np.array(found).reshape(-1, 4, 2)
