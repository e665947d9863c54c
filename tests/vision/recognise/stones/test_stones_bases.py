"""A wide stone that hides its base is no base, for bases are alike."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.recognise.stones.bases import Stones, stones_on
from vision.recognise.stones.colour import colours, sample

GREY, GREEN, RED = (90, 90, 90), (60, 190, 70), (40, 40, 170)
PLACES = [(120, 100), (320, 100), (520, 100), (120, 300), (320, 300), (520, 300)]
SIZES = np.eye(3)


def picture(tops):
    """A picture with six bases, whose tops have these colours, and a stone of each of two colours beside them."""
    drawn = np.full((420, 640, 3), 215, np.uint8)
    for place, colour in zip(PLACES, tops, strict=True):
        cv2.circle(drawn, place, 34, colour, -1)
    cv2.circle(drawn, (220, 380), 16, GREEN, -1)
    cv2.circle(drawn, (420, 380), 16, RED, -1)
    return drawn


def found(tops, over=()):
    """Which of the bases are stones; stones are also found `over` some bases."""
    seen = picture(tops)
    boxes = np.array([(220, 380, 32, 32), (420, 380, 32, 32), *((*PLACES[n], 60, 60) for n in over)], dtype=np.float64)
    looks, _ = colours(sample(seen, boxes), boxes, np.zeros(len(boxes)))
    chances = np.array([SIZES[2], SIZES[0], *(SIZES[2] for _ in over)])
    bases = [np.array([(x - 34, y - 34), (x + 34, y - 34), (x + 34, y + 34), (x - 34, y + 34.0)]) for x, y in PLACES]
    return stones_on(seen, bases, Stones(boxes, looks, chances))


def test_bases_are_bases():
    assert found([GREY] * 6) == {}


def test_a_base_of_the_colour_of_large_stones_is_such_a_stone():
    told = found([GREY, GREY, GREEN, GREY, GREY, GREY])
    assert list(told) == [2]
    assert told[2] == pytest.approx(SIZES[2])


def test_small_stones_are_too_small_to_be_taken_for_a_base():
    assert found([GREY, GREY, RED, GREY, GREY, GREY]) == {}


def test_a_base_on_which_a_stone_was_found_stays_one():
    assert found([GREEN, GREY, GREY, GREY, GREY, GREY], over=(0,)) == {}


def test_a_base_that_is_covered_in_another_light_is_unsurely_a_large_stone():
    told = found([GREY, GREY, (38, 122, 45), GREY, GREY, GREY])
    assert list(told) == [2]
    assert told[2].argmax() == 2
    assert told[2].max() < 0.8
    assert found([GREY, GREY, (45, 45, 45), GREY, GREY, GREY]) == {}


def test_a_strange_base_unlike_all_stones_stays_one():
    assert found([(200, 60, 60), GREY, GREY, GREY, GREY, GREY]) == {}
