"""Arms that come over the edge of the picture."""

from math import pi

import cv2
import numpy as np
import pytest

from vision.scene.hands import HandEntries, apart, entry_angles

NEAR, FAR, LEFT = pi / 2, -pi / 2, pi


def empty():
    return np.full((180, 320), 90, np.uint8)


def arm(frame, start, end):
    shown = frame.copy()
    cv2.line(shown, start, end, 200, 24)
    return shown


@pytest.mark.parametrize(("start", "angle"), [((160, 179), NEAR), ((160, 0), FAR), ((0, 90), LEFT), ((319, 90), 0.0)])
def test_an_arm_comes_in_at_an_angle(start, angle):
    (found,) = entry_angles(empty(), arm(empty(), start, (160, 90)))
    assert apart(found, angle) < 0.15


def test_two_arms_are_two_and_none_is_none():
    both = arm(arm(empty(), (160, 179), (150, 110)), (160, 0), (170, 70))
    assert len(entry_angles(empty(), both)) == 2
    assert entry_angles(empty(), empty()) == []
    assert entry_angles(empty(), arm(empty(), (100, 90), (200, 90))) == []


def test_what_came_in_since_the_table_was_settled_is_told_in_order():
    reaches = HandEntries()
    reaches = reaches.frame(empty(), 0.0, still=True)
    for n in range(5):
        reaches = reaches.frame(arm(empty(), (160, 179), (150, 110)), 1.0 + n / 10, still=False)
    for n in range(5):
        reaches = reaches.frame(arm(empty(), (160, 0), (150, 80)), 3.0 + n / 10, still=False)
    near, far = reaches.entries()
    assert (near.start, near.end, far.start) == (1.0, 1.4, 3.0)
    assert apart(near.angle, NEAR) < 0.2
    reaches = reaches.since(2.0)
    assert reaches.entries() == (far,)
    reaches = reaches.settled()
    assert reaches.entries() == ()


@pytest.mark.parametrize(("gone", "stayed"), [(0.1, True), (0.8, False)])
def test_an_arm_that_does_not_leave_stays_though_the_table_is_settled(gone, stayed):
    reaches, near = HandEntries(), arm(empty(), (160, 179), (150, 110))
    reaches = reaches.frame(empty(), 0.0, still=True)
    reaches = reaches.frame(near, 1.0, still=False)
    reaches = reaches.settled()
    reaches = reaches.frame(near, 1.0 + gone, still=False)
    reaches = reaches.frame(near, 1.1 + gone, still=False)
    (told,) = reaches.entries()
    assert told.stayed is stayed


def test_an_arm_that_rests_in_a_still_picture_is_an_arm_until_it_stays():
    reaches, resting = HandEntries(), arm(empty(), (160, 179), (150, 110))
    reaches = reaches.frame(empty(), 0.0, still=True)
    reaches = reaches.frame(resting, 1.0, still=False)
    reaches = reaches.frame(resting, 1.5, still=True)
    reaches = reaches.frame(empty() + np.uint8(30), 2.0, still=False)
    (near,) = reaches.entries()
    assert (near.start, near.end) == (1.0, 1.5)
    reaches = reaches.settled()
    for time in (3.0, 5.0, 7.0):
        reaches = reaches.frame(resting, time, still=True)
    assert reaches.entries()
    reaches = reaches.settled()
    reaches = reaches.frame(resting, 8.0, still=True)
    assert reaches.entries() == ()


def test_an_arm_that_moves_for_long_and_then_rests_leaves_nothing_behind():
    reaches = HandEntries()
    reaches = reaches.frame(empty(), 0.0, still=True)
    for n in range(60):
        reaches = reaches.frame(arm(empty(), (150 + n % 20, 179), (150, 110)), 1.0 + n / 10, still=n == 20)
    reaches = reaches.frame(arm(empty(), (160, 179), (150, 110)), 7.0, still=True)
    (near,) = reaches.entries()
    assert near.end == 7.0
    reaches = reaches.settled()
    reaches = reaches.frame(empty(), 7.2, still=False)
    reaches = reaches.frame(empty(), 7.6, still=True)
    assert reaches.entries() == ()


def test_what_lies_at_the_edge_is_no_arm_though_others_reach_in_meanwhile():
    reaches, lying = HandEntries(), arm(empty(), (160, 179), (150, 150))
    reaches = reaches.frame(empty(), 0.0, still=True)
    for n in range(3):
        reaches = reaches.frame(lying, 1.0 + 2 * n, still=True)
        reaches = reaches.frame(arm(lying, (160, 0), (150, 80)), 2.0 + 2 * n, still=False)
    reaches = reaches.settled()
    reaches = reaches.frame(lying, 7.0, still=True)
    reaches = reaches.frame(lying, 7.1, still=False)
    assert reaches.entries() == ()


def test_a_picture_that_changes_on_all_sides_is_no_arm():
    reaches, sides = HandEntries(), [((160, 179), (150, 110)), ((160, 0), (170, 70)), ((0, 90), (90, 90))]
    moved = empty()
    for start, end in sides:
        moved = arm(moved, start, end)
    reaches = reaches.frame(empty(), 0.0, still=True)
    reaches = reaches.frame(moved, 0.2, still=False)
    reaches = reaches.frame(moved, 0.6, still=True)
    reaches = reaches.frame(moved, 0.8, still=False)
    assert reaches.entries() == ()


def test_who_has_left_is_told_though_another_reaches_in():
    reaches = HandEntries()
    reaches = reaches.frame(empty(), 0.0, still=True)
    near, far = arm(empty(), (160, 179), (150, 110)), arm(empty(), (160, 0), (150, 80))
    for n in range(5):
        reaches = reaches.frame(near, 1.0 + n / 10, still=False)
    assert reaches.gone(1.5).entries() == ()
    reaches = reaches.frame(empty(), 1.8, still=False)
    for n in range(5):
        reaches = reaches.frame(far, 2.5 + n / 10, still=False)
    first, second = reaches.entries()
    gone = reaches.gone(2.9)
    assert gone.entries() == (first,)
    assert reaches.without(gone).entries() == (second,)


def test_for_half_a_second_somebody_has_just_left():
    reaches, told = HandEntries(), []
    for n in range(20):
        frame = arm(empty(), (160, 179), (160, 90)) if 2 <= n < 8 else empty()
        reaches = reaches.frame(frame, n / 10, still=False)
        told.append(reaches.just_left)
    assert [n for n, left in enumerate(told) if left] == [8, 9, 10, 11, 12]


def test_an_arm_that_swings_round_has_not_left():
    reaches = HandEntries()
    reaches = reaches.frame(empty(), 0.0, still=True)
    for n, at in enumerate([*[160] * 6, *[319] * 6]):
        reaches = reaches.frame(arm(empty(), (at, 179), (150, 100)), 1.0 + n / 10, still=False)
    assert len(reaches.entries()) == 2
    assert reaches.gone(2.1).entries() == ()


def test_what_is_accounted_for_takes_its_fingertip_along_and_is_known_to_have_stayed():
    reaches = HandEntries()
    reaches = reaches.frame(empty(), 0.0, still=True)
    near = arm(empty(), (160, 179), (150, 110))
    for n in range(8):
        across = n in {3, 4}
        reaches = reaches.frame(arm(near, (160, 0), (150, 20)) if across else near, 1.0 + n / 10, still=False)
    gone = reaches.gone(2.5)
    assert len(gone.entries()) == 1
    left = reaches.without(gone)
    assert left.entries() == ()
    left = left.frame(near, 1.9, still=False)
    (again,) = left.entries()
    assert again.stayed
