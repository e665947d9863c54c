"""What was read, drawn over the photo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.labels import spots
from vision.observation import BACK
from vision.taken import as_decoded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.labels import Spot
    from vision.observation import Observation, Piece
    from vision.photo import Photo, Picture

INK: Final = (20, 20, 20)
PAPER: Final = (255, 255, 255)
SURE: Final = (120, 220, 60)
UNSURE: Final = (40, 160, 255)
DASH: Final = 6.0
"""Length of a dash, in widths of the line."""


SHARE: Final = 0.4
"""Height of a name, in short edges of its piece; not below `LEAST` nor above `MOST`."""
LEAST: Final = 11.0
MOST: Final = 18.0
"""Bounds of that height, in widths of the line."""
UNIT: Final = 28.0
"""Height of a name whose letters OpenCV draws at its scale of 1, px: they are as wide as `vision.labels` expects."""
PLAIN: Final = 0.95
"""Confidence that needs no telling."""


def annotate(photo: Photo, observation: Observation) -> Picture:
    """A copy of the photo, H×W×3 BGR, with outlines, and beside each piece its label, with its confidence unless plain.

    A label stands off every piece, so that nobody has to guess what lies under it; on its own piece only where nothing
    is free. What is unsure is dashed and bears a question mark, so that nobody needs to tell the colours apart.
    """
    picture, observation = photo.pixels.copy(), as_decoded(observation, photo)
    stroke = max(1, round(max(photo.width, photo.height) / 640))
    for piece in observation.pieces:
        _outline(picture, piece, stroke)
    names = [_name(piece) for piece in observation.pieces]
    written = [
        (name, _letters(piece, stroke) if name else 0.0) for name, piece in zip(names, observation.pieces, strict=True)
    ]
    places = spots([piece.corners for piece in observation.pieces], written, (photo.width, photo.height))
    for name, place in zip(names, places, strict=True):
        _word(picture, name, place, stroke)
    return picture


def _outline(picture: Picture, piece: Piece, stroke: int) -> None:
    corners = piece.quad
    colour = UNSURE if piece.label is None else SURE
    for start, stop in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        _line(picture, start, stop, INK, 3 * stroke)
        if piece.label is None:
            _dashes(picture, start, stop, colour, stroke)
        else:
            _line(picture, start, stop, colour, stroke)
    # The first half begins at the edge 0→1: a dot at either end of it.
    for corner in corners[:2]:
        cv2.circle(picture, _pixel(corner), 3 * stroke, INK, -1, cv2.LINE_AA)
        cv2.circle(picture, _pixel(corner), 2 * stroke, colour, -1, cv2.LINE_AA)


def _name(piece: Piece) -> str:
    """What is written beside a piece: what it is read as, and how surely where that is not plain.

    Of those that lie face down there are many, all alike: they bear no name.
    """
    if piece.label == BACK:
        return ""
    said = "?" if piece.label is None else piece.label.rpartition(":")[2]
    return f"{said} {100 * piece.confidence:.0f}%" if piece.confidence < PLAIN else said


def _letters(piece: Piece, stroke: int) -> float:
    """How high the letters beside a piece are, px."""
    corners = piece.quad
    short = float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).min())
    return min(max(SHARE * short, LEAST * stroke), MOST * stroke)


def _word(picture: Picture, word: str, spot: Spot, stroke: int) -> None:
    """A name at its spot, on a dark background of its own, so that it can be read on any table."""
    if not word:
        return
    size = spot.size / UNIT
    (width, height), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, size, stroke)
    centre = np.array([spot.x, spot.y])
    if spot.leader is not None:
        _line(picture, centre, np.array(spot.leader), INK, 3 * stroke)
        _line(picture, centre, np.array(spot.leader), PAPER, stroke)
    reach = np.array([width, height]) / 2 + stroke
    cv2.rectangle(picture, _pixel(centre - reach), _pixel(centre + reach), INK, -1, cv2.LINE_AA)
    at = _pixel(centre + np.array([-width / 2, height / 2]))
    cv2.putText(picture, word, at, cv2.FONT_HERSHEY_SIMPLEX, size, PAPER, stroke, cv2.LINE_AA)


def _line(
    picture: Picture, start: NDArray[np.float64], stop: NDArray[np.float64], colour: tuple[int, int, int], width: int
) -> None:
    cv2.line(picture, _pixel(start), _pixel(stop), colour, width, cv2.LINE_AA)


def _dashes(
    picture: Picture, start: NDArray[np.float64], stop: NDArray[np.float64], colour: tuple[int, int, int], width: int
) -> None:
    length = float(np.linalg.norm(stop - start))
    count = max(1, int(length / (2 * DASH * width)))
    for n in range(count):
        _line(
            picture, start + (stop - start) * (n / count), start + (stop - start) * ((n + 0.5) / count), colour, width
        )


def _pixel(point: NDArray[np.float64]) -> tuple[int, int]:
    x, y = np.rint(point)
    return int(x), int(y)
