"""Tiles of Stones that look as they did are not looked at again; what may have changed is."""

import numpy as np
import pytest

from vision.pipeline import recogniser_for
from vision.recognise.stones.tiles import TileLook
from vision.recognise.stones.unchanged import Unchanged

CORNERS = np.array([[100.0, 100.0], [160.0, 100.0], [160.0, 160.0], [100.0, 160.0]])


def look(front):
    return TileLook(np.zeros(7), np.zeros(10), front, -1.0)


def picture(noise=0):
    cloth = np.full((300, 400, 3), 150.0)
    return np.clip(cloth + np.random.default_rng(noise).normal(0, 3, cloth.shape), 0, 255).astype(np.uint8)


def shown(change):
    other = picture(2)
    change(other)
    return other


def test_a_clear_tile_is_recalled_where_its_place_looks_the_same_but_for_noise():
    seen = Unchanged()
    kept = seen.keep(picture(1), [CORNERS], look(0.95))
    assert seen.recall(picture(2), CORNERS + 0.5) is kept


@pytest.mark.parametrize(
    "change",
    [
        lambda other: other.__setitem__(np.s_[130:140, 120:140], 90),
        lambda other: other.__setitem__(np.s_[:], (other * 0.7).astype(np.uint8)),
    ],
    ids=["another figure", "other light"],
)
def test_a_tile_whose_place_looks_otherwise_is_looked_at_again(change):
    seen = Unchanged()
    seen.keep(picture(1), [CORNERS], look(0.95))
    assert seen.recall(shown(change), CORNERS) is None


def test_a_tile_that_lies_elsewhere_is_looked_at_again():
    seen = Unchanged()
    seen.keep(picture(1), [CORNERS], look(0.95))
    assert seen.recall(picture(2), CORNERS + 4) is None


def test_a_tile_that_is_not_clear_is_looked_at_twice_and_the_better_look_stays():
    seen = Unchanged()
    better = seen.keep(picture(1), [CORNERS], look(0.7))
    assert seen.recall(picture(2), CORNERS) is None
    assert seen.keep(picture(2), [CORNERS], look(0.6)) is better
    assert seen.recall(picture(3), CORNERS) is better


def test_a_fresh_recogniser_remembers_no_tile():
    recogniser = recogniser_for("stones")
    assert recogniser.fresh().reader.unchanged is not recogniser.reader.unchanged
