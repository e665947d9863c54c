"""What a look says beside the table reading: when pieces came, and whose hands came in."""

from dataclasses import replace
from math import exp, log, pi

import pytest
from told_looks import RULES, seated

from engine.core import TABLE
from engine.games import find_game
from vision.scene.hands import HandEntry
from vision.tracking.evidence import FLOOR, STALE, Evidence
from vision.tracking.seating import MISTIMED, NO_ENTRY

CARDS = find_game("stonerow")
NEAR, FAR = pi / 2, -pi / 2
SEATING = seated(NEAR, FAR)
ARMS = {0: HandEntry(NEAR, 0.0, 1.0), 1: HandEntry(FAR, 0.0, 1.0)}


def look(**given):
    """A look whose table reading is not asked for."""
    return Evidence(1.0, lambda _: pytest.fail("nothing is to be read"), **given)


def plays(*texts, seat=0):
    return [(seat, RULES.parse(text)) for text in texts]


EXTEND, OTHER = plays("extend 1-5 @2,0,0:e", "extend 1-6 @-2,0,0:e")


# When pieces came


@pytest.mark.parametrize(
    ("arrivals", "since", "weight"),
    [
        ({"1-5": 1.0, "1-6": 2.0}, None, 0.0),  # in their order
        ({"1-5": 2.0, "1-6": 1.0}, None, log(MISTIMED)),
        ({"1-5": 1.2, "1-6": 1.0}, None, 0.0),  # too close to tell
        ({"1-5": 2.0}, None, 0.0),  # of one nothing is known
        ({}, 9.0, 0.0),
        ({"1-5": 1.0, "1-6": 2.0}, 1.5, STALE),  # one lay there before
        ({"1-5": 1.0, "1-6": 2.0}, 3.0, 2 * STALE),
    ],
)
def test_pieces_come_in_the_order_of_their_plays_and_after_those_before(arrivals, since, weight):
    assert look(arrivals=arrivals).order_log_likelihood((EXTEND, OTHER), since) == pytest.approx(weight)


def test_what_the_table_turns_up_has_no_order():
    turned = [(TABLE, CARDS.parse("keystone R5")), (TABLE, CARDS.parse("brickyard B5"))]
    evidence = look(arrivals={"R5": 5.0, "B5": 2.0})
    assert evidence.order_log_likelihood(turned, 8.0) == 0.0
    assert evidence.order_log_likelihood([(0, CARDS.parse("discard B5"))], 8.0) == STALE


# Whose hands came in


@pytest.mark.parametrize(("arm", "mover"), [(0, 0), (1, 1)])
def test_the_hand_of_who_moved_is_the_likelier(arm, mover):
    by = {seat: look().hand_log_likelihood([(seat, EXTEND[1])], (ARMS[arm],), SEATING) for seat in (0, 1)}
    assert by[mover] > log(0.9)
    assert by[1 - mover] < log(0.1)


def test_what_is_impossible_has_a_finite_weight():
    assert look().hand_log_likelihood([(0, EXTEND[1])], (ARMS[1],) * 9, SEATING) >= log(FLOOR)


def test_nobody_reaches_in_for_what_is_only_said():
    keep = (0, RULES.parse("keep"))
    silent, reaching = look(announced=frozenset({"keep"})), look()
    assert silent.hand_log_likelihood([keep, (1, EXTEND[1])], (ARMS[1],), SEATING) > log(0.9)
    assert exp(reaching.hand_log_likelihood([keep, (1, EXTEND[1])], (ARMS[1],), SEATING)) == pytest.approx(
        NO_ENTRY, rel=0.2
    )


def test_what_lay_there_when_the_table_was_accounted_for_tells_of_no_hand():
    """Others may be called the same: stones have but their sizes."""
    late = HandEntry(FAR, 20.0, 21.0)
    told, play = look(arrivals={"medium": 2.0}), [(1, find_game("stones").parse("take S/3 medium"))]
    assert told.hand_log_likelihood(play, (late,), SEATING) < log(0.1)
    assert replace(told, accounted_at=10.0).hand_log_likelihood(play, (late,), SEATING) > log(0.9)


# What is only guessed


@pytest.mark.parametrize(
    ("move", "guessed"),
    [("build R5 G8 BAp", False), ("build R5 G8", True), ("discard BAp", False)],
)
def test_a_row_of_which_one_card_was_read_is_no_guess(move, guessed):
    assert look(arrivals={"BAp": 3.0}, guesses=frozenset({"R5", "G8"})).is_guess((0, CARDS.parse(move))) == guessed
