"""Cards on a mat that no detector found: print where the mat has none, measured on the mat seen from straight above."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from vision.recognise.cards.above import UPWARDS, blank, share
from vision.recognise.cards.known_plane import Spot
from vision.recognise.cards.mat_settings import UNFOUND
from vision.recognise.detect import Detection

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.recognise.cards.above import Above, Mask
    from vision.recognise.cards.known_plane import KnownPlane
    from vision.recognise.cards.mat_settings import UnfoundSettings

Box: TypeAlias = tuple[int, int, int, int]
"""x0, y0, x1, y1 in mm of the mat."""
SIDEWAYS: Final = (1.0, 0.0)
ALIKE: Final = 3.0
"""Guesses no further apart than this (mm) are one."""


def unfound(above: Above, found: Sequence[Quad], settings: UnfoundSettings = UNFOUND) -> tuple[Detection, ...]:
    """Where cards may lie on the mat besides those found: guesses to be read, most of them wrong.

    Print tells edges well, and colours that are none of the mat's tell cards with little print.
    """
    known_plane, spots = above.known_plane, list[Spot]()
    for mask, least in ((above.printed, settings.least_print), (above.lying, settings.least_lying)):
        shown = unexplained(mask, above, found, settings)
        for spot in (
            each for box in _boxes(shown, settings) for each in _corners_of(box, known_plane, settings.least_part)
        ):
            if share(shown, spot, known_plane) >= least and not any(_alike(spot, each) for each in spots):
                spots.append(spot)
    return tuple(Detection(known_plane.quad(spot), "card", settings.score) for spot in spots[: settings.most])


def _alike(one: Spot, other: Spot) -> bool:
    """Whether two guesses are read alike: reading moves a card by more than they are apart."""
    return one.up == other.up and max(abs(one.x - other.x), abs(one.y - other.y)) <= ALIKE


def unexplained(shown: Mask, above: Above, found: Sequence[Quad], settings: UnfoundSettings = UNFOUND) -> Mask:
    """What of a mask of the mat is of nothing that was found."""
    shown = shown.copy()
    for quad in found:
        blank(shown, above.known_plane.plane.to_table(quad), settings.margin)
    closed = cv2.morphologyEx(shown, cv2.MORPH_CLOSE, np.ones((settings.gap, settings.gap), np.uint8))
    return np.asarray(closed, np.uint8)


def _boxes(shown: Mask, settings: UnfoundSettings) -> Iterator[Box]:
    """The boxes of what is printed. Lines, such as a zone's edge or a marker's, are none and join nothing."""
    broad = cv2.morphologyEx(shown, cv2.MORPH_OPEN, np.ones((settings.gap, settings.gap), np.uint8))
    _, names, stats, _ = cv2.connectedComponentsWithStats(broad)
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


def _corners_of(box: Box, known_plane: KnownPlane, least: float) -> Iterator[Spot]:
    """The cards that lie in the corners of a box, upright and across."""
    x0, y0, x1, y1 = box
    for up, width, height in (
        (UPWARDS, known_plane.width, known_plane.height),
        (SIDEWAYS, known_plane.height, known_plane.width),
    ):
        if x1 - x0 < least * width or y1 - y0 < least * height:
            continue
        for x in dict.fromkeys((x0 + width / 2, x1 - width / 2)):
            for y in dict.fromkeys((y0 + height / 2, y1 - height / 2)):
                yield Spot(x, y, up)
