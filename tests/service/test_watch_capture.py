"""Frames from real files, a real server and broken cameras: one clear line each, and never a hang."""

import contextlib
import json
import os
import sys
import threading
import time
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from service.capture import Capture, CaptureSettings
from service.capture_child import Order, Stopped, Word, _follow
from service.capture_look import with_view
from service.capture_slot import Slot
from service.capture_source import SourceError, find_source
from service.tables import Health
from vision.gate import GateState

QUICK = CaptureSettings(retries=(0.1, 0.2), picture_time=0.3, picture_rate=20)


def picture(number, size=(320, 180)):
    frame = np.full((size[1], size[0], 3), 60, np.uint8)
    cv2.rectangle(frame, (10 * number % 200, 40), (10 * number % 200 + 60, 80), (240, 240, 240), -1)
    return frame


def video(path, frames=30, code="mp4v", rate=30.0):
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), rate, (320, 180))
    assert writer.isOpened()
    for n in range(frames):
        writer.write(picture(n))
    writer.release()
    return str(path)


def frames_of(capture, limit=10.0, count=None):
    """All frames until the source is over, or `count` of them."""
    told, until = [], time.monotonic() + limit
    while time.monotonic() < until and not (capture.over and told) and (count is None or len(told) < count):
        if (frame := capture.next(0.05)) is not None:
            told.append(frame)
        elif capture.over:
            break
    return told


def wait_for(capture, state, limit):
    """The seconds until the health has that state."""
    began = time.monotonic()
    while capture.health.state != state:
        assert time.monotonic() - began < limit, f"{capture.health} after {limit} s"
        capture.next(0.02)
    return time.monotonic() - began


# Sources


def test_a_number_is_a_camera_and_an_address_an_address():
    assert find_source("0").kind == "camera"
    assert find_source("rtsp://camera/1").kind == "address"
    assert find_source("0").live


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("rtsp://camera/1", "rtsp://camera/1"),
        ("rtsp://me:secret@camera/1", "rtsp://…@camera/1"),
        ("rtsp://me:sec@ret@camera:554/1", "rtsp://…@camera:554/1"),
        ("http://camera/video?user=me&password=secret", "http://camera/video?…"),
    ],
)
def test_a_password_is_not_shown(name, shown):
    assert str(find_source(name)) == shown


def test_no_folder_of_this_machine_is_shown(tmp_path, monkeypatch):
    pictures = tmp_path / "holiday"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "a.png"), picture(1))
    assert str(find_source(str(pictures))) == "pictures in holiday"
    assert str(find_source(str(pictures / "a.png"))) == "picture a.png"
    assert str(find_source(video(pictures / "film.mp4", 1))) == "video film.mp4"
    monkeypatch.chdir(pictures)
    assert str(find_source(".")) == "pictures in holiday"


@pytest.mark.parametrize("name", ["nowhere.mp4", "nowhere/", "ftp://camera/1", "http://[::1", "", "x" * 5000])
def test_what_is_not_there_is_one_line(name):
    with pytest.raises(SourceError) as wrong:
        find_source(name or "no file")
    assert "\n" not in str(wrong.value)


def test_a_folder_without_pictures_is_one_line(tmp_path):
    (tmp_path / "notes.txt").write_text("no picture")
    with pytest.raises(SourceError, match="no pictures"):
        find_source(str(tmp_path))


def test_a_single_picture_is_a_source(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), picture(1))
    assert find_source(str(tmp_path / "a.png")).pictures == (str(tmp_path / "a.png"),)


# Slot


def test_the_newest_frame_replaces_the_older_ones():
    with Slot.make(320 * 180) as slot:
        assert slot.take() is None
        for n in range(1, 6):
            slot.put(np.full((180, 320, 3), n, np.uint8), float(n))
        frame = slot.take()
        assert (frame.number, frame.time, frame.pixels[0, 0, 0]) == (5, 5.0, 5)
        assert slot.take() is None


def test_a_frame_that_does_not_fit_is_refused():
    with Slot.make(100) as slot, pytest.raises(ValueError, match="at most 100 pixels"):
        slot.put(np.zeros((20, 20, 3), np.uint8), 0.0)


def test_a_reader_never_sees_a_torn_frame():
    with Slot.make(320 * 180) as slot:
        done = threading.Event()

        def write():
            n = 0
            while not done.is_set():
                n += 1
                slot.put(np.full((180, 320, 3), n % 251, np.uint8), float(n))

        writer = threading.Thread(target=write)
        writer.start()
        seen = 0
        until = time.monotonic() + 0.5
        while time.monotonic() < until:
            if (frame := slot.take()) is not None:
                seen += 1
                assert (frame.pixels == frame.number % 251).all()
        done.set()
        writer.join()
        assert seen > 5


# Files


