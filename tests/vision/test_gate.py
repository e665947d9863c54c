"""A view that is blocked, and light that burns out the table: the same at 5 and 60 frames a second."""

import functools

import cv2
import numpy as np
import pytest
import sensor_noise

from vision.scene.gate import DETAILS, GATE, Gate
from vision.scene.quality import glares, small, where

BLOCK = GATE.block
WIDTH, HEIGHT = 1280, 720
SCALE = 0.25  # of the small picture
NOISES = 7


@functools.cache
def bare():
    """A table with tiles, 1280×720, without noise."""
    frame = np.full((HEIGHT, WIDTH, 3), (60, 80, 90), np.uint8)
    rng = np.random.default_rng(3)
    for _ in range(30):
        x, y = int(rng.integers(60, 1150)), int(rng.integers(60, 620))
        cv2.rectangle(frame, (x, y), (x + 80, y + 40), (225, 232, 235), -1)
        cv2.circle(frame, (x + 20, y + 20), 7, (20, 20, 20), -1)
        cv2.line(frame, (x + 40, y + 5), (x + 40, y + 35), (20, 20, 20), 2)
    return frame


def table(seed=0):
    """The same as a camera sees it."""
    return noisy(bare(), seed)


@functools.cache
def noise(seed):
    """Noise of a camera."""
    return sensor_noise.halves(np.random.default_rng(seed).normal(0, 2, (HEIGHT, WIDTH)))


def noisy(frame, seed):
    """One of a few noises each time, none as the one before."""
    return sensor_noise.noisy(frame, noise(seed % NOISES))


@functools.cache
def smear():
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    soft = 90 + 40 * np.sin(x / 900 + 0.4) + 25 * y / HEIGHT
    return np.rint(soft[..., None] * np.array([0.6, 0.7, 1.0])).astype(np.uint8)


def finger(seed=0):
    """A finger on the lens: soft and nearly of one colour."""
    return noisy(smear(), seed)


def told(rate, until, picture):
    gate = Gate()
    return [(n / rate, gate.step(small(picture(n / rate, n)), n / rate)) for n in range(int(until * rate) + 1)]


@pytest.mark.parametrize("rate", [5, 10, 60])
def test_a_view_that_is_blocked_is_noticed_within_3_s_and_comes_back(rate):
    def picture(time, n):
        return finger(n) if 1.0 <= time < 4.0 else table(n)

    states = [(time, state.state) for time, state in told(rate, 5.5, picture)]
    blocked = [time for time, state in states if state == "blocked"]
    assert 1.0 + BLOCK <= blocked[0] <= 1.0 + BLOCK + 1.5 / rate
    assert all(state == "blocked" for time, state in states if 1.0 + BLOCK + 1.5 / rate < time < 4.0)
    assert {state for time, state in states if time >= 5.0} == {"still"}
    assert "before the camera" in DETAILS["blocked"]


