"""Face-down dominoes: bare rectangles of the colour and size of the faces that were found.

A back has neither bar nor pips. Nothing but its likeness to the face-up tiles of the photo tells it from any other
rectangle. In a photo without a face-up tile no back is reported, nor where the backs have a colour of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.geometry import area, domino_quad, quad, sides
from vision.recognise.classical.face import look, rectify
from vision.recognise.detect import Detection

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.settings import BackSettings, FaceSettings


def find_backs(
    lab: NDArray[np.uint8], faces: Sequence[Detection], settings: BackSettings, reading: FaceSettings
) -> Iterator[Detection]:
    """The backs of an H×W×3 CIELAB picture in which face-up tiles were found."""
    if not faces:
        return
    usual = float(np.median([area(each.corners) for each in faces]))
    mask = _like_faces(lab, faces, settings)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        size = cv2.contourArea(contour)
        if not settings.least_area * usual <= size <= settings.most_area * usual:
            continue
        corners = _four_corners(np.asarray(contour))
        width, length = sides(corners)
        if not settings.least_aspect <= length / max(width, 1.0) <= settings.most_aspect:
            continue
        fill = size / max(area(corners), 1.0)
        face = look(rectify(lab, corners), reading)
        if fill >= settings.least_fill and max(face.bar, *face.pip) < settings.most_contrast:
            yield Detection(corners, "domino", min(1.0, fill), "domino_back")


def _like_faces(lab: NDArray[np.uint8], faces: Sequence[Detection], settings: BackSettings) -> NDArray[np.uint8]:
    """Where the picture has the colour of the bare background of the faces."""
    background = [np.median(rectify(lab, each.corners).reshape(-1, 3), axis=0) for each in faces]
    low = np.min(background, axis=0) - settings.colour_reach
    high = np.max(background, axis=0) + settings.colour_reach
    mask = cv2.inRange(lab, np.clip(low, 0, 255), np.clip(high, 0, 255))
    return cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)).astype(np.uint8, copy=False)


def _four_corners(contour: NDArray[Any]) -> Quad:
    """The quad that fits the contour: its own four corners where it has them, else the least rectangle round it."""
    hull = cv2.convexHull(contour)
    rough = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True).reshape(-1, 2)
    corners = rough if len(rough) == 4 else cv2.boxPoints(cv2.minAreaRect(hull))
    return domino_quad(quad(corners))
