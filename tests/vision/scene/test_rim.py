"""What comes over the rim of a table, in small grey pictures of 180×320."""

import numpy as np
import pytest

from vision.scene.rim import Rim

SHAPE = (180, 320)


def crossings(inside, place, grey=200):
    rest, now = np.full(SHAPE, 90, np.uint8), np.full(SHAPE, 90, np.uint8)
    now[place] = grey
    return Rim.of(inside).crossings((now != rest) & inside, rest, now)


@pytest.fixture
def region():
    inside = np.zeros(SHAPE, np.bool_)
    inside[40:140, 60:260] = True
    return inside


def test_an_arm_comes_over_the_rim_of_a_region(region):
    (found,) = crossings(region, np.s_[100:180, 150:190])
    x, y = found.mean(axis=0)
    assert abs(x - 170) < 3
    assert y > 130
    assert crossings(region, np.s_[60:100, 100:140]) == []


def test_what_covers_all_of_the_rim_is_one_crossing(region):
    (found,) = crossings(region, np.s_[:, :])
    assert len(found) == len(Rim.of(region).points)


def test_over_no_rim_nothing_comes():
    assert crossings(np.zeros(SHAPE, np.bool_), np.s_[:, :]) == []