@pytest.mark.parametrize("rate", [5, 10, 30])
def test_the_noise_of_a_dim_camera_is_no_movement_and_a_tile_in_it_is(rate):
    """Pixels of the small picture differ by noise of 5.7 from frame to frame; by 4.4 in the noisiest film rendered."""

    def picture(time, n):
        frame = table()
        if 3.0 <= time < 3.6:
            frame[300:360, 600:720] += np.uint8(60)
        grey = np.random.default_rng(n).normal(0, 8.0, (HEIGHT // 2, WIDTH // 2))
        return sensor_noise.noisy(
            frame,
            [cv2.resize(side, (WIDTH, HEIGHT), interpolation=cv2.INTER_NEAREST) for side in sensor_noise.halves(grey)],
        )

    states = [(time, state.state) for time, state in told(rate, 5.0, picture)]
    assert {state for time, state in states if 2.0 <= time < 3.0} == {"still"}
    assert {state for time, state in states if 3.0 <= time < 3.6} >= {"moving"}
    assert {state for time, state in states if time >= 4.6} == {"still"}


def test_a_hand_that_passes_the_lens_is_movement():
    def picture(time, n):
        return finger(n) if 1.0 <= time < 1.7 else table(n)

    assert {state.state for _, state in told(10, 3.0, picture)} == {"settling", "still", "moving"}


@pytest.mark.parametrize(("soft", "state"), [(1, "settling"), (32, "still")])
def test_who_leans_over_and_holds_still_leaves_the_table_still_and_an_arm_does_not(soft, state):
    """What comes over the rim is lighter or darker by half; an arm ends sharply, and a shadow does not."""
    dark = np.zeros((HEIGHT, WIDTH), np.float32)
    cv2.ellipse(dark, (WIDTH // 2, HEIGHT), (160, 280), 0, 0, 360, 0.5, -1)
    shade = (1 - cv2.GaussianBlur(dark, (0, 0), soft))[..., None]

    def picture(time, n):
        comes = np.clip((time - 1.0) / 0.3, 0, 1)
        return noisy((bare() * (1 - comes * (1 - shade))).astype(np.uint8), n)

    assert told(10, 2.5, picture)[-1][1].state == state


def test_an_arm_that_hardly_differs_from_the_wood_beside_the_mat_is_one():
    """Over the mat it is plain to see. What hangs together with that belongs to it."""
    mat = np.full((HEIGHT, WIDTH, 3), (60, 80, 90), np.uint8)
    cv2.rectangle(mat, (160, 120), (WIDTH - 160, HEIGHT - 120), (200, 200, 200), -1)

    def picture(time, n):
        frame, reach = mat.copy(), int(np.clip((time - 1.0) / 0.5, 0, 1) * 500)
        cv2.rectangle(frame, (0, 300), (reach, 400 if reach else 300), (72, 92, 102), -1)
        return noisy(frame, n)

    assert told(10, 2.5, picture)[-1][1].state == "settling"


def test_a_hand_that_kept_to_the_rim_and_took_a_tile_along_leaves_a_still_table():
    """It holds still so near the rim that the table is told to be still. Then it leaves, and that is no hand."""

    def picture(time, n):
        frame = bare().copy()
        cv2.rectangle(frame, (0, 280), (300, 400), (60, 80, 90), -1)
        if time < 2.7:
            cv2.rectangle(frame, (120, 300), (260, 380), (225, 232, 235), -1)
        if 1.0 <= time < 3.0:
            reach = int(np.clip((time - 1.0) / 0.3, 0, 1) * np.clip((3.0 - time) / 0.3, 0, 1) * 130)
            cv2.rectangle(frame, (0, 300), (reach, 380), (120, 140, 190), -1)
        return noisy(frame, n)

    states = told(15, 4.0, picture)
    assert any(state.state == "still" for time, state in states if 1.6 <= time < 2.5)
    assert {state.state for time, state in states if time >= 3.0 + 2 * GATE.settle} == {"still"}


def test_after_a_bump_the_table_is_still_as_soon_as_nothing_moves():
    """Held against what the camera saw before, all of a chequered cloth would be a hand that reaches over the rim."""
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    before, after = (
        cv2.merge([np.where((x + by) // 80 % 2 == y // 80 % 2, 70, 170).astype(np.uint8)] * 3) for by in (0, 50)
    )
    for told, state in ((False, "settling"), (True, "still")):
        gate = Gate()
        for n in range(10):
            gate.step(small(noisy(before, n)), n / 10)
        for n, by in ((10, 20), (11, 50)):
            gate.step(small(np.roll(before, -by, axis=1)), n / 10)
        if told:
            gate.bumped()
        for n in range(12, 17):
            found = gate.step(small(noisy(after, n)), n / 10)
        assert found.state == state


def test_a_bump_that_is_told_at_rest_leaves_the_gate_with_what_it_sees_now():
    gate = Gate()
    for n in range(10):
        gate.step(small(table(n)), n / 10)
    gate.bumped()
    gate.step(small(table(10)), 1.0)
    for n in range(11, 24):
        found = gate.step(small(finger(n)), n / 10)
    assert found.state == "blocked"


def test_a_lens_that_loses_focus_is_blurred_and_not_blocked():
    def picture(time, n):
        return noisy(cv2.GaussianBlur(table(), (0, 0), 9), n) if time >= 1.0 else table(n)

    states = [state.state for time, state in told(10, 4.0, picture) if time >= 1.8]
    assert set(states) == {"blurred"}


@pytest.mark.parametrize("grey", [128, 255])
def test_a_picture_without_anything_in_it_is_blocked(grey):
    def picture(time, n):
        return np.full((HEIGHT, WIDTH, 3), grey, np.uint8) if time >= 1.0 else table(n)

    assert told(10, 4.0, picture)[-1][1].state == "blocked"


def test_what_moves_over_most_of_the_picture_is_no_noise():
    rough = cv2.GaussianBlur(np.random.default_rng(1).integers(0, 255, (180, 1600)).astype(np.uint8), (0, 0), 2)
    wide = cv2.normalize(rough, None, 20, 235, cv2.NORM_MINMAX)
    gate = Gate()
    states = [gate.step(wide[:, max(0, n - 20) * 11 :][:, :320], n / 15).state for n in range(80)]
    assert set(states[22:]) == {"moving"}


def test_a_table_that_is_cleared_is_not_blocked():
    def picture(time, n):
        cleared = np.full((HEIGHT, WIDTH, 3), (60, 80, 90), np.uint8)
        cv2.rectangle(cleared, (560, 300), (720, 420), (225, 232, 235), -1)
        return noisy(cleared, n) if time >= 1.0 else table(n)

    assert told(10, 3.0, picture)[-1][1].state == "still"


def lit(frame, x, y, radius):
    """A lamp that is mirrored in the table."""
    across, down = np.meshgrid(np.arange(frame.shape[1]), np.arange(frame.shape[0]))
    light = 400 * np.exp(-(((across - x) / radius) ** 2 + ((down - y) / radius) ** 2))
    return np.clip(frame + light[..., None], 0, 255).astype(np.uint8)


def test_glare_is_told_with_its_place_and_what_to_do():
    glare = next(glares(small(lit(table(), 1100, 120, 90)), SCALE))
    assert glare.detail.startswith("at the top right")
    assert "lamp" in glare.detail
    x0, y0, x1, y1 = glare.region
    assert x0 < 1100 < x1
    assert y0 < 120 < y1
    assert x1 - x0 < 300


def test_white_paper_is_no_glare():
    white = table()
    cv2.rectangle(white, (500, 200), (800, 500), (255, 255, 255), -1)
    assert not list(glares(small(white), SCALE))


def test_a_flood_of_light_is_told():
    flood = np.full((180, 320), 100, np.uint8)
    flood[:, 100:] = 255
    (notice,) = glares(flood)
    assert "dim the light" in notice.detail
    assert notice.region == (100, 0, 320, 180)


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        (0.1, 0.1, "at the top left"),
        (0.5, 0.5, "in the middle"),
        (0.9, 0.5, "at the right"),
        (0.5, 1.0, "at the bottom"),
    ],
)
def test_places_have_words(x, y, words):
    assert where(x, y) == words
