"""What changed on a still table though no movement was noticed."""

import numpy as np
import pytest

from vision.scene.attention import Attention
from vision.scene.gate import GateSettings
from vision.scene.unnoticed import Unnoticed, UnnoticedSettings

LASTS = UnnoticedSettings().lasts


def table(tile=None, light=1.0, noise=0.0, seed=0):
    """A small grey picture of a cloth with a line of bright tiles; `tile` is the face of the last, in pixels."""
    rng = np.random.default_rng(seed)
    picture = np.full((180, 320), 90.0)
    picture[90:98, 100:164] = 200.0
    if tile is not None:
        picture[90:98, 148:164] = tile
    return np.clip(picture * light + rng.normal(0, noise, picture.shape), 0, 255).astype(np.uint8)


FACE = np.full((8, 16), 200.0)
FACE[1:7:2, 2:14:3] = FACE[2:7:2, 2:14:3] = 40.0
"""The pips of a tile that was laid on a plain one."""


def seen(*frames, inside=None):
    unnoticed = Unnoticed(GateSettings())
    unnoticed.looked(frames[0])
    return [unnoticed.lasts(frame, n * LASTS / 2, inside) for n, frame in enumerate(frames[1:])]


def test_pips_that_came_without_a_movement_are_noticed_once_they_last():
    laid = table(FACE, noise=1.5, seed=1)
    assert seen(table(noise=1.5), laid, laid, laid) == [False, False, True]


@pytest.mark.parametrize(
    "later",
    [table(noise=2.0, seed=7), table(light=1.2, noise=1.5, seed=2), np.roll(table(noise=1.5, seed=3), 1, 1)],
    ids=["noise", "another light", "a shift by a pixel"],
)
def test_what_is_no_play_is_not(later):
    assert not any(seen(table(noise=1.5), later, later, later, later))


def test_what_goes_again_was_a_hand_and_what_lies_outside_is_nobodys_play():
    laid, plain = table(FACE), table()
    assert not any(seen(plain, laid, laid, plain, laid, laid))
    outside = np.ones((180, 320), np.bool_)
    outside[:, 140:] = False
    assert not any(seen(plain, laid, laid, laid, inside=outside))


def test_a_frame_of_another_size_or_after_a_bump_says_nothing():
    unnoticed = Unnoticed(GateSettings())
    assert not unnoticed.lasts(table(FACE), 0.0, None)
    unnoticed.looked(table())
    unnoticed.forget()
    assert not any(unnoticed.lasts(table(FACE), time, None) for time in (0.0, 1.0, 2.0))
    unnoticed.looked(table())
    assert not any(unnoticed.lasts(table(FACE)[:90], time, None) for time in (0.0, 1.0, 2.0))


def test_a_tile_that_came_between_two_frames_is_looked_at_though_the_gate_saw_nothing_move():
    attention, looks, moved = Attention(), [], []
    plain, laid = (np.dstack([grey] * 3) for grey in (table(), table(FACE)))
    for time in np.arange(0.0, 8.0, 0.1):
        notice = attention.frame(plain if time < 4.0 else laid, float(time), restless=False)
        moved += [float(time)] if time > 1.0 and notice.gate.state != "still" else []
        looks += [float(time)] if notice.due == "look" else []
    assert not moved
    before, after = [time for time in looks if time < 4.0], [time for time in looks if time >= 4.0]
    assert len(before) == len(after) == 1
    assert after[0] < 5.0
