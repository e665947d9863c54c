"""Frames of a camera as its process sees them: frozen, covered, held back."""

import json
import threading
import time
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from service_help import LIMIT
from watch_frames import picture

from service.capture import child
from service.capture.cameras import Listed
from service.capture.child import Order, Projector, Stopped, Word, _follow
from service.capture.slot import Slot
from service.capture.source import find_source
from service.page.language import languages
from service.page.reasons import translated

LEAST = 0.002
"""s that every frame takes, so that in a while there are no more than so many."""


class Still:
    """A camera that gives these frames, the last one for ever."""

    def __init__(self, *frames):
        self.frames = list(frames)

    def read(self):
        time.sleep(LEAST)
        return True, self.frames.pop(0) if len(self.frames) > 1 else self.frames[0]


def follow(camera, frozen, limit=LIMIT):
    """What is said of a camera that is followed until it is given up, and how many frames it gave; in this process."""
    order = Order(find_source("0"), slot="", max_pixels=320 * 180, frozen=frozen)
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


@pytest.mark.parametrize(
    ("found", "said", "swedish"),
    [
        (
            (Listed(0, "HD Webcam"), Listed(2, "")),
            "There is no camera 9: plug it in, or choose another one: camera 0 (HD Webcam) and camera 2.",
            "Det finns ingen kamera 9: anslut den, eller välj en annan: kamera 0 (HD Webcam) och kamera 2.",
        ),
        (
            (),
            "There is no camera 9, and no other one was found: plug one in, or use a phone as the camera.",
            "Det finns ingen kamera 9, och ingen annan hittades: anslut en, eller använd en telefon som kamera.",
        ),
    ],
)
@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_who_names_a_camera_that_is_not_there_is_told_which_ones_are(monkeypatch, system, found, said, swedish):
    """“There is no camera 9: plug it in.” stood there, whatever was plugged in; elsewhere it could not be opened."""
    monkeypatch.setattr("service.capture.cameras.cameras", lambda: found)
    monkeypatch.setattr("service.capture.child._devices", lambda _folder: {})
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("cv2.VideoCapture", lambda *_: SimpleNamespace(isOpened=lambda: False))
    with Slot.make(320 * 180) as slot, pytest.raises(Stopped) as stopped:
        child._show_camera(Order(find_source("9"), slot="", max_pixels=320 * 180, frozen=1.0), slot)
    assert stopped.value.word == Word.LOST
    if system != "linux" and not found:  # it may be that no camera is listed there
        assert "Camera 9 cannot be opened" in str(stopped.value)
        return
    assert str(stopped.value) == said
    assert translated(stopped.value.args[0], languages()["sv"]) == swedish


def test_a_frozen_camera_is_given_up(capfd):
    moving = [picture(n) for n in range(20)]
    stopped, frames = follow(Still(*moving), frozen=0.2)
    assert stopped.word == Word.LOST
    assert "the same frame again and again" in str(stopped)
    assert 20 < frames < 20 + 0.3 / LEAST
    assert "Camera 0, 320×180" in json.loads(capfd.readouterr().out)["detail"]


def test_a_covered_camera_is_not_called_frozen_so_soon():
    black = np.zeros((180, 320, 3), np.uint8)
    began = time.monotonic()
    stopped, frames = follow(Still(black), frozen=0.05)
    assert "the same frame again and again" in str(stopped)  # it is tried again at last: who knows
    assert time.monotonic() - began >= 0.4
    assert frames < 0.6 / LEAST


def test_a_stream_that_stops_is_not_kept_alive_by_frames_that_were_held_back():
    class Held(Still):
        def read(self):
            time.sleep(0.3)
            return True, self.frames[0]

    order = Order(find_source("0"), slot="", max_pixels=320 * 180, read_timeout=0.25)
    with Slot.make(order.max_pixels) as slot, pytest.raises(Stopped) as stopped:
        _follow(order, slot, Held(picture(1)), "Camera 0", None)
    assert "no more frames" in str(stopped.value)


def test_noise_is_enough_to_be_no_frozen_camera():
    class Noisy(Still):
        def read(self):
            time.sleep(LEAST)
            self.frames.reverse()
            return True, self.frames[0]

    stopped, _ = follow(Noisy(picture(1), picture(1) + np.uint8(1)), frozen=0.1, limit=0.5)
    assert "no more frames" in str(stopped)


def test_a_stream_may_show_the_same_frame_for_long():
    stopped, _ = follow(Still(picture(1)), frozen=None, limit=0.5)
    assert "no more frames" in str(stopped)


def test_a_recording_is_shown_in_its_own_time_and_slower_to_whoever_is_slow(monkeypatch):
    now, asleep = 100.0, []

    def sleep(seconds):
        nonlocal now
        now += seconds
        asleep.append(seconds)
        if now >= free:
            reader.take()

    monkeypatch.setattr(child, "time", SimpleNamespace(monotonic=lambda: now, sleep=sleep))
    order = Order(find_source("0"), slot="", max_pixels=320 * 180)
    with Slot.make(order.max_pixels) as reader, Slot(reader.name, order.max_pixels) as slot:
        projector, shown = Projector(order, slot, rate=10.0), []
        for n in range(9):
            free = now + (0.5 if 3 <= n < 6 else 0.0)  # when the frame before is taken
            projector.show(picture(n))
            shown.append(now)
            assert reader.newest == n + 1
        assert reader.take().time == 0.8
    apart = [round(after - before, 2) for before, after in pairwise(shown)]
    assert apart == [0.1, 0.1, 0.5, 0.5, 0.5, 0.1, 0.1, 0.1]
    assert 0 < min(asleep) <= max(asleep) <= child.REST
