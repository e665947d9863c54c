"""Cameras that hang, die, go black, slow or away: said within 3 s, and tried again."""

import contextlib
import os
import socket
import sys
import threading
import time
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import pytest
from service_help import LIMIT, eventually
from watch_frames import QUICK, frames_of, picture, wait_for

from service.capture.capture import NAP, TRIES, Capture
from service.capture.source import Source, find_source


def test_a_camera_that_is_not_there_is_tried_again():
    with Capture(find_source("97"), QUICK) as capture:
        wait_for(capture, "retrying")
        assert "camera 97" in capture.health.detail.lower()
        eventually(lambda: capture.starts >= 2, "another start", lambda: capture.next(0.02))


def camera_script(tmp_path, body):
    """A camera's process that does what the test says, with its slot open."""
    path = tmp_path / "camera.py"
    path.write_text(
        "import sys, time, json\nimport numpy as np\n"
        f"sys.path.insert(0, {str(Path(__file__).parents[2])!r})\n"
        "from service.capture.child import ordered, say, Word\nfrom service.capture.slot import Slot\n"
        "order = ordered()\nslot = Slot(order.slot, order.max_pixels)\nslot.beat()\n"
        "def show(n, at=None):\n"
        "    slot.put(np.full((18, 32, 3), n, np.uint8), time.monotonic() if at is None else at)\n"
        "def step(n, at):\n    while not slot.taken:\n        slot.beat()\n        time.sleep(0.002)\n"
        "    show(n, at)\n" + body
    )
    return replace(QUICK, command=(sys.executable, str(path)))


def test_what_a_camera_s_process_is_told_stands_in_no_list_of_processes(tmp_path):
    """Anybody on a machine can read the words of a command, and an address may hold a password."""
    body = "say(Word.LOST, 'Told.' if 'hush' in order.source.name else 'Told nothing.')\n"
    with Capture(find_source("rtsp://ada:hush@127.0.0.1:9/cam"), camera_script(tmp_path, body)) as capture:
        capture.next(0.0)
        assert not any("hush" in word for word in capture._process.args)
        wait_for(capture, "retrying")
        assert capture.health.detail.startswith("Told.")


def test_a_folder_of_many_pictures_is_told_whole(tmp_path):
    """The words of a command have an end: a folder of some thousand pictures could not be watched."""
    many = Source("pictures", "folder", tuple(f"{'long' * 20}/{n}.jpg" for n in range(5000)))
    body = "say(Word.ENDED, f'{len(order.source.pictures)} pictures')\n"
    with Capture(many, camera_script(tmp_path, body)) as capture:
        wait_for(capture, "ended")
        assert capture.health.detail == "5000 pictures"


@pytest.fixture
def film(tmp_path):
    path = tmp_path / "film.mp4"
    path.write_bytes(b"a name is all that is needed")
    return find_source(str(path))


def test_a_camera_that_hangs_is_noticed_within_3_s_and_comes_back(tmp_path):
    hangs = f"first = Path({str(tmp_path / 'hung')!r})\nif not first.exists():\n    first.touch()\n    time.sleep(99)\n"
    goes_on = "while True:\n    show(2)\n    slot.beat()\n    time.sleep(0.02)\n"
    body = f"from pathlib import Path\nsay(Word.OPENED, 'Camera 0')\nshow(1)\n{hangs}{goes_on}"
    with Capture(find_source("0"), camera_script(tmp_path, body)) as capture:
        assert frames_of(capture, count=1)
        hung = capture.process
        assert wait_for(capture, "retrying") < 3.0
        assert "hangs" in capture.health.detail
        with pytest.raises(ProcessLookupError):
            os.kill(hung, 0)
        assert frames_of(capture, count=1)
        wait_for(capture, "ok")
        assert capture.starts == 2


def test_a_file_is_waited_for_longer_than_a_camera(tmp_path, film):
    settings = camera_script(tmp_path, "say(Word.OPENED, 'Film')\nshow(1)\ntime.sleep(99)\n")
    with Capture(film, replace(settings, lost=0.2, stuck=0.9)) as capture:
        (frame,) = frames_of(capture, count=1)
        assert capture.next(0.0) is None
        wait_for(capture, "failed")
        assert time.monotonic() - frame.time >= 0.9
        assert "hangs: close other programs" in capture.health.detail


def test_a_computer_that_slept_has_no_camera_that_hangs(tmp_path, film):
    """All processes stand still while a laptop is shut."""
    settings = camera_script(tmp_path, "say(Word.OPENED, 'Film')\nshow(1)\ntime.sleep(99)\n")
    with Capture(film, replace(settings, stuck=4 * NAP)) as capture:
        assert frames_of(capture, count=1)
        time.sleep(6 * NAP)
        assert capture.next(0.0) is None
        assert capture.health.state == "ok"
        wait_for(capture, "failed")


def test_a_camera_that_never_opens_is_tried_again(tmp_path):
    settings = replace(camera_script(tmp_path, "time.sleep(99)\n"), start=1.5)
    with Capture(find_source("0"), settings) as capture:
        wait_for(capture, "retrying")
        assert "does not open" in capture.health.detail


def test_a_file_whose_process_starts_late_is_given_another_try(tmp_path, film):
    late = f"first = Path({str(tmp_path / 'first')!r})\nif not first.exists():\n    first.touch()\n    time.sleep(99)\n"
    settings = camera_script(
        tmp_path, f"from pathlib import Path\n{late}say(Word.OPENED, 'Film')\nshow(1)\ntime.sleep(99)\n"
    )
    with Capture(film, replace(settings, start=5.0)) as capture:
        assert frames_of(capture, count=1)
        assert capture.starts > 1


