"""A bumped camera or mat is noticed within a second, and found again."""

import cv2
import numpy as np
import pytest
from plane_scenes import arm, camera, cut, dominoes, jumps, noisy, points, pushed, shown, went

from vision.geometry import through
from vision.scene.mat import mat
from vision.scene.plane.watch import PlaneWatch

RATE = 10


def follow(watch, pictures, begin=0.0):
    """The states of frames at 10 a second."""
    return [watch.step(noisy(frame, n), begin + n / RATE) for n, frame in enumerate(pictures)]


def off(found, true):
    """How far a motion is from the true one, px."""
    return float(np.linalg.norm(through(found, points()) - through(true, points()), axis=1).mean())


@pytest.fixture(scope="module")
def ground():
    return dominoes()


BUMPS = [
    pushed(12, -7),
    pushed(-60, 35, 4),
    pushed(4, 2, 1.5, 1.01),
    pushed(20, 10, -3, 0.96, (2e-5, -1e-5)),
]


@pytest.mark.parametrize("push", BUMPS)
def test_a_bumped_camera_is_noticed_and_found_again_without_a_mat(ground, push):
    told = follow(PlaneWatch(), [cut(ground)] * 8 + [cut(ground, push)] * 12)
    assert {state.state for state in told[:8]} == {"known"}
    noticed = next(n for n, state in enumerate(told[8:]) if state.state != "known")
    assert noticed <= 2
    assert told[-1].state == "known"
    assert jumps(told) == 1
    assert off(went(told), push) < 1.5


def test_a_jump_is_told_once_from_where_the_table_was_to_where_it_is(ground):
    one, other = pushed(12, -7), pushed(-40, 20)
    told = follow(PlaneWatch(), [cut(ground)] * 8 + [cut(ground, one)] * 12 + [cut(ground, other)] * 12)
    first, second = (state.jump for state in told if state.jump is not None)
    assert off(first, one) < 1.5
    assert off(second @ first, other) < 1.5


def test_a_mat_that_slips_under_a_camera_that_stands_is_noticed():
    told = follow(PlaneWatch(), [shown(camera())] * 6 + [shown(camera(at=(9, -6)))] * 14)
    assert "moved" in {state.state for state in told[6:16]}
    assert told[-1].state == "known"
    assert jumps(told) == 1


def test_hands_that_come_and_go_are_no_bump(ground):
    reaches = [1280, 1000, 700, 450, 300, 250, 250, 300, 420, 600, 800, 1000, 1280, 1280]
    told = follow(PlaneWatch(), [arm(cut(ground), reach) for reach in reaches])
    assert {state.state for state in told} == {"known"}
    assert jumps(told) == 0


def test_light_that_changes_is_no_bump(ground):
    lit = [np.clip(cut(ground) * factor, 0, 255).astype(np.uint8) for factor in (1.0, 1.0, 0.6, 0.6, 0.75, 1.25, 1.0)]
    assert {state.state for state in follow(PlaneWatch(), lit)} == {"known"}


def test_pieces_that_are_played_are_no_bump_nor_is_a_table_that_fills():
    states = []
    watch = PlaneWatch()
    for n in range(8):
        frame = cut(dominoes(count=4 + 4 * n))
        states += follow(watch, [frame] * 13, n * 1.3)
    assert {state.state for state in states} == {"known"}
    assert jumps(states) == 0


def heap(places):
    """Tiles face down on a plain table."""
    frame = np.full((720, 1280, 3), (120, 150, 165), np.uint8)
    for x, y, turn in places:
        box = cv2.boxPoints(((x, y), (88, 44), turn))
        cv2.fillPoly(frame, [np.round(box).astype(int)], (60, 60, 70), cv2.LINE_AA)
    return frame


def test_a_heap_that_is_shuffled_on_a_plain_table_is_no_bump():
    rng = np.random.default_rng(5)
    tiles = np.column_stack([rng.uniform(150, 1130, 30), rng.uniform(120, 600, 30), rng.uniform(0, 180, 30)])
    frames = [heap(tiles)] * 4
    for _ in range(60):
        some = rng.choice(30, 3, replace=False)
        tiles[some] += rng.normal(0, (40, 40, 40), (3, 3))
        frames.append(heap(tiles))
    watch = PlaneWatch()
    told = follow(watch, frames + frames[-1:] * 20)
    assert {state.state for state in told} == {"known"}
    push = pushed(25, -10, 2)
    gone = cv2.warpPerspective(frames[-1], push, (1280, 720), borderMode=cv2.BORDER_REPLICATE)
    told = follow(watch, [gone] * 10, 8.4)
    assert jumps(told) == 1
    assert off(went(told), push) < 2.0


