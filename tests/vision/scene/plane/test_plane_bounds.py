"""A mat on which all of a game lies tells where the table is, wherever it is pushed."""

from functools import reduce

import cv2
import numpy as np
import pytest
from plane_scenes import HEIGHT, MAT, WIDTH, arm, camera, cut, dominoes, grain, noisy, points, pushed, shown

from vision.geometry import through
from vision.scene.attention import Attention
from vision.scene.bounds import MARGIN, Bounds
from vision.scene.mat import mat
from vision.scene.plane.markers import find_markers, mat_of

RATE = 10
PUSHES = [
    pushed(12, -7),
    pushed(-60, 35, 4),
    pushed(4, 2, 1.5, 1.01),
    pushed(20, 10, -3, 0.96, (2e-5, -1e-5)),
]


def notices(attention, pictures):
    """What is noticed of frames at 10 a second."""
    return [attention.notice(noisy(frame, n), n / RATE) for n, frame in enumerate(pictures)]


def room():
    """The corners of the mat and of the room round it, mm."""
    right, bottom = MAT.width + MARGIN, MAT.height + MARGIN
    return np.array([[-MARGIN, -MARGIN], [right, -MARGIN], [right, bottom], [-MARGIN, bottom]])


def far(region, outline):
    """How far a region is from an outline, as far as that lies in the picture: the share of what one has alone."""
    canvas = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.fillPoly(canvas, [np.round(outline).astype(np.int32)], 1)
    return float((region.mask(canvas.shape) != canvas.astype(bool)).sum() / canvas.sum())


def jumped(told):
    """All jumps one after another."""
    return reduce(lambda motion, notice: motion if notice.jump is None else notice.jump @ motion, told, np.eye(3))


def looked(frame):
    """The bounds after a look at a frame."""
    bounds = Bounds()
    bounds.look(frame, 0.0, 0.0)
    return bounds


def test_a_table_s_mat_tells_the_table():
    assert notices(Attention(), [cut(dominoes())] * 5)[-1].region is None
    told = notices(Attention(), [shown(camera())] * 5)
    assert told[-1].region.source == "mat"
    assert far(told[-1].region, through(camera(), room())) < 0.01


@pytest.mark.parametrize("push", PUSHES)
def test_a_mat_that_slips_under_a_camera_that_stands_takes_its_region_along(push):
    true = camera()
    told = notices(Attention(), [shown(true)] * 6 + [shown(push @ true)] * 14)
    assert far(told[5].region, through(true, room())) < 0.01
    assert far(told[-1].region, through(push @ true, room())) < 0.01
    assert np.linalg.norm(through(jumped(told), points()) - through(push, points()), axis=1).mean() < 0.6
    assert jumped(told[:6]) == pytest.approx(np.eye(3))


def test_a_mat_that_slips_little_by_little_takes_its_region_along():
    """Each slip is less than a jump. So each was taken for none."""
    true = camera()
    steps = [shown(pushed(4 * step, 0) @ true) for step in range(6)]
    bounds, told = Bounds(), []
    for number, frame in enumerate(steps):
        told.append(bounds.look(frame, float(number), float(number)))
    assert any(jump is not None for jump in told)
    assert far(bounds.region, through(pushed(20, 0) @ true, room())) < 0.01


def test_a_mat_of_which_an_arm_hides_a_part_stays_where_it_is():
    true = camera()
    reaches = [1280, 900, 500, 300, 300, 300, 300, 300, 300, 300, 600, 1280, 1280]
    told = notices(Attention(), [shown(true)] * 6 + [arm(shown(true), reach) for reach in reaches])
    assert {notice.jump is None for notice in told} == {True}
    assert far(told[-1].region, through(true, room())) < 0.01


def test_what_people_say_goes_before_the_mat_and_can_be_taken_back():
    bounds, half = looked(shown(camera())), looked(shown(camera(at=(40, 0)))).region
    bounds.give(half)
    assert bounds.region is half
    bounds.give(None)
    assert far(bounds.region, through(camera(), room())) < 0.01


def test_a_mat_on_a_plain_table_is_enough():
    plain = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
    assert far(looked(shown(camera(), plain)).region, through(camera(), room())) < 0.01


def test_beside_a_single_sheet_there_is_play_too_so_that_it_tells_no_table():
    frame = shown(camera(height=500.0, at=(-277.0, -190.0)), laid=mat("stonerow", 2, "a4", "sheet"))
    assert mat_of(find_markers(frame)).size == "sheet"
    assert looked(frame).region is None
    assert looked(grain()[:HEIGHT, :WIDTH]).region is None
