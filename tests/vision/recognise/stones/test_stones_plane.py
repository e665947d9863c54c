"""The table's plane and the board from pieces of known size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from stones_views import MIDDLE, SIZE, boxed, ring_places, view

from vision.recognise.stones.board import RIM_RADIUS, RING, RIVER, _ring_samples, find_board, find_mark
from vision.recognise.stones.gauges import gauges, laid_tiles, squared
from vision.recognise.stones.plane import fit
from vision.recognise.stones.settings import PLANE
from vision.recognise.stones.upright import quarter_turns, turned_back

if TYPE_CHECKING:
    from vision.recognise.stones.plane import Floats


def test_places_and_pixels_are_each_others_inverse() -> None:
    plane = view(40)
    places = np.array([[0.0, 300.0], [90.0, 420.0], [-120.0, 250.0]])
    for height in (0.0, 30.0):
        pixels = plane.project(places, np.full(3, height))
        assert np.allclose(plane.places(pixels, np.full(3, height)), places)


def test_what_is_higher_is_nearer_and_larger() -> None:
    plane, pixels = view(50), np.array([[640.0, 360.0]])
    assert plane.scale(pixels, np.array([40.0]))[0] > plane.scale(pixels)[0]


@pytest.mark.parametrize("elevation", [30, 45, 65, 85])
def test_bases_tell_the_camera(elevation: float) -> None:
    plane = view(elevation)
    quads = [boxed(plane, place, 20, 7) for place in ring_places(plane, 0.7)]
    known, used = gauges(["base"] * 6, quads)
    found = fit(known, SIZE)
    assert found is not None
    board = find_board(known, np.arange(6), found)
    assert board is not None
    assert used == list(range(6))
    assert np.degrees(np.arccos(board.plane.normal @ plane.normal)) < 2.0
    assert sorted(board.bases) == list(range(6))
    order = [board.bases[(board.bases.index(0) + k) % 6] for k in range(6)]
    assert order == list(range(6)), "clockwise"


def test_a_missing_and_a_strange_base_do_no_harm() -> None:
    plane = view(50)
    places = ring_places(plane, 0.2)
    quads = [boxed(plane, place, 20, 7) for place in [*places[:5], places[0] + (60.0, 90.0)]]
    known, _ = gauges(["base"] * 6, quads)
    found = fit(known, SIZE)
    assert found is not None
    board = find_board(known, np.arange(6), found)
    assert board is not None
    missing = board.bases.index(-1)
    assert 5 not in board.bases
    assert np.linalg.norm(board.plane.project(board.places())[missing] - plane.project(places)[5]) < 12


def test_two_bases_are_no_board_and_nothing_is_no_plane() -> None:
    plane = view(50)
    known, _ = gauges(["base"] * 2, [boxed(plane, place, 20, 7) for place in ring_places(plane, 0)[:2]])
    found = fit(known, SIZE)
    assert found is not None
    assert find_board(known, np.arange(2), found) is None
    assert fit(gauges(["stone"], [np.zeros((4, 2))])[0], SIZE) is None


def test_a_plain_table_shows_no_mark() -> None:
    plane = view(60)
    known, _ = gauges(["base"] * 6, [boxed(plane, place, 20, 7) for place in ring_places(plane, 0)])
    board = find_board(known, np.arange(6), plane)
    assert board is not None
    grey = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)
    assert find_mark(grey, board).first is None
    assert find_mark(grey, board).number(3) is None


@pytest.mark.parametrize(("river", "marked"), [((255, 215, 200), True), ((255, 245, 240), False)])
def test_a_bank_too_bright_for_the_sensor_still_shows_the_mark(river: tuple[int, int, int], marked: bool) -> None:
    """An overexposed board was said to be out of view. A white cloth with a ring of bases is none."""
    plane = view(60)
    known, _ = gauges(["base"] * 6, [boxed(plane, place, 20, 7) for place in ring_places(plane, 0)])
    board = find_board(known, np.arange(6), plane)
    assert board is not None
    picture = np.full((SIZE[1], SIZE[0], 3), 255, np.uint8)
    out = np.array([np.cos(board.turn), np.sin(board.turn)])
    aside = np.array([-out[1], out[0]])

    def paint(places: Floats, colour: tuple[int, int, int]) -> None:
        pixels = board.plane.project(board.centre + places[:, :1] * out + places[:, 1:] * aside)
        cv2.fillPoly(picture, [np.round(pixels).astype(np.int32)], colour)

    paint(_ring_samples(RIVER, 90), river)
    paint(_ring_samples(RIM_RADIUS + 2, 60, RING), (0, 0, 0))
    paint(np.array([(118.0, -3.0), (118.0, 3.0), (130.0, 18.0), (130.0, -18.0)]), (0, 0, 0))
    found = find_mark(picture, board)
    assert found.first == (0 if marked else None)


def test_noisy_corners_of_a_tile_become_a_square_on_the_table() -> None:
    plane = view(40)
    square = np.array([[-20, 20], [20, 20], [20, -20], [-20, -20]]) + plane.places(MIDDLE[None])
    corners = plane.project(square)
    rng = np.random.default_rng(3)
    before, after = [], []
    for _ in range(30):
        noisy = corners + rng.normal(0, 3, (4, 2))
        before.append(np.linalg.norm(noisy - corners))
        after.append(np.linalg.norm(squared(noisy, plane) - corners))
    assert np.mean(after) < 0.85 * np.mean(before)
    assert np.allclose(squared(corners[::-1], plane), corners[::-1], atol=1e-6)


def test_a_tile_is_looked_for_where_a_detector_left_a_part_of_it_out() -> None:
    plane = view(50)
    square = np.array([[-20, 20], [20, 20], [20, -20], [-20, -20]]) + plane.places(MIDDLE[None])
    corners = plane.project(square)
    short = plane.project(square - np.array([[0, 9], [0, 9], [0, 0], [0, 0]]))
    guesses = laid_tiles(short, plane)
    misses = [float(np.abs(guess - corners).max()) for guess in guesses]
    assert len(guesses) == 5
    assert min(misses) < 2.0 < np.abs(squared(short, plane) - corners).max()


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("elevation", [35, 50, 65])
def test_the_table_may_be_nearest_at_any_edge_of_the_picture(elevation: float, turns: int) -> None:
    plane = view(elevation)
    upright = [boxed(plane, place, 20, 7) for place in ring_places(plane, 0.7)]
    size = SIZE if turns % 2 == 0 else SIZE[::-1]
    quads = [turned_back(quad, turns, size) for quad in upright]
    found = fit(gauges(["base"] * 6, quads)[0], size)
    assert found is not None
    near = turned_back(np.array([[0.0, 0.0], plane.normal[:2]]), turns, size)
    assert found.normal[:2] @ (near[1] - near[0]) > 0.9 * (plane.normal[:2] @ plane.normal[:2])
    assert found.focal == pytest.approx(plane.focal, rel=0.15)


@pytest.mark.parametrize("turns", range(4))
def test_a_picture_is_turned_until_the_far_side_is_up(turns: int) -> None:
    plane = view(45)
    size = SIZE if turns % 2 == 0 else SIZE[::-1]
    quads = [turned_back(boxed(plane, place, 20, 7), turns, size) for place in ring_places(plane, 0.7)]
    assert quarter_turns(["base"] * 6, quads, np.zeros((size[1], size[0], 3), np.uint8)) == turns


@pytest.mark.parametrize(("elevation", "bases"), [(60, 1), (70, 2), (80, 3), (80, 6), (85, 6)])
def test_a_camera_that_is_not_turned_clearly_is_not_turned_by_noise(elevation: float, bases: int) -> None:
    plane, chance, size = view(elevation), np.random.default_rng(bases), np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    true = [boxed(plane, place, 20, 7) for place in ring_places(plane, 0.7)[:bases]]
    wrong = 0
    for _ in range(40):
        off = chance.normal(0, PLANE.corner, (bases, 2, 2))[:, [[0, 0], [1, 0], [1, 1], [0, 1]], [[0, 1]] * 4]
        boxes = [quad + each for quad, each in zip(true, off, strict=True)]
        wrong += quarter_turns(["base"] * bases, boxes, size) != 0
    assert wrong <= 1


def test_what_was_turned_is_turned_back_as_pictures_are() -> None:
    picture = np.zeros((5, 8, 3), np.uint8)
    picture[1, 6] = 255
    for turns in range(4):
        (y, x), *_ = np.argwhere(np.rot90(picture, turns)[..., 0]).tolist()
        assert turned_back(np.array([[x, y]] * 4, np.float64), turns, (8, 5)).tolist() == [[6, 1]] * 4
