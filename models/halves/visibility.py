"""How much of each half of a rendered domino is seen: rays from the camera against the boxes of all pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from datasets.optics.pose import Pose

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

GRID: Final = 5
"""So many points across and along a half are looked at."""
SKIN: Final = 0.3
"""Millimetres by which a box is made smaller, so that tiles that touch do not hide each other."""


def shares(truth: dict[str, Any]) -> dict[int, tuple[float, float]]:
    """The seen shares 0 … 1 of the first and second half of every face-up or face-down domino, by its index."""
    camera = truth["camera"]
    eye = -np.array(camera["rotation"], np.float64).T @ np.array(camera["translation"], np.float64)
    boxes = [piece for piece in truth["pieces"] if "turn" in piece and "size" in piece]
    seen = {}
    for index, piece in enumerate(truth["pieces"]):
        if piece["kind"] == "domino" and piece.get("face") in {"up", "down"}:
            points = _points(piece)
            open_ = _inside(piece, camera)
            for other in boxes:
                if other is not piece:
                    open_ &= ~_hit(eye, points, other)
            first, second = open_.reshape(2, -1).mean(axis=1)
            seen[index] = (float(first), float(second))
    return seen


def _steps() -> Array:
    """Points of the face of a tile that runs from -1 to 1 both ways, the first half's before the second's."""
    fine = (np.arange(GRID) + 0.5) / GRID
    along = np.concatenate([fine - 1, fine])
    u, v = np.meshgrid(along, 2 * fine - 1, indexing="ij")
    return np.stack([u.ravel(), v.ravel()], axis=1)


def _points(piece: dict[str, Any]) -> Array:
    """Points on the face that lies above, N×3 mm."""
    steps = _steps()
    if piece["face"] == "up":
        own = np.column_stack([steps, np.ones(len(steps))])
    else:
        own = np.column_stack([steps * [1, -1], -np.ones(len(steps))])
    pose = Pose(tuple(piece["at"]), tuple(piece["turn"]))
    points: Array = own * np.array(piece["size"]) / 2 @ pose.rotation.T + np.array(piece["at"])
    return points


def _inside(piece: dict[str, Any], camera: dict[str, Any]) -> NDArray[np.bool_]:
    """Which of the points lie in the picture."""
    square = np.array([[-1, -1], [-1, 1], [1, 1], [1, -1]], np.float32)
    homography = cv2.getPerspectiveTransform(square, np.array(piece["corners"], np.float32))
    at = cv2.perspectiveTransform(_steps().reshape(-1, 1, 2), homography).reshape(-1, 2)
    frame = np.array([camera["width"] - 1, camera["height"] - 1])
    return np.asarray(((at >= 0) & (at <= frame)).all(axis=1))


def _hit(eye: Array, points: Array, other: dict[str, Any]) -> NDArray[np.bool_]:
    """Which of the lines from the eye to the points run through the other piece's box."""
    rotation = Pose(tuple(other["at"]), tuple(other["turn"])).rotation
    start = (eye - other["at"]) @ rotation
    direction = (points - other["at"]) @ rotation - start
    reach = np.maximum(np.array(other["size"]) / 2 - SKIN, 0.05)
    safe = np.where(np.abs(direction) < 1e-9, 1e-9, direction)
    one, two = (-reach - start) / safe, (reach - start) / safe
    enter, leave = np.minimum(one, two).max(axis=1), np.maximum(one, two).min(axis=1)
    hit: NDArray[np.bool_] = (enter < leave) & (enter < 1 - 1e-6) & (leave > 0)
    return hit
