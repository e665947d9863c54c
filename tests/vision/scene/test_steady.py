"""What the camera does all the time is no movement, nor is a lamp that flickers; a bump and a hand are."""

import functools

import cv2
import numpy as np
import pytest
import sensor_noise

from vision.scene.attention import Attention
from vision.scene.region import TableRegion

WIDTH, HEIGHT = 640, 360
RATE = 30


@functools.cache
def ground():
    """A table with tiles, larger than what the camera sees of it."""
    rng = np.random.default_rng(8)
    frame = np.full((HEIGHT + 120, WIDTH + 120, 3), (70, 90, 100), np.uint8)
    for _ in range(14):
        x, y = int(rng.integers(80, WIDTH)), int(rng.integers(80, HEIGHT))
        cv2.rectangle(frame, (x, y), (x + 40, y + 20), (225, 232, 235), -1)
        cv2.circle(frame, (x + 10, y + 10), 4, (20, 20, 20), -1)
        cv2.line(frame, (x + 20, y + 3), (x + 20, y + 17), (20, 20, 20), 1)
    return frame


@functools.lru_cache(maxsize=4)
def seen(x=0.0, y=0.0, turn=0.0):
    """What the camera sees when it is off by so many px, and turned by so many degrees. Nobody draws into it."""
    return looked(ground(), x, y, turn)


def looked(table, x=0.0, y=0.0, turn=0.0):
    shift = cv2.getRotationMatrix2D(((WIDTH + 120) / 2, (HEIGHT + 120) / 2), turn, 1.0)
    shift[:, 2] += (x - 60, y - 60)
    return cv2.warpAffine(table, shift, (WIDTH, HEIGHT))


@functools.cache
def noises():
    """Whole numbers, for the three colours alike."""
    grey = [np.floor(np.random.default_rng(n).normal(0, 2, (HEIGHT, WIDTH)).astype(np.float32)) for n in range(7)]
    return [sensor_noise.halves(one) for one in grey]


def noisy(frame, number):
    return sensor_noise.noisy(frame, noises()[number % 7])


def hand(frame, tip):
    """A hand whose tip reaches to a column from the left."""
    covered = frame.copy()
    cv2.rectangle(covered, (0, 190), (int(tip), 250), (120, 150, 200), -1)
    cv2.circle(covered, (int(tip), 220), 30, (120, 150, 205), -1)
    return covered


def told(picture, until, rate=RATE, region=None):
    """Time and notice of every frame."""
    attention = Attention()
    attention.bounds.give(region)
    return [(n / rate, attention.notice(noisy(picture(n / rate), n), n / rate)) for n in range(round(until * rate) + 1)]


def states(notices, begin, end):
    return {notice.gate.state for time, notice in notices if begin <= time < end}


@functools.cache
def jitter(seed, spread):
    """The unrest of a hand: smooth, px, at 30 a second."""
    walk = np.random.default_rng(seed).normal(0, 1, (400, 2))
    smooth = cv2.blur(walk, (1, 3))
    return spread * smooth / smooth.std()


@pytest.mark.parametrize("spread", [0.6, 1.2])
def test_the_jitter_of_a_hand_that_holds_the_camera_is_no_movement(spread):
    """1.2 px of 640 is the unrest of the hand-held films that were measured."""
    notices = told(lambda time: seen(*jitter(2, spread)[round(time * RATE)]), 4.0)
    assert states(notices, 1.0, 4.0) == {"still"}
    assert {notice.plane.state for _, notice in notices} == {"known"}
    assert {notice.jump is None for _, notice in notices} == {True}


def test_an_arm_that_sways_comes_to_rest_though_it_sways_on():
    notices = told(lambda time: seen(6 * np.sin(2 * np.pi * 0.8 * time), 3 * np.cos(2 * np.pi * 0.8 * time)), 6.0)
    assert states(notices, 3.0, 6.0) == {"still"}
    assert notices[-1][1].plane.state == "known"


def test_a_bump_is_movement_and_the_table_is_found_where_it_is():
    notices = told(lambda time: seen() if time < 1.5 else seen(14, -9, 1.0), 4.0)
    assert states(notices, 0.5, 1.5) == {"still"}
    assert "moving" in states(notices, 1.5, 1.7)
    assert "moved" in {notice.plane.state for _, notice in notices}
    last = notices[-1][1]
    assert (last.gate.state, last.plane.state) == ("still", "known")
    assert sum(notice.plane.jump is not None for _, notice in notices) == 1


