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
        assert [frame.time for frame in frames] == [n / 30 for n in range(30)]
        assert frames[-1].pixels.shape == (180, 320, 3)
        assert capture.next(0.01) is None


def test_a_video_goes_round_when_told_to(tmp_path):
    with Capture(find_source(video(tmp_path / "film.mp4", 6)), replace(QUICK, loop=True)) as capture:
        frames = frames_of(capture, count=15)
        assert len(frames) == 15
        assert capture.health.state == "ok"
        times = [frame.time for frame in frames]
        assert times == sorted(times)


def test_a_video_waits_for_whoever_takes_its_frames(tmp_path):
    with Capture(find_source(video(tmp_path / "film.mp4", 40, rate=1000.0))) as capture:
        listed = []
        while (frame := capture.next(LIMIT)) is not None:
            listed.append(frame.number)
            eventually(lambda: capture._slot.newest > len(listed) or len(listed) == 40, "the next frame")
        assert listed == list(range(1, 41))
        assert (capture.seen, capture.dropped) == (40, 0)


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
