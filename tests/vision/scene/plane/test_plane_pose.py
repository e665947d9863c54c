"""Pixels to millimetres, from the mat's markers and from pieces of known size."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plane_scenes import HEIGHT, MAT, WIDTH, camera, points, shown

from vision.scene.plane import Lens, find_markers, mat_of, plane_of_markers, plane_of_pieces
from vision.scene.plane.pose import through

LENS = Lens(WIDTH, HEIGHT, 1250.0, 1250.0, 639.5, 359.5, (-0.12, 0.03, 0.0, 0.0, 0.0))


def grey(frame):
    return cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)


@pytest.mark.parametrize("view", [{}, {"tilt": 38, "turn": -12}, {"tilt": 5, "turn": 90, "height": 1500}])
def test_the_mat_tells_millimetres(view):
    true = camera(**view)
    plane = plane_of_markers(find_markers(grey(shown(true, noise=1))))
    assert (plane.mat.game, plane.mat.paper, plane.mat.size) == (MAT.game, MAT.paper, MAT.size)
    assert plane.residual < 0.6
    missed = np.linalg.norm(plane.to_table(points()) - through(np.linalg.inv(true), points()), axis=1)
    assert missed.max() < 1.0
    assert np.allclose(plane.to_image(plane.to_table(points())), points(), atol=1e-6)


def test_a_mat_half_covered_is_enough():
    frame = shown(camera())
    frame[:, 600:] = 90
    plane = plane_of_markers(find_markers(grey(frame)))
    assert plane.points == 12
    corner = through(camera(), np.array([[30.0, 30.0]]))
    assert plane.to_table(corner) == pytest.approx(np.array([[30.0, 30.0]]), abs=1.0)


def test_no_mat_is_no_plane():
    assert find_markers(np.full((HEIGHT, WIDTH), 120, np.uint8)) == {}
    assert plane_of_markers({}) is None
    assert mat_of({99: np.zeros((4, 2))}) is None


def test_a_lens_that_bends_lines_is_minded():
    true = camera()
    places = np.array([corner for marker in MAT.markers for corner in marker.corners])
    bent = LENS.bent(through(true, places)).reshape(-1, 4, 2)
    markers = {marker.id: quad for marker, quad in zip(MAT.markers, bent, strict=True)}
    with_lens, without = plane_of_markers(markers, LENS), plane_of_markers(markers)
    assert with_lens.residual < 0.01 < without.residual
    spots = np.array([[60.0, 70.0], [MAT.width / 2, MAT.height / 2], [MAT.width - 90, 120.0]])
    assert with_lens.to_table(LENS.bent(through(true, spots))) == pytest.approx(spots, abs=0.01)
    assert with_lens.to_image(spots) == pytest.approx(LENS.bent(through(true, spots)), abs=0.01)


def laid(size, count, seed, true):
    """Quads (N, 4, 2) px of rectangles all over the mat's ground, seen by a camera."""
    rng = np.random.default_rng(seed)
    quads = []
    for _ in range(count):
        turn = rng.uniform(0, 2 * np.pi)
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
        about = half @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        quads.append(through(true, about + rng.uniform((60, 60), (MAT.width - 60, MAT.height - 60))))
    return np.array(quads)


def lengths_apart(plane, true):
    """The largest relative error of distances between points all over the frame."""
    found, real = plane.to_table(points()), through(np.linalg.inv(true), points())
    apart = np.linalg.norm(found[:, None] - found[None], axis=2)
    should = np.linalg.norm(real[:, None] - real[None], axis=2)
    return float(np.abs(apart / np.where(should > 0, should, 1) - 1)[should > 0].max())


@settings(max_examples=12)
@given(
    size=st.sampled_from([(24.0, 48.0), (63.0, 88.0), (44.0, 44.0)]),
    tilt=st.floats(0, 40),
    turn=st.floats(-180, 180),
    seed=st.integers(0, 10_000),
)
def test_pieces_of_known_size_tell_lengths(size, tilt, turn, seed):
    true = camera(tilt, turn)
    plane = plane_of_pieces(laid(size, 14, seed, true), size)
    assert plane.residual < 0.05
    assert lengths_apart(plane, true) < 0.01


def test_corners_that_are_a_pixel_off_cost_a_few_percent():
    true = camera(30, 20)
    quads = laid((24.0, 48.0), 25, 4, true)
    plane = plane_of_pieces(quads + np.random.default_rng(1).normal(0, 1, quads.shape), (24.0, 48.0))
    assert 0.2 < plane.residual < 2.0
    assert lengths_apart(plane, true) < 0.06


def test_pieces_on_top_of_others_do_not_pull():
    true = camera(30, 20)
    quads = laid((24.0, 48.0), 24, 5, true)
    middle = quads[:5].mean(axis=1, keepdims=True)
    quads[:5] = middle + 1.25 * (quads[:5] - middle)
    assert lengths_apart(plane_of_pieces(quads, (24.0, 48.0)), true) < 0.02


def test_pieces_told_the_other_way_round_tell_the_same():
    true = camera(25, 10)
    quads = laid((24.0, 48.0), 12, 6, true)
    assert lengths_apart(plane_of_pieces(quads[:, ::-1][:, [2, 3, 0, 1]], (24.0, 48.0)), true) < 0.01


def test_too_few_pieces_or_none_that_fit_are_no_plane():
    true = camera()
    assert plane_of_pieces(laid((24.0, 48.0), 2, 0, true), (24.0, 48.0)) is None
    rng = np.random.default_rng(2)
    assert plane_of_pieces(rng.uniform(0, 700, (12, 4, 2)), (24.0, 48.0)) is None
    assert plane_of_pieces(np.zeros((5, 4, 2)), (24.0, 48.0)) is None


def test_the_plane_of_pieces_begins_at_the_first():
    true = camera(25, 10)
    quads = laid((63.0, 88.0), 8, 7, true)
    plane = plane_of_pieces(quads, (63.0, 88.0))
    first = plane.to_table(quads[0])
    assert first.mean(axis=0) == pytest.approx([0, 0], abs=0.1)
    assert first[1] - first[0] == pytest.approx([63.0, 0.0], abs=0.5)
