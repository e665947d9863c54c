"""Arms that come over the edge of the picture, and whose they are."""

from math import pi

import cv2
import numpy as np
import pytest

from engine.core import Explanation
from vision.follow.reach import Reach, Reaches, Seating, apart, arms, only
from vision.follow.witness import Witness

NEAR, FAR, LEFT = pi / 2, -pi / 2, pi


def empty():
    return np.full((180, 320), 90, np.uint8)


def arm(frame, start, end):
    shown = frame.copy()
    cv2.line(shown, start, end, 200, 24)
    return shown


@pytest.mark.parametrize(("start", "angle"), [((160, 179), NEAR), ((160, 0), FAR), ((0, 90), LEFT), ((319, 90), 0.0)])
def test_an_arm_comes_in_at_an_angle(start, angle):
    (found,) = arms(empty(), arm(empty(), start, (160, 90)))
    assert apart(found, angle) < 0.15


def test_two_arms_are_two_and_none_is_none():
    both = arm(arm(empty(), (160, 179), (150, 110)), (160, 0), (170, 70))
    assert len(arms(empty(), both)) == 2
    assert arms(empty(), empty()) == []
    assert arms(empty(), arm(empty(), (100, 90), (200, 90))) == []


def test_what_came_in_since_the_table_was_settled_is_told_in_order():
    reaches = Reaches()
    reaches.frame(empty(), 0.0, still=True)
    for n in range(5):
        reaches.frame(arm(empty(), (160, 179), (150, 110)), 1.0 + n / 10, still=False)
    for n in range(5):
        reaches.frame(arm(empty(), (160, 0), (150, 80)), 3.0 + n / 10, still=False)
    near, far = reaches.told()
    assert (near.start, near.end, far.start) == (1.0, 1.4, 3.0)
    assert apart(near.angle, NEAR) < 0.2
    reaches.settle()
    assert reaches.told() == ()


def test_who_moved_is_learnt_and_then_told():
    near, far = (Reach(NEAR, 0.0, 1.0),), (Reach(FAR, 0.0, 1.0),)
    seating = Seating()
    assert seating.likelihood([0], far) == 1.0
    for _ in range(2):
        seating = seating.learnt(0, near).learnt(1, far)
    assert seating.likelihood([0], near) > 0.9
    assert seating.likelihood([0], far) < 0.1
    assert seating.likelihood([0, 1], near) < 0.3
    assert seating.likelihood([0, 1], (*near, *far)) > 0.9
    assert seating.likelihood([-1], near) == 1.0
    assert seating.likelihood([], near) < seating.likelihood([], ()) == 1.0
    assert seating.likelihood([1, 0, 1], (*near, *far, *near)) < 0.1
    assert seating.likelihood([1, 0, 1, 0], (*near, *far, *near)) == pytest.approx(0.2, abs=0.1)


def test_a_seat_that_is_not_known_yet_sits_where_none_of_the_known_ones_does():
    near, left = (Reach(NEAR, 0.0, 1.0),), (Reach(LEFT, 0.0, 1.0),)
    seating = Seating().learnt(0, near).learnt(0, near)
    for known, arm in ((0, near), (1, left)):
        assert seating.likelihood([known], arm) > 0.9
        assert seating.likelihood([1 - known], arm) < 0.1


def test_until_a_seat_is_known_the_table_says_where_it_sits():
    far = (Reach(FAR, 0.0, 1.0),)
    told = Seating().expected({0: NEAR, 1: FAR})
    assert told.likelihood([1], far) > 0.9
    assert told.likelihood([0], far) < 0.1
    learnt = Seating()
    for _ in range(2):
        learnt = learnt.learnt(1, (Reach(LEFT, 0.0, 1.0),))
    assert learnt.expected({1: FAR}) == learnt


def test_what_the_table_turns_up_has_no_order():
    ways = [Explanation(((-1, "keystone R5"), (-1, "brickyard B5")), 0.9, None, 0.9)]
    (way,) = Witness({"R5": 5.0, "B5": 2.0}, last=8.0).weigh(ways)
    assert way.weight == 0.9
    (late,) = Witness({"B5": 2.0}, last=8.0).weigh([Explanation(((0, "discard B5"),), 0.9, None, 0.9)])
    assert late.weight < 0.01


