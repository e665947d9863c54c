"""Frames from films and folders of pictures: in their own time, to their end, and never a hang."""

import time
from dataclasses import replace

import cv2
import numpy as np
import pytest
from service_help import LIMIT, eventually
from watch_frames import QUICK, frames_of, picture, video

from service.capture.capture import Capture
from service.capture.source import find_source


@pytest.mark.parametrize(("name", "code"), [("film.mp4", "mp4v"), ("film.avi", "MJPG")])
def test_a_video_is_shown_in_its_own_time_and_ends(tmp_path, name, code):
    with Capture(find_source(video(tmp_path / name, 30, code))) as capture:
        frames = frames_of(capture)
        assert capture.health.state == "ended"
        assert capture.seen + capture.dropped == 30
        assert frames[-1].time - frames[0].time == pytest.approx((30 - frames[0].number) / 30, abs=0.01)
        assert frames[-1].pixels.shape == (180, 320, 3)
        assert capture.next(0.01) is None


def test_a_video_goes_round_when_told_to(tmp_path):
    with Capture(find_source(video(tmp_path / "film.mp4", 6)), replace(QUICK, loop=True)) as capture:
        frames = frames_of(capture, count=15)
        assert len(frames) == 15
        assert capture.health.state == "ok"
        times = [frame.time for frame in frames]
        assert times == sorted(times)


def test_frames_that_nobody_takes_are_dropped_and_counted(tmp_path):
    with Capture(find_source(video(tmp_path / "film.mp4", 60, rate=60.0))) as capture:
        assert frames_of(capture, count=1)
        eventually(lambda: capture._slot.newest >= 15, "another frame")
        frame = capture.next(LIMIT)
        assert frame.number > 10
        assert capture.dropped >= 10
        assert capture.seen + capture.dropped == frame.number


def test_a_video_waits_while_it_is_held_and_loses_no_time(tmp_path):
    with Capture(find_source(video(tmp_path / "film.mp4", 40, rate=20.0))) as capture:
        (first,) = frames_of(capture, count=1)
        capture.hold(True)
        eventually(lambda: capture.next(0.4) is None, "an end of frames")
        held = capture._slot.newest
        assert held < 40
        assert capture.next(0.4) is None
        assert capture._slot.newest == held
        assert capture.health.state == "ok"
        capture.hold(False)
        rest = frames_of(capture)
    assert rest[-1].time - first.time == pytest.approx((rest[-1].number - first.number) / 20, abs=0.01)
    assert rest[-1].number == 40


def test_a_file_that_is_no_video_fails_in_one_line(tmp_path):
    path = tmp_path / "film.mp4"
    path.write_bytes(b"this is no video" * 99)
    with Capture(find_source(str(path)), QUICK) as capture:
        assert frames_of(capture) == []
        assert capture.health.state == "failed"
        assert "cannot be played" in capture.health.detail
        assert capture.starts == 1


def test_a_folder_shows_each_picture_for_its_time(tmp_path):
    for n in range(3):
        cv2.imwrite(str(tmp_path / f"{n}.png"), np.full((20, 30, 3), n, np.uint8))
    (tmp_path / "1b.jpg").write_bytes(b"broken")
    with Capture(find_source(str(tmp_path)), QUICK) as capture:
        frames = frames_of(capture)
        assert capture.health.state == "ended"
        assert len(capture.notes) == 1
        assert "1b.jpg is left out" in capture.notes[0]
    shown = [int(frame.pixels[0, 0, 0]) for frame in frames]
    assert shown == sorted(shown)
    assert set(shown) == {0, 1, 2}
    assert frames[-1].time - frames[0].time > 1.6


def test_a_folder_of_broken_pictures_fails(tmp_path):
    (tmp_path / "a.jpg").write_bytes(b"broken")
    with Capture(find_source(str(tmp_path)), replace(QUICK, loop=True)) as capture:
        assert frames_of(capture) == []
        assert capture.health.state == "failed"


def test_a_large_picture_is_made_smaller(tmp_path):
    cv2.imwrite(str(tmp_path / "a.jpg"), picture(1, (2000, 1000)))
    with Capture(find_source(str(tmp_path)), replace(QUICK, max_pixels=50_000)) as capture:
        height, width, _ = frames_of(capture, count=1)[0].pixels.shape
        assert height * width <= 50_000
        assert width / height == pytest.approx(2, abs=0.05)


def test_the_last_frame_of_a_film_is_handed_out_to_the_slowest_reader(tmp_path):
    with Capture(find_source(video(tmp_path / "film.mp4", 20))) as capture:
        last = None
        while not capture.over:
            last = capture.next(0.5) or last
            time.sleep(0.3)
        last = capture.next(0.0) or last
        assert last.number == 20
