"""Who sits where: a golden token belongs to the player before whom it lies.

On the printed mat that is a zone; on a bare table, the nearest edge of the board. Seat 0 sits at the lower edge of the
picture or of the mat, the others follow clockwise.
"""

from __future__ import annotations

from math import dist, pi
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

from vision.geometry import through
from vision.recognise.stones.board import SIDE
from vision.recognise.stones.paper import LEAST, markers_among
from vision.scene import mat
from vision.scene.plane.markers import mat_of, pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.games.stones.board_pose import BoardPose
    from vision.observation import Piece
    from vision.recognise.stones.plane import Floats

Seats: TypeAlias = "tuple[mat.Zone, ...]"
"""The area of each seat, in mm on the board."""


def seat_at(seats: Seats, at: Floats) -> int:
    """The seat before which a place (mm on the board) lies."""
    return min(range(len(seats)), key=lambda seat: (seats[seat].away(*at), dist(seats[seat].middle, at)))


def at_edges(players: int, down: float) -> Seats:
    """The edges of the board on a bare table; `down` (radians on the board) is down in the picture."""
    lower = round(down / (pi / 2))
    return tuple(_around(_edge(lower - turn // 90)) for turn in mat.TURNS[players])


def _edge(quarter: int) -> Floats:
    """The ends (2, 2) of an edge of the board, by the quarter turns from the right one."""
    ends = SIDE / 2 * np.array([1 - 1j, 1 + 1j]) * 1j**quarter
    return np.column_stack([ends.real, ends.imag])


def on_mat(players: int, pieces: Sequence[Piece], pose: BoardPose) -> Seats:
    """The zones of a printed mat, as its markers tell where they lie; none where too few are seen."""
    markers = markers_among(pieces)
    seen = mat_of(markers)
    if seen is None or seen.game != "stones":
        return ()
    pixels, places = pairs(markers, seen)
    if len(pixels) < LEAST:
        return ()
    homography, _ = cv2.findHomography(places, pixels)
    zones = mat.mat(seen.game, players, seen.paper, seen.size).zones
    golden = sorted((zone.seat or 0, zone) for zone in zones if zone.name == "golden")
    corners = (np.array([(zone.x, zone.y), (zone.x + zone.width, zone.y + zone.height)]) for _, zone in golden)
    return tuple(_around(pose.at(through(np.asarray(homography, np.float64), each))) for each in corners)


def _around(places: Floats) -> mat.Zone:
    """The upright rectangle around places (N, 2)."""
    low, high = places.min(axis=0), places.max(axis=0)
    return mat.Zone("seat", float(low[0]), float(low[1]), *(high - low).tolist())