def test_arms_from_several_sides_teach_nothing():
    assert Seating().learnt(0, (Reach(NEAR, 0, 1), Reach(FAR, 0, 1))) == Seating()


def test_a_witness_weighs_ways_by_whose_arm_it_was():
    seating = Seating()
    for _ in range(2):
        seating = seating.learnt(0, (Reach(NEAR, 0, 1),)).learnt(1, (Reach(FAR, 0, 1),))
    ways = [Explanation(((seat, "extend"),), 0.5, None, 0.5) for seat in (0, 1)]
    best, other = Witness({}, (Reach(FAR, 0, 1),), seating).weigh(ways)
    assert best.plays[0][0] == 1
    assert best.likelihood > 0.9
    assert best.likelihood + other.likelihood == pytest.approx(1.0)


def test_the_only_seat_of_plays():
    assert only([(1, "draw"), (-1, "turn"), (1, "keep")]) == 1
    assert only([(0, "draw"), (1, "keep")]) is None
    assert only([]) is None


def test_an_arm_that_rests_in_a_still_picture_is_an_arm_until_it_stays():
    reaches, resting = Reaches(), arm(empty(), (160, 179), (150, 110))
    reaches.frame(empty(), 0.0, still=True)
    reaches.frame(resting, 1.0, still=False)
    reaches.frame(resting, 1.5, still=True)
    reaches.frame(empty() + np.uint8(30), 2.0, still=False)
    (near,) = reaches.told()
    assert (near.start, near.end) == (1.0, 1.5)
    reaches.settle()
    for time in (3.0, 5.0, 7.0):
        reaches.frame(resting, time, still=True)
    assert reaches.told()
    reaches.settle()
    reaches.frame(resting, 8.0, still=True)
    assert reaches.told() == ()


def test_nobody_reaches_in_to_keep_a_tile():
    seating = Seating()
    for _ in range(2):
        seating = seating.learnt(0, (Reach(NEAR, 0, 1),)).learnt(1, (Reach(FAR, 0, 1),))
    ways = [Explanation(((0, "keep"), (1, "extend")), 0.3, None, 0.3), Explanation(((0, "extend"),), 0.7, None, 0.7)]
    best, _ = Witness({}, (Reach(FAR, 0, 1),), seating).weigh(ways)
    assert len(best.plays) == 2
    assert best.weight > 0.28


def test_an_arm_that_moves_for_long_and_then_rests_leaves_nothing_behind():
    reaches = Reaches()
    reaches.frame(empty(), 0.0, still=True)
    for n in range(60):
        reaches.frame(arm(empty(), (150 + n % 20, 179), (150, 110)), 1.0 + n / 10, still=n == 20)
    reaches.frame(arm(empty(), (160, 179), (150, 110)), 7.0, still=True)
    (near,) = reaches.told()
    assert near.end == 7.0
    reaches.settle()
    reaches.frame(empty(), 7.2, still=False)
    reaches.frame(empty(), 7.6, still=True)
    assert reaches.told() == ()


def test_what_lies_at_the_edge_is_no_arm_though_others_reach_in_meanwhile():
    reaches, lying = Reaches(), arm(empty(), (160, 179), (150, 150))
    reaches.frame(empty(), 0.0, still=True)
    for n in range(3):
        reaches.frame(lying, 1.0 + 2 * n, still=True)
        reaches.frame(arm(lying, (160, 0), (150, 80)), 2.0 + 2 * n, still=False)
    reaches.settle()
    reaches.frame(lying, 7.0, still=True)
    reaches.frame(lying, 7.1, still=False)
    assert reaches.told() == ()


def test_a_picture_that_changes_on_all_sides_is_no_arm():
    reaches, sides = Reaches(), [((160, 179), (150, 110)), ((160, 0), (170, 70)), ((0, 90), (90, 90))]
    moved = empty()
    for start, end in sides:
        moved = arm(moved, start, end)
    reaches.frame(empty(), 0.0, still=True)
    reaches.frame(moved, 0.2, still=False)
    reaches.frame(moved, 0.6, still=True)
    reaches.frame(moved, 0.8, still=False)
    assert reaches.told() == ()