def test_a_bump_of_a_camera_in_the_hand_is_movement():
    def picture(time):
        x, y = jitter(3, 0.8)[round(time * RATE)]
        return seen(x, y) if time < 2.0 else seen(x + 22, y + 12)

    notices = told(picture, 5.0)
    assert states(notices, 1.0, 2.0) == {"still"}
    assert "moving" in states(notices, 2.0, 2.2)
    assert states(notices, 4.0, 5.0) == {"still"}
    assert notices[-1][1].plane.state == "known"


def bands(time, depth):
    """The light of a lamp at 100 Hz as rows of a rolling shutter see it, up to so much more or less."""
    rows = np.arange(HEIGHT).reshape(-1, 1, 1)
    return 1.0 + depth * np.sin(2 * np.pi * (rows / 260 + 3.7 * time))


@pytest.mark.parametrize("depth", [0.06, 0.12])
def test_a_lamp_that_flickers_is_no_movement_and_a_tile_that_is_laid_under_it_is(depth):
    laid = ground().copy()
    cv2.rectangle(laid, (330, 240), (370, 260), (225, 232, 235), -1)
    later = looked(laid)

    def picture(time):
        whole = 1.0 + 0.1 * np.sin(2 * np.pi * 7.3 * time)
        light = (bands(time, depth) * whole).astype(np.float32)
        return np.minimum((later if time >= 2.0 else seen()) * light, 255).astype(np.uint8)

    notices = told(picture, 4.0)
    assert states(notices, 0.5, 2.0) == {"still"}
    assert "moving" in states(notices, 2.0, 2.1)
    assert states(notices, 3.0, 4.0) == {"still"}


def test_a_hand_is_movement_though_the_camera_sways():
    def picture(time):
        x, y = jitter(5, 1.0)[round(time * RATE)]
        reach = 330 * np.sin(np.pi * (time - 2.0) / 1.5) if 2.0 <= time < 3.5 else 0
        return hand(seen(x, y), reach) if reach > 0 else seen(x, y)

    notices = told(picture, 5.5)
    assert states(notices, 1.0, 2.0) == {"still"}
    assert "still" not in states(notices, 2.1, 3.5)
    assert states(notices, 4.2, 5.5) == {"still"}


def test_a_hand_that_holds_still_over_the_table_is_no_table_at_rest():
    notices = told(lambda time: hand(seen(), min(300, 600 * (time - 1.0))) if 1.0 < time < 4.0 else seen(), 5.0)
    assert states(notices, 0.5, 1.0) == {"still"}
    assert "still" not in states(notices, 1.1, 4.0)
    assert states(notices, 4.5, 5.0) == {"still"}


def test_bodies_beside_the_table_are_nobodys_move():
    region = TableRegion(((0.3, 0.0), (1.0, 0.0), (1.0, 1.0), (0.3, 1.0)), "people")

    def picture(time):
        return hand(seen(), 90 + 60 * np.sin(9 * time))

    assert states(told(picture, 3.0, region=region), 0.5, 3.0) == {"still"}
    assert "still" not in states(told(picture, 3.0), 0.5, 3.0)


def test_bodies_that_never_rest_at_the_edge_of_the_picture_are_nobodys_move_either():
    """Nobody has said where the table is. A hand that reaches further in is movement all the same."""

    def picture(time):
        body = hand(seen(), 10 + 25 * np.sin(9 * time))
        return hand(body, 300 * np.sin(np.pi * (time - 3.0))) if 3.0 < time < 4.0 else body

    notices = told(picture, 6.0)
    assert states(notices, 1.5, 3.0) == {"still"}
    assert "still" not in states(notices, 3.3, 4.0)
    assert states(notices, 5.5, 6.0) == {"still"}


def test_looks_are_taken_of_the_steady_picture():
    notices = told(lambda time: seen(*jitter(2, 1.2)[round(time * RATE)]), 3.0)
    still = seen(*jitter(2, 1.2)[0]).astype(np.int16)
    for number, (_, notice) in enumerate(notices[60:75], 60):
        raw = seen(*jitter(2, 1.2)[number])
        apart = [np.abs(frame.astype(np.int16) - still).mean() for frame in (raw, notice.steadied.undo(raw))]
        assert apart[1] <= max(0.5 * apart[0], 1.0)
