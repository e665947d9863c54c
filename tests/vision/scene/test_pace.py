"""When to look, and when to glimpse."""

import pytest

from vision.scene.gate import GateState
from vision.scene.pace import Pace


@pytest.mark.parametrize("rate", [5, 60])
def test_looks_come_by_the_clock_and_not_by_the_frame(rate):
    pace, still = Pace(), GateState("still", 0.0)
    looks = [n / rate for n in range(4 * rate) if pace.due(still, n / rate, restless=True)]
    assert 8 <= len(looks) <= 12
    assert looks[0] == 0.0


def test_a_table_at_rest_is_looked_at_every_two_seconds():
    """A tile that is laid on another may change too few pixels for the gate."""
    pace, still = Pace(), GateState("still", 0.0)
    assert [n / 30 for n in range(135) if pace.due(still, n / 30, restless=False)] == [0.0, 2.0, 4.0]
    assert pace.due(GateState("still", 4.5), 4.6, restless=False)
    assert not pace.due(GateState("moving", 6.0), 6.0, restless=True)


def test_what_is_open_on_a_table_that_rests_for_long_is_looked_at_soon():
    """Looks of before at which nothing was open use up none of the fast ones."""
    pace, still = Pace(), GateState("still", 0.0)
    assert sum(pace.due(still, n / 10, restless=False) for n in range(300)) == 15
    assert sum(pace.due(still, 30 + n / 10, restless=True) for n in range(20)) >= 6


def test_glimpses_come_by_the_clock_though_a_hand_rests_now_and_then():
    pace = Pace()
    assert not pace.glimpse_due(GateState("still", 0.0), 1.0, promising=False)
    states = [GateState("moving" if n % 3 else "settling", 0.0) for n in range(1, 21)]
    glimpses = [n for n, state in enumerate(states, 1) if pace.glimpse_due(state, 1.0 + n / 10, promising=False)]
    assert 4 <= len(glimpses) <= 5


def test_a_glimpse_that_promises_a_move_is_followed_by_another_at_once():
    pace, moving = Pace(), GateState("moving", 0.0)
    assert pace.glimpse_due(moving, 1.0, promising=False)
    assert not pace.glimpse_due(moving, 1.1, promising=True)
    assert not pace.glimpse_due(moving, 1.2, promising=False)
    assert pace.glimpse_due(moving, 1.2, promising=True)
