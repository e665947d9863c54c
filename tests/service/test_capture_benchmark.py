"""The benchmark of cameras: one that is lost is counted as back only if it came back."""

import cv2
import numpy as np
import pytest

from tests.benchmarks import capture


@pytest.mark.parametrize("lose", [capture.killed, capture.pulled])
def test_a_camera_that_is_lost_once_comes_back(lose):
    figures = {each.name.partition("_")[2]: each for each in lose(1)}
    assert (figures["came_back"].value, figures["came_back"].n) == (1.0, 1)
    assert 0 < figures["noticed"].value < 10
    assert figures["back"].value > 0


def test_what_is_never_noticed_counts_as_the_whole_wait():
    noticed, worst, back = capture._times("pulled", [0.5, None], [None, 2.0])
    assert (noticed.value, noticed.n) == (0.5, 1)
    assert worst.value == capture.LIMIT
    assert (back.value, back.n) == (2.0, 1)


def test_a_push_keeps_most_of_the_table_in_view():
    rng = np.random.default_rng(1)
    for push in (capture._push(rng, (720, 1280)) for _ in range(20)):
        (middle,) = cv2.perspectiveTransform(np.array([[[640.0, 360.0]]]), push)[0]
        assert abs(middle[0] - 640) < 640
        assert abs(middle[1] - 360) < 360
        assert abs(np.linalg.det(push)) > 0.5
