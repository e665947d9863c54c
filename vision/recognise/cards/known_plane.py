"""Cards on a table whose plane is known. Of a detection only middle and turn are believed; its size is the deck's.

A detector's corners are off by a tenth of a card and more, its middles hardly ever. Cards that lie by a mat are laid
along it, so a turn near to that of the mat is the mat's. Without a mat the cards that were read tell the plane.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.scene.plane.markers import find_markers
from vision.scene.plane.pose import plane_of_markers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.detect import Detection
    from vision.scene.mat import Mat
    from vision.scene.plane.pose import Plane

POKER, BRIDGE = 88.0, 89.0
"""The heights (mm) of usual cards, of those nearly half as high again as wide and of slimmer ones."""
SLIM: Final = 1.48
"""Height over width of the slimmest card of the first kind."""
ASKEW: Final = 0.3
"""A turn (radians) of less against the mat is the detector's error; cards are laid straighter than that."""
SIZES: Final = (0.5, 1.9)
"""Bounds of a detection's area over that of a card of the deck. A pile of cards is nearer to the camera and larger."""
STEP: Final = 12.0
"""The mat's paper is looked at every so many mm."""
BESIDE: Final = 15.0
"""Detections further than this (mm) from the mat are none of the game's."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Where a card lies on the table: its middle (mm), and the unit vector to its top edge (x right, y down)."""

    x: float
    y: float
    up: tuple[float, float]

    @property
    def right(self) -> tuple[float, float]:
        """The unit vector to its right edge."""
        return -self.up[1], self.up[0]

    def up_by(self, by: float) -> Spot:
        """The spot moved towards its top edge by so many mm."""
        return replace(self, x=self.x + by * self.up[0], y=self.y + by * self.up[1])

    def aside(self, by: float) -> Spot:
        """The spot moved to its own right by so many mm."""
        across = self.right
        return replace(self, x=self.x + by * across[0], y=self.y + by * across[1])

    def turned(self, by: float) -> Spot:
        """The spot turned clockwise about its middle by so many radians."""
        (x, y), along, across = self.up, cos(by), sin(by)
        return replace(self, up=(along * x - across * y, across * x + along * y))


@dataclass(frozen=True, slots=True, eq=False)
class KnownPlane:
    """The plane of the table, and the size (mm) of the cards on it. `paper` is the mat's bare paper in the picture,
    blue, green and red, 0 … 255."""

    plane: Plane
    width: float
    height: float
    paper: tuple[float, float, float] = (255.0, 255.0, 255.0)

    @property
    def lightness(self) -> float:
        """How light the bare paper is, 0 … 255."""
        return sum(self.paper) / len(self.paper)

    def quad(self, spot: Spot) -> Quad:
        """The corners in the picture of a card at a spot; the first two are its top edge."""
        up, right = np.array(spot.up) * self.height / 2, np.array(spot.right) * self.width / 2
        middle = np.array([spot.x, spot.y])
        corners: Quad = self.plane.to_image(
            np.array([middle + up - right, middle + up + right, middle - up + right, middle - up - right])
        )
        return corners

    def spot(self, corners: Quad) -> Spot:
        """Where a card lies whose corners go round clockwise from its top left."""
        table = self.plane.to_table(corners)
        middle = table.mean(axis=0)
        up = (table[0] + table[1] - table[2] - table[3]) / 2
        return Spot(float(middle[0]), float(middle[1]), _unit(up))

    def laid(self, detection: Detection) -> Detection | None:
        """The detection as a card of the deck's size that lies straight; None of what is no card on the mat."""
        table = self.plane.to_table(np.asarray(detection.corners))
        size = float(cv2.contourArea(table.astype(np.float32))) / (self.width * self.height)
        if not SIZES[0] < size < SIZES[1] or not self._is_near(table.mean(axis=0)):
            return None
        ring = table if _clockwise(table) else table[::-1]
        first, second = ring[1] - ring[0] + ring[2] - ring[3], ring[3] - ring[0] + ring[2] - ring[1]
        up = -second if np.linalg.norm(second) >= np.linalg.norm(first) else first
        angle = float(np.arctan2(up[1], up[0]))
        straight = round(angle / (pi / 2)) * (pi / 2)
        angle = straight if abs(angle - straight) < ASKEW else angle
        middle = ring.mean(axis=0)
        spot = Spot(float(middle[0]), float(middle[1]), (float(np.cos(angle)), float(np.sin(angle))))
        return replace(detection, corners=self.quad(spot))

    def _is_near(self, middle: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> bool:
        mat, (x, y) = self.plane.mat, middle
        return bool(-BESIDE < x < mat.width + BESIDE and -BESIDE < y < mat.height + BESIDE)


def find_known_plane(picture: Picture, aspect: float) -> KnownPlane | None:
    """The plane that the mat in an H×W×3 picture tells, for cards of an aspect (height over width); None without."""
    plane = plane_of_markers(find_markers(picture))
    if plane is None or plane.mat.game != "stonerow":
        return None
    height = POKER if aspect < SLIM else BRIDGE
    return KnownPlane(plane, height / aspect, height, _paper(picture, plane))


def _paper(picture: Picture, plane: Plane) -> tuple[float, float, float]:
    """The colour of the mat where nothing is printed: most of what lies outside its zones and markers is bare."""
    at = np.rint(plane.to_image(_bare(plane.mat))).astype(int)
    height, width = picture.shape[:2]
    at = at[(at[:, 0] >= 0) & (at[:, 0] < width) & (at[:, 1] >= 0) & (at[:, 1] < height)]
    if not len(at):
        return (255.0, 255.0, 255.0)
    blue, green, red = np.median(picture[at[:, 1], at[:, 0]], axis=0).tolist()
    return max(blue, 1.0), max(green, 1.0), max(red, 1.0)


@lru_cache
def _bare(mat: Mat) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Places (N, 2) in mm, every so many, where nothing is printed."""
    margin = STEP / 2
    return np.array(
        [
            (x, y)
            for x in np.arange(margin, mat.width - margin, STEP)
            for y in np.arange(margin, mat.height - margin, STEP)
            if mat.zone_at(x, y) is None and not any(_within(x, y, marker.corners, margin) for marker in mat.markers)
        ]
    )


def _within(x: float, y: float, corners: tuple[tuple[float, float], ...], margin: float) -> bool:
    (left, top), (right, bottom) = corners[0], corners[2]
    return left - margin <= x <= right + margin and top - margin <= y <= bottom + margin


def laid(known_plane: KnownPlane, detections: Sequence[Detection]) -> tuple[Detection, ...]:
    """The detections of cards with corners on the known plane. Hands stay; what is no card there is left out."""
    found = (known_plane.laid(each) if each.kind == "card" else each for each in detections)
    return tuple(each for each in found if each is not None)


def _clockwise(ring: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> bool:
    x, y = ring[:, 0], ring[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) > 0


def _unit(vector: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> tuple[float, float]:
    x, y = (vector / max(float(np.linalg.norm(vector)), 1e-9)).tolist()
    return x, y
