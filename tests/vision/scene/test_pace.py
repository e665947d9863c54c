"""When to look, and when to glimpse."""

import numpy as np
import pytest

from vision.scene.attention import Attention, Notice
from vision.scene.gate import GateState
from vision.scene.plane.watch import PlaneState
from vision.tracking.numbers import POLICY


def due(attention, gate, time, *, restless=False, promising=False):
    """What a frame deserves of which the gate says that."""
    notice = Notice(time, np.zeros((1, 1), np.uint8), gate, PlaneState("known"), "")
    return attention.due(notice, restless=restless, promising=promising).due


def looks(attention, gate, times, *, restless):
    return [time for time in times if due(attention, gate, time, restless=restless) == "look"]


@pytest.mark.parametrize("rate", [5, 60])
def test_looks_come_by_the_clock_and_not_by_the_frame(rate):
    times = looks(Attention(), GateState("still", 0.0), [n / rate for n in range(4 * rate)], restless=True)
    assert 8 <= len(times) <= 15
    assert times[0] == 0.0


def test_a_table_at_rest_is_looked_at_every_two_seconds():
    """A tile that is laid on another may change too few pixels for the gate."""
    attention = Attention()
    times = looks(attention, GateState("still", 0.0), [n / 30 for n in range(135)], restless=False)
    assert times == [0.0, 2.0, 4.0]
    assert due(attention, GateState("still", 4.5), 4.6) == "look"
    assert due(attention, GateState("moving", 6.0), 6.0, restless=True) != "look"


def test_what_is_open_on_a_table_that_rests_for_long_is_looked_at_soon():
    """Looks of before at which nothing was open use up none of the fast ones."""
    attention, still = Attention(), GateState("still", 0.0)
    assert len(looks(attention, still, [n / 10 for n in range(300)], restless=False)) == 15
    assert len(looks(attention, still, [30 + n / 10 for n in range(20)], restless=True)) >= 6


def test_glimpses_come_by_the_clock_though_a_hand_rests_now_and_then():
    attention = Attention()
    assert [due(attention, GateState("still", 0.0), time) for time in (0.9, 1.0)] == ["look", ""]
    states = [GateState("moving" if n % 3 else "settling", 0.0) for n in range(1, 21)]
    glimpses = [n for n, state in enumerate(states, 1) if due(attention, state, 1.0 + n / 10) == "glimpse"]
    assert 4 <= len(glimpses) <= 5


def test_a_glimpse_that_promises_a_move_is_followed_by_another_at_once():
    attention, moving = Attention(), GateState("moving", 0.0)
    asked = [(1.0, False), (1.1, True), (1.2, False), (1.2, True)]
    assert [due(attention, moving, time, promising=promising) for time, promising in asked] == [
        "glimpse",
        "",
        "",
        "glimpse",
    ]


@pytest.mark.parametrize("rate", [12, 15, 30])
def test_the_fast_looks_last_until_a_lost_table_is_to_be_told(rate):
    """The first looks may still have told something."""
    times = looks(Attention(), GateState("still", 0.0), [n / rate for n in range(6 * rate)], restless=True)
    for first in times[:3]:
        assert min(time for time in times if time - first >= POLICY.lost) - first <= 3.0
