"""What was read, drawn over the photo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.observation import Observation, Piece
    from vision.photo import Photo, Picture

INK: Final = (20, 20, 20)
PAPER: Final = (255, 255, 255)
SURE: Final = (120, 220, 60)
UNSURE: Final = (40, 160, 255)
DASH: Final = 6.0
"""Length of a dash, in widths of the line."""


ROOM: Final = 2
"""So many letters fit into a disc; longer words get a bar."""
PLAIN: Final = 0.95
"""Confidence that needs no telling."""


def annotate(photo: Photo, observation: Observation) -> Picture:
    """A copy of the photo, H×W×3 BGR, with corners and labels, and the confidence where it is not plain.

    What is unsure is dashed and bears a question mark, so that nobody needs to tell the colours apart; lines and
    letters have a dark rim, so that they show on any table.
    """
    picture = photo.pixels.copy()
    stroke = max(1, round(max(photo.width, photo.height) / 640))
    for piece in observation.pieces:
        _outline(picture, piece, stroke)
    for piece in observation.pieces:
        _words(picture, piece, stroke)
    return picture


def _outline(picture: Picture, piece: Piece, stroke: int) -> None:
    corners = np.array(piece.corners, dtype=np.float64)
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


def _words(picture: Picture, piece: Piece, stroke: int) -> None:
    corners = np.array(piece.corners, dtype=np.float64)
    width = float(np.linalg.norm(corners[1] - corners[0]))
    size = max(0.35 * stroke, width / 90)
    if piece.label is None or "-" not in piece.label:
        word = "?" if piece.label is None else piece.label.rpartition(":")[2]
        _word(picture, word, corners.mean(axis=0), size / max(1.0, len(word) / ROOM), stroke)
    else:
        first, second = piece.label.split("-")
        middle = corners.mean(axis=0)
        _word(picture, first, (corners[:2].mean(axis=0) + middle) / 2, size, stroke)
        _word(picture, second, (corners[2:].mean(axis=0) + middle) / 2, size, stroke)
    if piece.confidence < PLAIN:
        below = corners[corners[:, 1].argmax()] + np.array([0, 6 * stroke])
        _word(picture, f"{100 * piece.confidence:.0f}%", below, size * 0.6, stroke)


def _word(picture: Picture, word: str, centre: NDArray[np.float64], size: float, stroke: int) -> None:
    (width, height), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, size, stroke)
    # A dark ground of its own, so that the pips below do not run into the letters.
    if len(word) > ROOM:
        reach = np.array([width / 2 + 3 * stroke, 0.9 * height + stroke])
        cv2.rectangle(picture, _pixel(centre - reach), _pixel(centre + reach), INK, -1, cv2.LINE_AA)
    else:
        cv2.circle(picture, _pixel(centre), round(0.75 * max(width, height)), INK, -1, cv2.LINE_AA)
    at = _pixel(centre + np.array([-width / 2, height / 2]))
    cv2.putText(picture, word, at, cv2.FONT_HERSHEY_SIMPLEX, size, INK, 4 * stroke, cv2.LINE_AA)
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
