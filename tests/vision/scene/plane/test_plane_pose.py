"""Pixels to millimetres, from the mat's markers."""

import numpy as np
import pytest
from plane_scenes import HEIGHT, MAT, WIDTH, camera, points, shown

from vision.geometry import through
from vision.scene.plane.markers import find_markers, mat_of
from vision.scene.plane.pose import plane_of_markers


@pytest.mark.parametrize("view", [{}, {"tilt": 38, "turn": -12}, {"tilt": 5, "turn": 90, "height": 1500}])
def test_the_mat_tells_millimetres(view):
    true = camera(**view)
    plane = plane_of_markers(find_markers(shown(true, noise=1)))
    assert (plane.mat.game, plane.mat.paper, plane.mat.size) == (MAT.game, MAT.paper, MAT.size)
    missed = np.linalg.norm(plane.to_table(points()) - through(np.linalg.inv(true), points()), axis=1)
    assert missed.max() < 1.0
    assert np.allclose(plane.to_image(plane.to_table(points())), points(), atol=1e-6)


def test_a_mat_half_covered_is_enough():
    frame = shown(camera())
    frame[:, 600:] = 90
    markers = find_markers(frame)
    assert len(markers) == 3
    plane = plane_of_markers(markers)
    corner = through(camera(), np.array([[30.0, 30.0]]))
    assert plane.to_table(corner) == pytest.approx(np.array([[30.0, 30.0]]), abs=1.0)


def test_no_mat_is_no_plane():
    assert find_markers(np.full((HEIGHT, WIDTH, 3), 120, np.uint8)) == {}
    assert plane_of_markers({}) is None
    assert mat_of({99: np.zeros((4, 2))}) is None
