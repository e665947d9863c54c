"""The gate: seconds, not frames."""

import functools

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.scene.gate import DETAILS, GATE, Gate
from vision.scene.quality import small

SETTLE = GATE.settle


@functools.cache
def table(noise_seed=None, light=0.0):
    """A dark table with three light tiles, 320×180; nobody writes into it."""
    grey = np.full((180, 320), 70.0)
    for x, y in ((60, 60), (140, 90), (220, 50)):
        grey[y : y + 12, x : x + 24] = 220
        grey[y + 4 : y + 7, x + 6 : x + 9] = 20
    if noise_seed is not None:
        grey += np.random.default_rng(noise_seed).normal(0, 1.5, grey.shape)
    return np.clip(grey + light, 0, 255).astype(np.uint8)


def hand(at, frame=None):
    """A hand whose tip is at a column."""
    frame = (table() if frame is None else frame).copy()
    frame[100:140, : max(0, int(at))] = 150
    return frame


def film(time):
    """Nothing until 2 s, then a hand that comes slowly and goes by 4 s, then nothing."""
    if 2.0 <= time < 4.0:
        return hand(180 * (1 - abs(time - 3.0)))
    return table()


def states(rate, until, picture=film):
    gate = Gate()
    return [(n / rate, gate.step(picture(n / rate), n / rate).state) for n in range(int(until * rate) + 1)]


def test_a_table_is_still_after_its_time():
    document = dict(states(20, 1.0, lambda time: table()))
    assert document[0.0] == "settling"
    assert document[0.2] == "settling"
    assert document[SETTLE] == "still"
    assert document[1.0] == "still"


def test_a_hand_is_movement_and_then_it_settles():
    result = states(10, 6.0)
    assert {s for t, s in result if 2.2 <= t <= 3.8} <= {"moving", "settling"}
    assert all(s == "still" for t, s in result if t > 4.0 + SETTLE + 0.1)


def test_rested_tells_the_beginning_of_each_rest():
    gate = Gate()
    listed = [gate.step(film(n / 10), n / 10) for n in range(60)]
    assert len({state.rested for state in listed if state.state == "still"}) == 2


@settings(max_examples=8)
@given(rate=st.sampled_from([5, 7, 10, 15, 24, 30, 60]), hold=st.floats(0.8, 2.0), quiet=st.floats(1.0, 2.0))
def test_the_same_at_every_frame_rate(rate, hold, quiet):
    def picture(time):
        if quiet <= time < quiet + hold:
            return hand(200 * (time - quiet) / hold)
        return table() if time < quiet else hand(60)

    end = quiet + hold + 2.0
    fine, coarse = dict(states(90, end, picture)), states(rate, end, picture)
    turning = (0.0, SETTLE, quiet, quiet + hold, quiet + hold + SETTLE)
    for time, state in coarse:
        if any(abs(time - turn) <= 1.2 / rate + 0.02 for turn in turning):
            continue  # a change is noticed with the next frame
        same = fine[min(fine, key=lambda t: abs(t - time))]
        busy = {"moving", "settling"}
        assert state == same or {state, same} <= busy, (time, state, same)


def test_noise_and_a_slow_change_of_light_are_no_movement():
    gate = Gate()
    listed = [gate.step(table(n, light=2.0 * n / 10), n / 10).state for n in range(150)]
    assert set(listed[10:]) == {"still"}


def test_a_switched_light_is_no_movement():
    gate = Gate()
    for n in range(10):
        gate.step(table(n), n / 10)
    assert gate.step(table(light=25), 1.0).state == "still"


def test_a_domino_that_is_put_down_is_movement():
    gate = Gate()
    for n in range(10):
        gate.step(table(n), n / 10)
    played = table(11).copy()
    played[120:132, 100:124] = 220
    assert gate.step(played, 1.0).state == "moving"
    assert gate.step(played, 1.1).state == "settling"
    assert gate.step(played, 1.0 + SETTLE + 0.01).state == "still"


def test_a_dark_picture_says_what_to_do():
    state = Gate().step(np.full((180, 320), 8, np.uint8), 0.0)
    assert state.state == "dark"
    assert "light" in state.detail


def test_a_black_table_with_a_tile_is_not_dark():
    frame = np.full((180, 320), 8, np.uint8)
    frame[80:96, 100:132] = 200
    assert Gate().step(frame, 0.0).state == "settling"


def test_a_blurred_picture_is_not_still():
    gate = Gate()
    soft = cv2.GaussianBlur(table(), (0, 0), 3)
    gate.step(soft, 0.0)
    assert gate.step(soft, 1.0).state == "blurred"


def test_a_single_tile_on_a_plain_table_is_not_blurred():
    gate = Gate()
    frame = np.full((180, 320), 70, np.uint8)
    frame[80:90, 100:120] = 220
    gate.step(frame, 0.0)
    assert gate.step(frame, 1.0).state == "still"


def test_an_empty_table_is_not_blurred():
    gate = Gate()
    plain = np.full((180, 320), 120, np.uint8)
    gate.step(plain, 0.0)
    assert gate.step(plain, 1.0).state == "still"


@pytest.mark.parametrize(("shape", "time"), [((180, 320), -1.0), ((120, 160), 3.0)])
def test_a_time_that_runs_back_or_another_size_begins_anew(shape, time):
    gate = Gate()
    gate.step(table(), 0.0)
    assert gate.step(table(), 2.0).state == "still"
    other = cv2.resize(table(), (shape[1], shape[0]))
    assert gate.step(other, time).state == "settling"


def test_small_makes_a_grey_picture_of_the_named_width():
    frame = np.full((720, 1280, 3), (255, 0, 0), np.uint8)
    assert small(frame).shape == (180, 320)
    assert small(frame[:20, :10]).shape == (20, 10)


def test_every_state_has_a_line_for_people():
    assert all(line.endswith(".") for line in DETAILS.values())