@pytest.mark.parametrize(("name", "code"), [("film.mp4", "mp4v"), ("film.avi", "MJPG")])
def test_a_video_is_shown_in_its_own_time_and_ends(tmp_path, name, code):
    with Capture(find_source(video(tmp_path / name, 30, code))) as capture:
        frames = frames_of(capture)
        assert capture.health.state == "ended"
        assert capture.seen + capture.dropped == 30
        assert frames[-1].time - frames[0].time == pytest.approx(29 / 30, abs=0.15)
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
        time.sleep(0.5)
        frame = capture.next(1.0)
        assert frame.number > 10
        assert capture.dropped >= 10
        assert capture.seen + capture.dropped == frame.number


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
    assert 0.6 < frames[-1].time - frames[0].time < 3


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


# Cameras


def test_a_camera_that_is_not_there_is_tried_again():
    with Capture(find_source("97"), QUICK) as capture:
        wait_for(capture, "retrying", 10)
        assert "camera 97" in capture.health.detail.lower()
        until = time.monotonic() + 10
        while capture.starts < 2 and time.monotonic() < until:
            capture.next(0.02)
        assert capture.starts >= 2


def camera_script(tmp_path, body):
    """A camera's process that does what the test says, with its slot open."""
    path = tmp_path / "camera.py"
    path.write_text(
        "import sys, time, json\nimport numpy as np\n"
        f"sys.path.insert(0, {str(Path(__file__).parents[2])!r})\n"
        "from service.capture_child import Order, say, Word\nfrom service.capture_slot import Slot\n"
        "order = Order.from_json(sys.argv[1])\nslot = Slot(order.slot, order.max_pixels)\nslot.beat()\n"
        "def show(n):\n    slot.put(np.full((18, 32, 3), n, np.uint8), time.monotonic())\n" + body
    )
    return replace(QUICK, command=(sys.executable, str(path)))


def test_a_camera_that_hangs_is_noticed_within_3_s_and_comes_back(tmp_path):
    settings = camera_script(tmp_path, "say(Word.OPENED, 'Camera 0')\nshow(1)\ntime.sleep(99)\n")
    with Capture(find_source("0"), settings) as capture:
        assert frames_of(capture, count=1)
        hung = capture.process
        assert wait_for(capture, "retrying", 4) < 3.0
        assert "hangs" in capture.health.detail
        with pytest.raises(ProcessLookupError):
            os.kill(hung, 0)
        assert frames_of(capture, count=1)
        assert capture.health.state == "ok"
        assert capture.starts == 2


def test_a_camera_that_never_opens_is_tried_again(tmp_path):
    settings = replace(camera_script(tmp_path, "time.sleep(99)\n"), start=1.5)
    with Capture(find_source("0"), settings) as capture:
        wait_for(capture, "retrying", 4)
        assert "does not open" in capture.health.detail


def test_a_camera_whose_process_dies_comes_back(tmp_path):
    settings = camera_script(
        tmp_path, "say(Word.OPENED, 'Camera 0')\nprint('chatter')\nshow(1)\nos_exit = sys.exit(3)\n"
    )
    with Capture(find_source("0"), settings) as capture:
        for _ in range(3):
            assert frames_of(capture, count=1)
            wait_for(capture, "retrying", 4)
        assert "unexpectedly" in capture.health.detail


def test_the_waits_grow_and_begin_again_with_a_frame(tmp_path):
    settings = replace(camera_script(tmp_path, "say(Word.LOST, 'Camera 0 is gone.')\n"), retries=(0.05, 0.3))
    with Capture(find_source("0"), settings) as capture:
        starts = []
        until = time.monotonic() + 20
        while len(starts) < 4 and time.monotonic() < until:
            capture.next(0.005)
            if len(starts) < capture.starts:
                starts.append(time.monotonic())
        assert len(starts) == 4
        assert starts[3] - starts[2] >= 0.3
        assert capture.health.detail == "Camera 0 is gone. Trying again."


def test_closing_ends_a_camera_that_hangs_at_once(tmp_path):
    settings = camera_script(tmp_path, "show(1)\ntime.sleep(99)\n")
    capture = Capture(find_source("0"), settings)
    assert frames_of(capture, count=1)
    began = time.monotonic()
    capture.close()
    capture.close()
    assert time.monotonic() - began < 0.5


def test_a_black_picture_is_said_within_3_s_and_goes_on(tmp_path):
    body = (
        "say(Word.OPENED, 'Camera 0')\nfor n in range(90):\n"
        "    show(n % 3 if 10 < n < 60 else 90)\n    time.sleep(0.05)\n"
    )
    with Capture(find_source("0"), camera_script(tmp_path, body + "time.sleep(9)\n")) as capture:
        assert frames_of(capture, count=1)
        assert wait_for(capture, "black", 6) < 3.0
        assert "uncover the camera" in capture.health.detail
        wait_for(capture, "ok", 6)
        assert capture.starts == 1


