"""The printed mat below a table of Stones."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from stones_views import MIDDLE, SIZE, boxed, ring_places, view

from vision.observation import Piece, corners_of
from vision.recognise.detect import Detection
from vision.recognise.stones import StoneReader
from vision.recognise.stones.board import find_board
from vision.recognise.stones.gauges import gauges
from vision.recognise.stones.paper import (
    LEAST,
    figure_of,
    markers_among,
    markers_in,
    on_markers,
    plane_below,
    with_markers,
)
from vision.recognise.stones.plane import Plane, fit
from vision.scene.mat import DICTIONARY, mat

MAT = mat("stones", 2, "a4", "table")


def printed(plane: Plane, noise: float = 0.0, count: int = 8) -> dict[int, np.ndarray]:
    """The corners of the mat's first markers as a camera sees them, the mat in the middle of the picture."""
    rng = np.random.default_rng(5)
    middle = plane.places(MIDDLE[None]) - np.array([MAT.width / 2, -MAT.height / 2])
    return {
        each.id: plane.project(middle + np.array(each.corners) * (1, -1)) + rng.normal(0, noise, (4, 2))
        for each in MAT.markers[:count]
    }


@pytest.mark.parametrize("elevation", [35, 60, 85])
def test_markers_tell_the_plane_better_than_pieces(elevation: float) -> None:
    plane = view(elevation, distance=1000.0)
    rng = np.random.default_rng(1)
    quads = [boxed(plane, place, 20, 7) + rng.normal(0, 2, (4, 2)) for place in ring_places(plane, 0.4)]
    known, _ = gauges(["base"] * 6, quads)
    rough = fit(known, SIZE)
    exact = plane_below(known, printed(plane, 0.3), rough)
    assert rough is not None
    assert exact is not None
    assert np.degrees(np.arccos(exact.normal @ plane.normal)) < 0.7
    assert exact.normal @ plane.normal > rough.normal @ plane.normal
    board = find_board(known, np.arange(6), exact, exact=True)
    assert board is not None
    assert sorted(board.bases) == list(range(6))
    assert np.allclose(board.plane.normal, exact.normal)


def test_one_marker_and_none_tell_nothing() -> None:
    plane = view(60, distance=1000.0)
    known, _ = gauges(["base"] * 6, [boxed(plane, place, 20, 7) for place in ring_places(plane, 0)])
    assert LEAST > 4
    assert figure_of(printed(plane, count=1)) is None
    assert plane_below(known, {}, fit(known, SIZE)) is None
    assert plane_below(known, printed(plane), None) is None


def test_what_is_found_on_a_marker_becomes_the_marker_and_others_follow() -> None:
    plane = view(60, distance=1000.0)
    markers = printed(plane)
    first = MAT.markers[0].id
    tile = Piece("tile", "SM/2", 0.9, corners_of(markers[first] + 1.5))
    stone = Piece("stone", "small", 0.9, corners_of(boxed(plane, plane.places(MIDDLE[None])[0], 9, 7)))
    found = on_markers([np.array(each.corners) for each in (stone, tile)], markers)
    assert found == {1: first}
    pieces = with_markers((stone, tile), found, markers)
    assert pieces[0] == stone
    assert (pieces[1].kind, pieces[1].label) == ("unknown", f"mat:{first}")
    assert len(pieces) == 1 + len(MAT.markers)
    told = markers_among(pieces)
    assert set(told) == set(markers)
    assert all(np.allclose(told[number], markers[number]) for number in markers)


def test_markers_are_found_in_a_picture() -> None:
    white = np.full((400, 700, 3), 255, np.uint8)
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    ids = [MAT.markers[0].id, MAT.markers[1].id]
    for number, x in zip(ids, (100, 450), strict=True):
        white[150:234, x : x + 84] = cv2.aruco.generateImageMarker(known, number, 84)[..., None]
    assert sorted(markers_in(white)) == ids
    assert markers_in(np.full((300, 300, 3), 128, np.uint8)) == {}


def test_a_hand_over_a_marker_stays_a_hand() -> None:
    seen = np.full((720, 1280, 3), 255, np.uint8)
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    for number, x in zip((MAT.markers[0].id, MAT.markers[1].id), (100, 850), strict=True):
        seen[150:234, x : x + 84] = cv2.aruco.generateImageMarker(known, number, 84)[..., None]
    over = np.array([(40.0, 90.0), (240.0, 90.0), (240.0, 290.0), (40.0, 290.0)])
    pieces = StoneReader().see(seen, [Detection(over, "hand", 0.9, "hand"), Detection(over, "tile", 0.9, "tile")])
    assert [(piece.kind, piece.label) for piece in pieces[1:]] == [
        ("unknown", f"mat:{MAT.markers[number].id}") for number in (0, 1)
    ]
    assert pieces[0].kind == "hand"
