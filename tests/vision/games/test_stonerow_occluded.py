"""Cards of which a strip shows, and what was glimpsed of them before."""

import numpy as np
import pytest

from vision.games.stonerow.cards import Card
from vision.games.stonerow.glimpses import CardGlimpse, name_occluded
from vision.games.stonerow.tracks import CLOSE

GUESS = {"R5": 0.46, "R1": 0.22, "R3": 0.09}


def card(guess, label=None, x=160.0):
    return Card(0, label, guess, x, -370.0, 0.0, np.zeros((4, 2)), np.zeros((4, 2)))


def guessed(glimpses, *others, piles=()):
    """What the strip at 160 mm may be."""
    return name_occluded([card(GUESS), *others], glimpses, piles)[0][0].guess


def test_a_strip_is_what_was_glimpsed_there():
    told = guessed([CardGlimpse("R3", 163.0, -370.0)])
    assert max(told, key=told.get) == "R3"
    assert told["R3"] > 0.6
    assert sum(told.values()) < 1.0
    assert told["R5"] / told["R1"] == pytest.approx(GUESS["R5"] / GUESS["R1"])


@pytest.mark.parametrize(
    "glimpse",
    [CardGlimpse("R3", 160.0 + CLOSE + 1, -370.0), CardGlimpse("B7", 160.0, -370.0)],
    ids=["beside it", "no strip of that"],
)
def test_what_was_glimpsed_elsewhere_or_cannot_be_is_none(glimpse):
    assert guessed([glimpse]) == GUESS


def test_what_lies_in_sight_or_on_a_pile_is_none():
    there = [CardGlimpse("R3", 160.0, -370.0)]
    assert guessed(there, card({"R3": 1.0}, "R3", 200.0)) == GUESS
    assert guessed(there, piles=[(160.0, -370.0)]) == GUESS


def test_it_is_known_for_as_long_as_something_lies_there_unread():
    (first,), lying = name_occluded([card(GUESS)], [CardGlimpse("R3", 160.0, -370.0)], ())
    (again,), lying = name_occluded([card(GUESS)], lying, ())
    assert again.guess == first.guess != GUESS
    assert name_occluded([], lying, ()) == ([], ())
