"""Cards' corners: turned, moved and grown in the plane of the card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Quad

TURNS = tuple(np.roll(np.arange(4), -turn) for turn in range(4))
"""The corners of a quad from each of them on; to take them so is ten times as fast as `np.roll`."""
NEXT = TURNS[1]
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def turned(corners: Quad, turn: int) -> Quad:
    """The corners renumbered, so that the `turn`-th comes first."""
    return corners[TURNS[turn % 4]]


def slant(corners: Quad, aspect: float) -> float:
    """How far the quad's proportions are from an upright card's: the log of the ratio, 0 seen from above."""
    edges = np.linalg.norm(corners[NEXT] - corners, axis=1)
    ratio = float(edges[1] + edges[3] + 1e-6) / float(edges[0] + edges[2] + 1e-6)
    return abs(float(np.log(ratio / aspect)))


def within(corners: Quad, places: NDArray[np.generic]) -> NDArray[np.float64]:
    """N×2 places in the picture, given as shares of the card: 0,0 is its first corner and 1,1 its third."""
    matrix = cv2.getPerspectiveTransform(UNIT, corners.astype(np.float32))
    return project(np.asarray(matrix, np.float64), places)


def grown(corners: Quad, across: float, down: float) -> Quad:
    """The corners of a card larger by a share of its width at both sides, and of its height at top and bottom."""
    lower, upper = np.array([-across, -down]), np.array([1 + across, 1 + down])
    return within(corners, np.where(UNIT > 0.5, upper, lower))


def moved(corners: Quad, across: float, down: float) -> Quad:
    """The corners moved in the plane of the card by shares of its width and height."""
    return within(corners, UNIT + np.array([across, down]))


def project(matrix: NDArray[np.float64], points: NDArray[np.generic]) -> NDArray[np.float64]:
    """N×2 points through a homography."""
    away = np.column_stack((points, np.ones(len(points)))) @ matrix.T
    gone: NDArray[np.float64] = away[:, :2] / away[:, 2:]
    return gone


def clockwise(corners: Quad) -> Quad:
    """The corners going round clockwise on screen, the first one kept."""
    x, y = corners[:, 0], corners[:, 1]
    right = float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) > 0
    return corners if right else corners[[0, 3, 2, 1]]
