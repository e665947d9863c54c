"""Whose arms came in, and who therefore moved."""

from dataclasses import replace
from math import pi

import numpy as np
import pytest

from vision.scene.hands import HandEntries, HandEntry, bearing
from vision.tracking.seating import Seating

NEAR, FAR, LEFT = pi / 2, -pi / 2, pi


def test_who_moved_is_learnt_and_then_told():
    near, far = (HandEntry(NEAR, 0.0, 1.0),), (HandEntry(FAR, 0.0, 1.0),)
    seating = Seating()
    assert seating.likelihood([0], far) == seating.likelihood([0], 8 * far) == seating.likelihood([], far) == 1.0
    assert seating.likelihood([0, 1], far) < 0.5  # two plays and one hand
    for _ in range(2):
        seating = seating.learnt([0], near).learnt([1], far)
    assert seating.likelihood([0], near) > 0.9
    assert seating.likelihood([0], far) < 0.1
    assert seating.likelihood([0, 1], near) < 0.3
    assert seating.likelihood([0, 1], (*near, *far)) > 0.9
    assert seating.likelihood([-1], near) == 1.0
    assert seating.likelihood([], near) < seating.likelihood([], ()) == 1.0
    assert seating.likelihood([1, 0, 1], (*near, *far, *near)) < 0.1
    assert seating.likelihood([1, 0, 1, 0], (*near, *far, *near)) == pytest.approx(0.2, abs=0.1)


def test_only_the_arm_of_another_who_is_known_hardly_made_a_move():
    near, far, left = HandEntry(NEAR, 0.0, 1.0), HandEntry(FAR, 0.0, 1.0), HandEntry(LEFT, 0.0, 1.0)
    seating = Seating()
    for _ in range(2):
        seating = seating.learnt([0], (near,)).learnt([1], (far,))
    assert seating.likelihood([0], (far,)) < 0.002
    assert seating.likelihood([0], (left,)) > 0.01  # nobody's
    assert seating.likelihood([0], (near, far)) > 0.01  # beside their own
    assert seating.likelihood([0], (HandEntry(FAR, 0.0, 9.0),)) > 0.01  # it may hide another
    assert seating.likelihood([0], (HandEntry(FAR, 0.0, 1.0, stayed=True),)) > 0.01  # it may not have gone since


def test_an_arm_does_not_lay_what_lay_there_before_it_came():
    near, far = HandEntry(NEAR, 0.0, 1.0), HandEntry(FAR, 2.0, 3.0)
    seating = Seating()
    for _ in range(2):
        seating = seating.learnt([0], (near,)).learnt([1], (far,))
    arms = near, far
    assert seating.likelihood([0, 1], arms, [0.8, 2.9]) == seating.likelihood([0, 1], arms) > 0.9
    assert seating.likelihood([0, 1], arms, [None, 1.4]) < 0.1
    assert seating.likelihood([0, 0], (near, replace(near, start=2.0)), [0.8, 1.4]) < 0.3
    assert seating.likelihood([0], (near, replace(near, start=2.0)), [0.8]) > 0.9  # who laid it came again
    assert seating.likelihood([1], (replace(far, stayed=True),), [1.4]) > 0.9  # who has been there may have laid it
    assert seating.likelihood([-1, 0], arms[:1], [5.0, 0.8]) == seating.likelihood([0], arms[:1])


def test_a_seat_that_is_not_known_yet_sits_where_none_of_the_known_ones_does():
    near, left = (HandEntry(NEAR, 0.0, 1.0),), (HandEntry(LEFT, 0.0, 1.0),)
    seating = Seating().learnt([0], near).learnt([0], near)
    for known, arm in ((0, near), (1, left)):
        assert seating.likelihood([known], arm) > 0.9
        assert seating.likelihood([1 - known], arm) < 0.1


def test_until_a_seat_is_known_the_table_says_where_it_sits():
    far = (HandEntry(FAR, 0.0, 1.0),)
    told = Seating().expected({0: NEAR, 1: FAR})
    assert told.likelihood([1], far) > 0.9
    assert told.likelihood([0], far) < 0.1
    learnt = Seating()
    for _ in range(2):
        learnt = learnt.learnt([1], (HandEntry(LEFT, 0.0, 1.0),))
    assert learnt.expected({1: FAR}) == learnt


def test_arms_from_several_sides_teach_nothing():
    for seats in ([0], [0, 0]):
        assert Seating().learnt(seats, (HandEntry(NEAR, 0, 1), HandEntry(FAR, 0, 1))) == Seating()


def test_moves_of_several_seats_teach_by_their_order():
    arms = (HandEntry(NEAR, 0, 1), HandEntry(FAR, 1, 2))
    assert Seating().learnt([0, 1], arms) == Seating().learnt([0], arms[:1]).learnt([1], arms[1:])
    assert Seating().learnt([0, 1], arms[:1]) == Seating()


def test_a_seat_that_is_not_known_yet_has_one_place():
    arms = (HandEntry(LEFT, 0, 1), HandEntry(FAR, 1, 2))
    known = Seating().learnt([0], (HandEntry(NEAR, 0, 1),))
    assert known.likelihood([1, 2], arms) > 0.5
    assert known.likelihood([1], arms) < 0.1
    assert known.likelihood([1, 1], arms) < 0.1
    assert known.likelihood([1, 2], (arms[0], arms[0])) < 0.3


def test_where_no_arm_was_ever_seen_its_absence_says_nothing():
    """A recording of stills shows no hands, wherever the mat says that players sit."""
    told = Seating().expected({0: NEAR, 1: FAR})
    assert told.likelihood([0], ()) == told.likelihood([0, 1], ()) == 1.0
    seen = (
        Seating()
        .learnt([0], (HandEntry(NEAR, 0, 1),))
        .learnt([0], (HandEntry(NEAR, 2, 3),))
        .expected({0: NEAR, 1: FAR})
    )
    assert seen.likelihood([0], ()) < 0.5


def test_once_an_arm_was_seen_hardly_anybody_moves_without_one():
    """After a bump a tile of the boneyard seemed to be gone, and a draw was written down that nobody made."""
    seen = Seating().learnt([0], (HandEntry(NEAR, 0, 1),))
    assert seen.likelihood([], ()) == 1.0
    assert seen.likelihood([1], ()) < 0.05


def test_where_people_say_that_somebody_sits_is_where_their_arms_come_in():
    width = height = 100
    rest = np.full((height, width), 90, np.uint8)
    for x, y in ((0.5, 0.98), (0.02, 0.4), (0.7, 0.02)):
        arm = rest.copy()
        left, top = int(x * width), int(y * height)
        arm[max(top - 6, 0) : top + 6, max(left - 6, 0) : left + 6] = 200
        entry = HandEntries(rest).frame(arm, 0.0, still=False).entries()
        seating = Seating().expected({0: bearing(x, y), 1: bearing(1 - x, 1 - y)})
        assert seating.likelihood([0], entry) > 0.9
        assert seating.likelihood([1], entry) < 0.1
