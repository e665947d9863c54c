"""Arms that come over the edge of the picture."""

from math import pi

import cv2
import numpy as np
import pytest

from vision.scene.hands import MOST_ENTRIES, HandEntries, apart

NEAR, FAR, LEFT = pi / 2, -pi / 2, pi


def empty():
    return np.full((180, 320), 90, np.uint8)


def arm(frame, start, end):
    shown = frame.copy()
    cv2.line(shown, start, end, 200, 24)
    return shown


def entry_angles(rest, grey):
    return [entry.angle for entry in HandEntries(rest).frame(grey, 0.0, still=False).entries()]


@pytest.mark.parametrize(("start", "angle"), [((160, 179), NEAR), ((160, 0), FAR), ((0, 90), LEFT), ((319, 90), 0.0)])
def test_an_arm_comes_in_at_an_angle(start, angle):
    (found,) = entry_angles(empty(), arm(empty(), start, (160, 90)))
    assert apart(found, angle) < 0.15


def test_two_arms_are_two_and_none_is_none():
    both = arm(arm(empty(), (160, 179), (150, 110)), (160, 0), (170, 70))
    assert len(entry_angles(empty(), both)) == 2
    assert entry_angles(empty(), empty()) == []
    assert entry_angles(empty(), arm(empty(), (100, 90), (200, 90))) == []


def shaded(soft):
    dark = np.zeros((180, 320), np.float32)
    cv2.ellipse(dark, (160, 179), (40, 70), 0, 0, 360, 0.5, -1)
    return (empty() * (1 - cv2.GaussianBlur(dark, (0, 0), soft))).astype(np.uint8)


@pytest.mark.parametrize(("soft", "hands"), [(1, 1), (8, 0)])
def test_a_soft_shadow_is_no_arm(soft, hands):
    assert len(entry_angles(empty(), shaded(soft))) == hands


def test_the_shadow_that_comes_before_an_arm_is_no_part_of_the_table():
    laid = cv2.rectangle(empty(), (200, 172), (212, 179), 200, -1)
    hands = HandEntries().frame(empty(), 0.0, still=True)
    hands = hands.frame(shaded(8), 1.0, still=True)
    hands = hands.frame(arm(shaded(8), (160, 179), (150, 110)), 1.2, still=False)
    for time in (2.0, 3.0, 4.0):
        hands = hands.frame(laid, time, still=True)
    (entry,) = hands.entries()
    assert entry.end == 1.2


def test_a_shadow_that_stays_and_sways_becomes_part_of_the_table():
    hands = HandEntries().frame(empty(), 0.0, still=True)
    for time in np.arange(1.0, 20.0, 0.5):
        hands = hands.frame(np.roll(shaded(8), round(8 * np.sin(time)), axis=1), float(time), still=True)
        assert hands.rest is not None
        if time > 5.0:
            assert hands.rest.min() < 60
    assert hands.entries() == ()


def test_what_came_in_since_the_table_was_settled_is_told_in_order():
    hands = HandEntries()
    hands = hands.frame(empty(), 0.0, still=True)
    for n in range(5):
        hands = hands.frame(arm(empty(), (160, 179), (150, 110)), 1.0 + n / 10, still=False)
    for n in range(5):
        hands = hands.frame(arm(empty(), (160, 0), (150, 80)), 3.0 + n / 10, still=False)
    near, far = hands.entries()
    assert (near.start, near.end, far.start) == (1.0, 1.4, 3.0)
    assert apart(near.angle, NEAR) < 0.2
    hands = hands.since(2.0)
    assert hands.entries() == (far,)
    hands = hands.accounted_for()
    assert hands.entries() == ()


@pytest.mark.parametrize(("gone", "stayed"), [(0.1, True), (0.8, False)])
def test_an_arm_that_does_not_leave_stays_though_the_table_is_settled(gone, stayed):
    hands, near = HandEntries(), arm(empty(), (160, 179), (150, 110))
    hands = hands.frame(empty(), 0.0, still=True)
    hands = hands.frame(near, 1.0, still=False)
    hands = hands.accounted_for()
    hands = hands.frame(near, 1.0 + gone, still=False)
    hands = hands.frame(near, 1.1 + gone, still=False)
    (told,) = hands.entries()
    assert told.stayed is stayed


def test_an_arm_that_rests_in_a_still_picture_is_an_arm_until_it_stays():
    hands, resting = HandEntries(), arm(empty(), (160, 179), (150, 110))
    hands = hands.frame(empty(), 0.0, still=True)
    hands = hands.frame(resting, 1.0, still=False)
    hands = hands.frame(resting, 1.5, still=True)
    hands = hands.frame(empty() + np.uint8(30), 2.0, still=False)
    (near,) = hands.entries()
    assert (near.start, near.end) == (1.0, 1.5)
    hands = hands.accounted_for()
    for time in (3.0, 5.0, 7.0):
        hands = hands.frame(resting, time, still=True)
    assert hands.entries()
    hands = hands.accounted_for()
    hands = hands.frame(resting, 8.0, still=True)
    assert hands.entries() == ()


