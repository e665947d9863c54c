"""The lens from pictures of the printed mat, or of anything else whose markers a mat tells.

CalibrationError(ValueError)    the pictures do not tell the lens; the message says which ones would

The mat is flat, so that a picture straight from above says nothing of the focal length. What counts is that it is seen
from several sides. Every picture's own place of the camera comes out as well, and is thrown away. Source: Z. Zhang, A
flexible new technique for camera calibration (2000), as OpenCV has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.scene.plane.lens import DISTORTIONS, Lens
from vision.scene.plane.markers import find_markers, mat_of, pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.arrays import Floats


LEAST_VIEWS: Final = 5
LEAST_CORNERS: Final = 12
"""Corners of markers that a picture must show: three markers."""
NEW_VIEW: Final = 0.02
"""A picture is another view if the markers have moved by more than this part of its width."""
MOST_VIEWS: Final = 40
MOST_ERROR: Final = 1.5
"""The root of the mean squared miss that a sound calibration stays below, px of 1280."""
TILTED: Final = 15.0
LEAST_TILTED: Final = 2
"""In so many views the camera must be this far from straight above (degrees): else far looks like wide."""
SURE: Final = 0.03
"""The focal length is told if its standard deviation is less than this part of it."""
HOW: Final = cv2.CALIB_FIX_K3 | cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_ASPECT_RATIO
"""What a webcam's or a phone's lens needs; more would follow the noise of a few pictures."""

ADVICE: Final = "show the mat from more sides, tilted and near the edges of the picture too"


class CalibrationError(ValueError):
    """The pictures do not tell the lens; the message is one line."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The corners of the mat's markers in one picture: pixels (N, 2), and mm on the mat (N, 2)."""

    pixels: Floats
    places: Floats
    size: tuple[int, int]
    """Width and height of the picture, px."""

    def apart(self, other: View) -> float:
        """How far the middle and the spread of the markers are from another view's, in widths of the picture."""
        ours, theirs = (np.concatenate([each.pixels.mean(axis=0), each.pixels.std(axis=0)]) for each in (self, other))
        return float(np.abs(ours - theirs).max()) / self.size[0]


def view_of(frame: NDArray[np.uint8]) -> View | None:
    """What a picture (H, W, 3, BGR) shows of a mat; None where that is too little."""
    height, width = frame.shape[:2]
    markers = find_markers(frame, width)
    layout = mat_of(markers)
    if layout is None:
        return None
    pixels, places = pairs(markers, layout)
    if len(pixels) < LEAST_CORNERS:
        return None
    return View(pixels, places, (width, height))


def is_new(view: View, known: Sequence[View]) -> bool:
    """Whether a view says anything that those known do not."""
    return all(view.size == each.size and view.apart(each) > NEW_VIEW for each in known)


def calibrate(views: Sequence[View]) -> Lens:
    """The lens that explains the views best. Raises `CalibrationError`."""
    if len(views) < LEAST_VIEWS:
        found = f"{len(views)} different views of the mat were found, {LEAST_VIEWS} are needed"
        raise CalibrationError(f"{found}: move the mat or the camera from view to view, and {ADVICE}")
    if len({view.size for view in views}) > 1:
        raise CalibrationError("the pictures are of different sizes: take all with one camera in one setting")
    width, height = views[0].size
    objects = [np.column_stack([view.places, np.zeros(len(view.places))]).astype(np.float32) for view in views]
    pixels = [view.pixels.astype(np.float32).reshape(-1, 1, 2) for view in views]
    start = np.array([[width, 0, (width - 1) / 2], [0, width, (height - 1) / 2], [0, 0, 1.0]])
    flags = HOW | cv2.CALIB_USE_INTRINSIC_GUESS
    try:
        error, matrix, bend, turns, _, doubt, _, _ = cv2.calibrateCameraExtended(
            objects, pixels, (width, height), start, np.zeros(DISTORTIONS), flags=flags
        )
    except cv2.error:
        raise CalibrationError(f"the views contradict each other: is the mat flat? {ADVICE}") from None
    (fx, _, cx), (_, fy, cy), _ = np.asarray(matrix, np.float64).tolist()
    distortion = tuple(np.asarray(bend, np.float64).ravel()[:DISTORTIONS].tolist())
    lens = Lens(width, height, fx, fy, cx, cy, distortion, round(float(error), 4), len(views))
    _check(lens, float(np.asarray(doubt).ravel()[0]), sum(_tilt(turn) >= TILTED for turn in turns))
    return lens


def _tilt(turn: NDArray[np.generic]) -> float:
    """How far from straight above the camera was, degrees."""
    rotation, _ = cv2.Rodrigues(np.asarray(turn, np.float64))
    return float(np.degrees(np.arccos(min(1.0, abs(float(rotation[2, 2]))))))


def _check(lens: Lens, doubt: float, tilted: int) -> None:
    if lens.error > MOST_ERROR * lens.width / 1280:
        raise CalibrationError(f"the corners miss by {lens.error:.1f} px: lay the mat flat, and take sharp pictures")
    if doubt > SURE * lens.fx or tilted < LEAST_TILTED:
        raise CalibrationError(f"the views do not tell the focal length: {ADVICE}")