def test_a_bump_in_a_film_that_keeps_faint_texture_where_it_was_is_followed():
    """Films are pressed together: after a short push only the pieces were drawn anew."""
    rng = np.random.default_rng(2)
    cloth = cv2.GaussianBlur(rng.normal(0, 1, (720, 1280)).astype(np.float32), (0, 0), 2)
    cloth = np.clip((120 + 55 * cloth)[..., None] * (0.7, 0.85, 1.0), 0, 255).astype(np.uint8)

    def frame(push=(0, 0)):
        picture = cloth.copy()
        for n in range(16):
            x, y = 200 + 110 * (n % 8) + push[0], 200 + 260 * (n // 8) + 20 * (n % 3) + push[1]
            cv2.rectangle(picture, (x, y), (x + 44, y + 88), (228, 236, 240), -1)
            for pip in range(n % 4 + 2):
                cv2.circle(picture, (x + 12 + 18 * (pip % 2), y + 14 + 17 * pip), 5, (30, 30, 30), -1, cv2.LINE_AA)
        return picture

    watch = PlaneWatch()
    shaken = [frame((8, -5)), frame((4, -2))]
    told = follow(watch, [frame()] * 8 + shaken + [frame((6, -3))] * 30)
    assert "lost" not in {state.state for state in told}
    assert told[-1].state == "known"


def test_a_table_out_of_sight_is_lost_and_comes_back(ground):
    away = cut(dominoes(seed=9, count=0)[::-1, ::-1])
    told = follow(PlaneWatch(), [cut(ground)] * 5 + [away] * 15 + [cut(ground)] * 6)
    assert told[19].state == "lost"
    assert "camera" in told[19].detail
    assert told[-1].state == "known"
    assert off(went(told), np.eye(3)) == 0.0


def test_a_table_that_comes_back_far_from_where_it_was_is_found(ground):
    push = pushed(170, -120, 24, 0.9)
    told = follow(PlaneWatch(), [cut(ground)] * 5 + [cut(ground, push)] * 25)
    assert told[-1].state == "known"
    assert off(went(told), push) < 2.0


def test_a_table_that_is_nowhere_is_said_within_3_s_though_nothing_comes_to_rest(ground):
    rng = np.random.default_rng(1)
    wild = [cv2.resize(rng.integers(0, 255, (45, 80, 3), dtype=np.uint8), (1280, 720)) for _ in range(31)]
    told = follow(PlaneWatch(), [cut(ground)] * 5 + wild)
    assert told[-1].state == "lost"
    assert "show it the whole table" in told[-1].detail


def test_a_table_that_was_given_up_is_found_as_soon_as_it_is_back(ground):
    away = cut(dominoes(seed=9, count=0)[::-1, ::-1])
    watch = PlaneWatch()
    assert follow(watch, [cut(ground)] * 5 + [away] * 15)[-1].state == "lost"
    watch.begin_anew()
    told = follow(watch, [away] * 5, 2.0)
    assert (told[-1].state, [state.anew for state in told].count(True)) == ("known", 1)
    told = follow(watch, [cut(ground, pushed(8, 5))] * 12, 2.5)
    assert "lost" not in {state.state for state in told[6:]}
    assert (told[-1].state, [state.anew for state in told].count(True)) == ("known", 1)


def test_a_covered_lens_is_not_called_moved_at_once(ground):
    told = follow(PlaneWatch(), [cut(ground)] * 4 + [np.zeros_like(cut(ground))] * 20 + [cut(ground)] * 3)
    assert {state.state for state in told} == {"known"}


def test_an_empty_picture_is_unknown_until_something_is_there(ground):
    plain = np.full_like(cut(ground), 120)
    told = follow(PlaneWatch(), [plain] * 5 + [cut(ground)] * 6)
    assert told[4].state == "unknown"
    assert told[-1].state == "known"


def test_a_mat_on_a_plain_table_is_enough():
    plain = np.full((720, 1280, 3), 90, np.uint8)
    told = follow(PlaneWatch(), [shown(camera(), plain)] * 3 + [shown(pushed(12, -7) @ camera(), plain)] * 12)
    assert (told[2].state, told[-1].state, jumps(told)) == ("known", "known", 1)
    assert off(went(told), pushed(12, -7)) < 0.6


def test_so_is_a_single_sheet():
    frame = shown(camera(height=500.0, at=(-277.0, -190.0)), laid=mat("stonerow", 2, "a4", "sheet"))
    assert follow(PlaneWatch(), [frame] * 3)[-1].state == "known"


@pytest.mark.parametrize("rate", [5, 12, 60])
def test_the_same_at_every_frame_rate(ground, rate):
    push = pushed(30, 12, 2)
    watch = PlaneWatch()
    still, gone = cut(ground), cut(ground, push)
    told = [(n / rate, watch.step(noisy(still if n < rate else gone, n), n / rate)) for n in range(int(2.2 * rate))]
    assert {state.state for time, state in told if time < 1.0} == {"known"}
    assert next(time for time, state in told if state.state == "moved") < 1.25
    assert jumps(state for time, state in told if time < 2.0) == 1


def test_a_time_that_runs_back_or_another_size_begins_anew(ground):
    watch = PlaneWatch()
    follow(watch, [cut(ground)] * 3, 10.0)
    assert watch.step(cut(ground, pushed(50, 0)), 0.0).jump is None
    assert watch.step(cut(ground)[::2, ::2], 1.0).state == "known"
    assert watch.step(cut(ground)[::2, ::2], 1.01).jump is None