def test_an_arm_that_moves_for_long_and_then_rests_leaves_nothing_behind():
    hands = HandEntries()
    hands = hands.frame(empty(), 0.0, still=True)
    for n in range(60):
        hands = hands.frame(arm(empty(), (150 + n % 20, 179), (150, 110)), 1.0 + n / 10, still=n == 20)
    hands = hands.frame(arm(empty(), (160, 179), (150, 110)), 7.0, still=True)
    (near,) = hands.entries()
    assert near.end == 7.0
    hands = hands.accounted_for()
    hands = hands.frame(empty(), 7.2, still=False)
    hands = hands.frame(empty(), 7.6, still=True)
    assert hands.entries() == ()


def test_what_lies_at_the_edge_is_no_arm_though_others_reach_in_meanwhile():
    hands, lying = HandEntries(), arm(empty(), (160, 179), (150, 150))
    hands = hands.frame(empty(), 0.0, still=True)
    for n in range(3):
        hands = hands.frame(lying, 1.0 + 2 * n, still=True)
        hands = hands.frame(arm(lying, (160, 0), (150, 80)), 2.0 + 2 * n, still=False)
    hands = hands.accounted_for()
    hands = hands.frame(lying, 7.0, still=True)
    hands = hands.frame(lying, 7.1, still=False)
    assert hands.entries() == ()


def test_a_picture_that_changes_on_all_sides_is_no_arm():
    hands, sides = HandEntries(), [((160, 179), (150, 110)), ((160, 0), (170, 70)), ((0, 90), (90, 90))]
    moved = empty()
    for start, end in sides:
        moved = arm(moved, start, end)
    hands = hands.frame(empty(), 0.0, still=True)
    hands = hands.frame(moved, 0.2, still=False)
    hands = hands.frame(moved, 0.6, still=True)
    hands = hands.frame(moved, 0.8, still=False)
    assert hands.entries() == ()


def test_who_has_left_is_told_though_another_reaches_in():
    hands = HandEntries()
    hands = hands.frame(empty(), 0.0, still=True)
    near, far = arm(empty(), (160, 179), (150, 110)), arm(empty(), (160, 0), (150, 80))
    for n in range(5):
        hands = hands.frame(near, 1.0 + n / 10, still=False)
    assert hands.gone(1.5).entries() == ()
    hands = hands.frame(empty(), 1.8, still=False)
    for n in range(5):
        hands = hands.frame(far, 2.5 + n / 10, still=False)
    first, second = hands.entries()
    gone = hands.gone(2.9)
    assert gone.entries() == (first,)
    assert hands.without(gone.entries()).entries() == (second,)


def test_for_half_a_second_somebody_has_just_left():
    hands, told = HandEntries(), []
    for n in range(20):
        frame = arm(empty(), (160, 179), (160, 90)) if 2 <= n < 8 else empty()
        hands = hands.frame(frame, n / 10, still=False)
        told.append(hands.just_left)
    assert [n for n, left in enumerate(told) if left] == [8, 9, 10, 11, 12]


def test_what_is_accounted_for_takes_its_fingertip_along_and_is_known_to_have_stayed():
    hands = HandEntries()
    hands = hands.frame(empty(), 0.0, still=True)
    near = arm(empty(), (160, 179), (150, 110))
    for n in range(8):
        across = n in {3, 4}
        hands = hands.frame(arm(near, (160, 0), (150, 20)) if across else near, 1.0 + n / 10, still=False)
    gone = hands.gone(2.5)
    assert len(gone.entries()) == 1
    left = hands.without(gone.entries())
    assert left.entries() == ()
    left = left.frame(near, 1.9, still=False)
    (again,) = left.entries()
    assert again.stayed


def test_whoever_deals_for_an_hour_leaves_no_more_entries_than_are_looked_through():
    hands, near = HandEntries().frame(empty(), 0.0, still=True), arm(empty(), (160, 179), (150, 110))
    for n in range(3 * MOST_ENTRIES):
        hands = hands.frame(near, 2.0 * n, still=False).frame(empty(), 2.0 * n + 0.5, still=False)
    assert len(hands.entries()) == MOST_ENTRIES
    assert hands.entries()[-1].start == 2.0 * (3 * MOST_ENTRIES - 1)


def test_an_arm_that_is_still_in_view_is_remembered_before_those_that_left():
    hands, near = HandEntries().frame(empty(), 0.0, still=True), arm(empty(), (160, 179), (150, 110))
    for n in range(10 * MOST_ENTRIES):
        tip = arm(near, (160, 0), (150, 20)) if n % 10 == 0 else near
        hands = hands.frame(tip, n / 5, still=False)
    (entry,) = hands.entries()
    assert entry.start == 0.0