def test_a_file_that_never_opens_fails_in_the_end(tmp_path, film):
    settings = replace(camera_script(tmp_path, "time.sleep(99)\n"), start=0.02, retries=(0.01,))
    with Capture(film, settings) as capture:
        wait_for(capture, "failed")
        assert (capture.starts, "does not open" in capture.health.detail) == (TRIES, True)


def test_a_camera_whose_process_dies_comes_back(tmp_path):
    settings = camera_script(
        tmp_path, "say(Word.OPENED, 'Camera 0')\nprint('chatter')\nshow(1)\nos_exit = sys.exit(3)\n"
    )
    with Capture(find_source("0"), settings) as capture:
        for _ in range(3):
            assert frames_of(capture, count=1)
            wait_for(capture, "retrying")
        assert "unexpectedly" in capture.health.detail


def test_the_waits_grow_and_begin_again_with_a_frame(tmp_path):
    settings = replace(camera_script(tmp_path, "say(Word.LOST, 'Camera 0 is gone.')\n"), retries=(0.05, 0.3))
    with Capture(find_source("0"), settings) as capture:
        starts = []
        until = time.monotonic() + LIMIT
        while len(starts) < 4 and time.monotonic() < until:
            capture.next(0.005)
            if len(starts) < capture.starts:
                starts.append(time.monotonic())
        assert len(starts) == 4
        assert starts[3] - starts[2] >= 0.3
        assert capture.health.detail == "Camera 0 is gone. Trying again."


def test_closing_ends_a_camera_that_hangs_at_once(tmp_path):
    settings = camera_script(tmp_path, "show(1)\ntime.sleep(9999)\n")
    capture = Capture(find_source("0"), settings)
    assert frames_of(capture, count=1)
    hangs = Path(f"/proc/{capture.process}")
    capture.close()
    capture.close()
    eventually(lambda: not hangs.exists(), "the end of the camera's process")


def steps(capture, count):
    """The time of each frame by the camera's own clock (s), and what is said once it was seen; it waits for that."""
    eventually(lambda: capture.health.state == "ok", "its word that it is open", capture._supervise)
    for _ in range(count):
        frame = capture.next(LIMIT)
        capture._supervise()
        yield frame.time, capture.health


def test_a_black_picture_is_said_within_3_s_and_goes_on(tmp_path):
    body = "say(Word.OPENED, 'Camera 0')\nfor n in range(90):\n    step(n % 3 if 10 < n < 60 else 90, 0.05 * n)\n"
    settings = replace(camera_script(tmp_path, body + "time.sleep(999)\n"), lost=LIMIT)
    with Capture(find_source("0"), settings) as capture:
        listed = list(steps(capture, 90))
        black = [time for time, health in listed if health.state == "black"]
        assert 0.55 < black[0] < 0.55 + 3.0
        assert "uncover the camera" in dict(listed)[black[0]].detail
        assert listed[-1][1].state == "ok"
        assert capture.starts == 1


def test_a_slow_camera_is_said_within_3_s_and_goes_on(tmp_path):
    body = (
        "say(Word.OPENED, 'Camera 0')\nat = 0.0\nfor n in range(80):\n    step(90 + n, at)\n"
        "    at += 0.9 if 8 < n < 14 else 0.05\n"
    )
    settings = replace(camera_script(tmp_path, body + "time.sleep(999)\n"), lost=LIMIT)
    with Capture(find_source("0"), settings) as capture:
        listed = list(steps(capture, 80))
        slow = [time for time, health in listed if health.state == "slow"]
        assert 0.45 < slow[0] < 0.45 + 3.0
        assert "Hardly any frames" in dict(listed)[slow[0]].detail
        assert listed[-1][1].state == "ok"
        assert capture.starts == 1


def test_frames_of_a_camera_that_nobody_takes_are_dropped_and_counted(tmp_path):
    body = "say(Word.OPENED, 'Camera 0')\nfor n in range(15):\n    show(n)\ntime.sleep(999)\n"
    with Capture(find_source("0"), camera_script(tmp_path, body)) as capture:
        eventually(lambda: capture._slot.newest == 15, "all of its frames", capture._supervise)
        assert capture.next(LIMIT).number == 15
        assert (capture.seen, capture.dropped) == (1, 14)


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


class Six(ThreadingHTTPServer):
    """The same with an address of IPv6."""

    address_family = socket.AF_INET6


SIX = pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")


@pytest.fixture(params=["127.0.0.1", pytest.param("::1", marks=SIX)])
def stream(request):
    made, host = (Six, f"[{request.param}]") if ":" in request.param else (ThreadingHTTPServer, request.param)
    with made((request.param, 0), Stream) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://{host}:{server.server_port}/video"
        server.shutdown()
        thread.join()


def test_a_camera_on_the_network_comes_back_after_it_hung_up(stream):
    with Capture(find_source(stream), QUICK) as capture:
        assert frames_of(capture, count=5)
        wait_for(capture, "ok")
        wait_for(capture, "retrying")
        assert frames_of(capture, count=5)


def test_an_address_where_nobody_answers_is_tried_again():
    with Capture(find_source("http://127.0.0.1:9/video"), QUICK) as capture:
        wait_for(capture, "retrying")
        assert "check the address" in capture.health.detail