def test_a_slow_camera_is_said_within_3_s_and_goes_on(tmp_path):
    body = (
        "say(Word.OPENED, 'Camera 0')\nfor n in range(40):\n    show(90 + n)\n    slot.beat()\n"
        "    time.sleep(0.9 if 8 < n < 14 else 0.05)\n"
    )
    with Capture(find_source("0"), camera_script(tmp_path, body + "time.sleep(9)\n")) as capture:
        assert frames_of(capture, count=8)
        assert wait_for(capture, "slow", 6) < 3.4
        assert "Hardly any frames" in capture.health.detail
        wait_for(capture, "ok", 9)
        assert capture.starts == 1


def test_the_last_frame_of_a_film_is_handed_out_to_the_slowest_reader(tmp_path):
    with Capture(find_source(video(tmp_path / "film.mp4", 20))) as capture:
        last = None
        while not capture.over:
            last = capture.next(0.5) or last
            time.sleep(0.3)
        last = capture.next(0.0) or last
        assert last.number == 20


def test_a_blocked_view_is_no_well_camera():
    well, away = Health("ok", "Camera 0"), Health("retrying", "It hangs.")
    blocked = GateState("blocked", 1.0, 1.0)
    assert with_view(well, blocked) == Health("blocked", blocked.detail)
    assert with_view(well, GateState("moving", 1.0, 1.0)) is well
    assert with_view(well, None) is well
    assert with_view(away, blocked) is away


class Stream(BaseHTTPRequestHandler):
    """A small camera on the network: 20 frames, then it hangs up."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        with contextlib.suppress(OSError):
            for n in range(20):
                data = cv2.imencode(".jpg", picture(n))[1].tobytes()
                self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(data))
                self.wfile.write(data + b"\r\n")
                time.sleep(0.03)

    def log_message(self, *_):
        """Quiet."""


@pytest.fixture
def stream():
    with ThreadingHTTPServer(("127.0.0.1", 0), Stream) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/video"
        server.shutdown()
        thread.join()


def test_a_camera_on_the_network_comes_back_after_it_hung_up(stream):
    with Capture(find_source(stream), QUICK) as capture:
        assert frames_of(capture, count=5)
        assert capture.health.state == "ok"
        wait_for(capture, "retrying", 8)
        assert frames_of(capture, count=5)


class Still:
    """A camera that gives these frames, the last one for ever."""

    def __init__(self, *frames):
        self.frames = list(frames)

    def read(self):
        time.sleep(0.002)
        return True, self.frames.pop(0) if len(self.frames) > 1 else self.frames[0]


def follow(camera, frozen, limit=1.0):
    """What is said of a camera that is followed until it is given up, and how many frames it gave; in this process."""
    order = Order(find_source("0"), slot=0, max_pixels=320 * 180, parent=os.getppid(), frozen=frozen)
    with Slot.make(order.max_pixels) as slot:
        thread = threading.Timer(limit, camera.frames.__setitem__, (slice(None), [None]))
        thread.start()
        try:
            with pytest.raises(Stopped) as stopped:
                _follow(order, slot, camera, "Camera 0", frozen)
        finally:
            thread.cancel()
            thread.join()
        return stopped.value, slot.newest


def test_a_frozen_camera_is_given_up(capfd):
    moving = [picture(n) for n in range(20)]
    began = time.monotonic()
    stopped, frames = follow(Still(*moving), frozen=0.2)
    assert (stopped.word, time.monotonic() - began < 0.9) == (Word.LOST, True)
    assert "the same frame again and again" in str(stopped)
    assert frames > 20
    assert "Camera 0, 320×180" in json.loads(capfd.readouterr().out)["detail"]


def test_a_covered_camera_is_not_called_frozen_so_soon():
    black = np.zeros((180, 320, 3), np.uint8)
    began = time.monotonic()
    stopped, _ = follow(Still(black), frozen=0.05, limit=5.0)
    assert "the same frame again and again" in str(stopped)  # it is tried again at last: who knows
    assert 0.4 <= time.monotonic() - began < 4.0


def test_a_stream_that_stops_is_not_kept_alive_by_frames_that_were_held_back():
    class Held(Still):
        def read(self):
            time.sleep(0.3)
            return True, self.frames[0]

    order = Order(find_source("0"), slot=0, max_pixels=320 * 180, parent=os.getppid(), read_timeout=0.25)
    with Slot.make(order.max_pixels) as slot, pytest.raises(Stopped) as stopped:
        _follow(order, slot, Held(picture(1)), "Camera 0", None)
    assert "no more frames" in str(stopped.value)


def test_noise_is_enough_to_be_no_frozen_camera():
    noisy = [picture(1) + np.uint8(n % 2) for n in range(1000)]
    stopped, _ = follow(Still(*noisy), frozen=0.1, limit=0.5)
    assert "no more frames" in str(stopped)


def test_a_stream_may_show_the_same_frame_for_long():
    stopped, _ = follow(Still(picture(1)), frozen=None, limit=0.5)
    assert "no more frames" in str(stopped)


def test_an_address_where_nobody_answers_is_tried_again():
    with Capture(find_source("http://127.0.0.1:9/video"), QUICK) as capture:
        wait_for(capture, "retrying", 10)
        assert "check the address" in capture.health.detail
