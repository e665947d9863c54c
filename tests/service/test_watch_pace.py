"""A computer that does not keep up with a camera: it is said once that lasts, and no more once it is over."""

from types import SimpleNamespace

import pytest
from watch_frames import picture

from service.capture.slot import Frame
from service.capture.source import find_source
from service.following.pace import BEHIND_LINE, PACE, Pace
from service.following.tables import Health, Table
from service.following.watcher import Watcher, overall
from vision.scene.gate import GateState

RATE = 30
"""Frames a second that the camera gives."""
SLOW, FAST = round(2 * RATE / PACE.frames), 1
"""Of so many frames one is seen."""
PIXELS = picture(1)


def said(*spans, rate=RATE):
    """When what is said changes (s), from nothing on. A span is its length (s), of how many frames one is seen, and how
    long a look takes then (s)."""
    pace, changes, number, looking = Pace(), [], 0, 0.0
    for seconds, every, look in spans:
        for _ in range(round(seconds * rate / every)):
            number += every
            time = number / rate
            looking = time if time - looking >= look else looking
            was = pace.behind
            pace.see(Frame(PIXELS, time, number), looking)
            if pace.behind != was:
                changes.append(time)
    return changes


@pytest.mark.parametrize("busy", [(30, SLOW, 0.4), (30, FAST, 2 * PACE.look)], ids=["few frames", "slow looks"])
def test_a_computer_that_is_behind_is_said_once_it_lasts_and_no_more_once_it_is_over(busy):
    began, ended = said((20, FAST, 0.4), busy, (30, FAST, 0.4))
    assert 20 + PACE.lasting <= began <= 20 + PACE.lasting + 2 * PACE.look + PACE.window
    assert 50 + PACE.lasting <= ended <= 50 + PACE.lasting + 2 * PACE.look + PACE.window


def test_a_computer_that_is_behind_for_a_moment_now_and_then_is_not():
    assert said(*[(PACE.lasting / 2, SLOW, 0.4), (PACE.lasting, FAST, 0.4)] * 5) == []


def test_a_first_look_that_loads_the_networks_is_not():
    assert said((3.0, FAST, 3.0), (30, FAST, 0.4)) == []


def test_a_camera_that_gives_few_frames_is_not():
    assert said((30, 1, 0.4), rate=PACE.frames / 2) == []


def test_a_watcher_is_behind_with_a_camera_whose_picture_it_reads_for_long():
    watcher = Watcher(Table("1"), find_source("0"), None)
    watcher.say = lambda _line: None
    watcher._looking = SimpleNamespace(done=lambda: False)
    for n in range(round(2 * PACE.frames * (PACE.look + PACE.lasting))):
        assert not watcher._pace.behind
        watcher._step(Frame(PIXELS, n / PACE.frames, n + 1), None)
        if watcher._pace.behind:
            break
    assert watcher._pace.behind


def test_a_table_whose_computer_is_behind_says_so_and_what_to_do_and_then_no_more():
    lines, shown = [], []

    class Camera:
        notes, seen, dropped, health = [], 0, 0, Health("ok", "camera 0")

    watcher = Watcher(Table("1"), find_source("0"), None)
    watcher.say = lines.append
    for behind in (False, True, True, False):
        watcher._pace.behind = behind
        watcher._report(Camera)
        shown.append(watcher.table.snapshot()["health"]["state"])
    assert shown == ["ok", "behind", "behind", "ok"]
    assert lines == ["camera 0", BEHIND_LINE, "camera 0"]


def test_a_blocked_view_is_no_well_camera_and_a_busy_computer_is_why_few_frames_come():
    well, slow, away = Health("ok", "Camera 0"), Health("slow", "Hardly any."), Health("retrying", "It hangs.")
    blocked, behind = GateState("blocked", 1.0), Health("behind", BEHIND_LINE)
    assert overall(well, blocked, behind=True) == Health("blocked", blocked.detail)
    assert overall(well, GateState("moving", 1.0), behind=False) is well
    assert overall(well, None, behind=False) is well
    assert overall(away, blocked, behind=True) is away
    assert overall(slow, None, behind=False) is slow
    assert overall(well, None, behind=True) == overall(slow, blocked, behind=True) == behind
