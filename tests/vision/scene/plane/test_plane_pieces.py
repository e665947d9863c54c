"""Pieces that come and go on a plain cloth never move the table; a bump of them all does."""

import itertools

import cv2
import numpy as np
import pytest
from plane_scenes import jumps, noisy, pushed, went

from vision.scene.plane.watch import PlaneWatch

RATE = 10
WIDTH, HEIGHT = 1280, 720
LONG, WIDE = 96, 48
CLOTH = (60, 110, 40)


def cloth(tiles, shift=(0, 0)):
    """A plain green cloth with tiles (x, y, lies along, pips) on it."""
    frame = np.full((HEIGHT, WIDTH, 3), CLOTH, np.uint8)
    for left, top, along, pips in tiles:
        half = (LONG // 2, WIDE // 2) if along else (WIDE // 2, LONG // 2)
        x, y = left + shift[0], top + shift[1]
        cv2.rectangle(frame, (x - half[0], y - half[1]), (x + half[0], y + half[1]), (228, 236, 240), -1)
        for number in range(pips):
            step = -half[0] + 10 + number * 2 * (half[0] - 10) // max(pips - 1, 1)
            spot = (x + step, y - 8 + 16 * (number % 2)) if along else (x - 8 + 16 * (number % 2), y + 2 * step)
            cv2.circle(frame, spot, 5, (30, 30, 30), -1, cv2.LINE_AA)
    return frame


def reached(frame, tip, row):
    """The frame with a bare arm from the right edge to the column `tip`."""
    covered = frame.copy()
    cv2.ellipse(covered, (tip + 60, row), (60, 45), 0, 0, 360, (120, 150, 205), -1)
    cv2.rectangle(covered, (tip + 60, row - 40), (WIDTH, row + 40), (115, 145, 200), -1)
    return covered


def line(count, gap=2):
    """A line of tiles that grows to the right, end to end."""
    return [(90 + number * (LONG + gap), 360, True, 2 + number % 7) for number in range(count)]


def played(before, after, row=360):
    """An arm that comes, lays what is new, and goes; then the table at rest."""
    tips = [1100, 900, 700, 500]
    coming = [reached(before, tip, row) for tip in tips]
    going = [reached(after, tip, row) for tip in reversed(tips)]
    return coming + going + [after] * 8


def states(films, watch=None, begin=0.0):
    watch = watch or PlaneWatch()
    frames = [frame for film in films for frame in film]
    return [watch.step(noisy(frame, n), begin + n / RATE) for n, frame in enumerate(frames)]


@pytest.mark.parametrize("gap", [2, 14])
def test_a_line_that_grows_is_no_bump(gap):
    films = [[cloth(line(1))] * 8]
    films += [played(cloth(line(count, gap)), cloth(line(count + 1, gap))) for count in range(1, 11)]
    told = states(films)
    assert {state.state for state in told} <= {"known", "unknown"}
    assert jumps(told) == 0


def test_a_single_tile_that_is_taken_for_another_is_no_bump():
    tiles = [(640, 360, True, 3), (600, 330, False, 5), (700, 400, True, 2), (640, 380, False, 6), (560, 340, True, 4)]
    films = [[cloth(tiles[:1])] * 8]
    for before, after in itertools.pairwise(tiles):
        films += [played(cloth([before]), cloth([])), played(cloth([]), cloth([after]))]
    told = states(films)
    assert {state.state for state in told} <= {"known", "unknown"}
    assert jumps(told) == 0


def test_a_heap_that_is_dealt_and_cleared_is_no_bump():
    rng = np.random.default_rng(4)
    heap = [(int(x), int(y), bool(a), 2) for x, y, a in zip(rng.integers(80, 1200, 16), rng.integers(80, 640, 16),
                                                          rng.integers(0, 2, 16), strict=True)]  # fmt: skip
    films = [[cloth(heap)] * 8]
    films += [played(cloth(heap[:count]), cloth(heap[: count - 4])) for count in range(16, 0, -4)]
    films += [played(cloth([]), cloth(line(1))), played(cloth(line(1)), cloth(line(3)))]
    told = states(films)
    assert {state.state for state in told} <= {"known", "unknown"}
    assert jumps(told) == 0


def test_a_line_on_a_plain_cloth_that_is_bumped_is_found_again():
    watch = PlaneWatch()
    states([[cloth(line(6))] * 12], watch)
    push = pushed(26, -11)
    shifted = cv2.warpPerspective(cloth(line(6)), push, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    told = states([[shifted] * 14], watch, 1.2)
    assert "moved" in {state.state for state in told}
    assert (told[-1].state, jumps(told)) == ("known", 1)
    assert went(told)[:2, 2] == pytest.approx((26, -11), abs=1.5)
