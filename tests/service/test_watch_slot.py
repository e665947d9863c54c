"""The slot that frames are handed over in: the newest, and whole."""

import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from service_help import LIMIT

from service.capture.slot import Slot


def test_the_newest_frame_replaces_the_older_ones():
    with Slot.make(320 * 180) as slot:
        assert slot.take() is None
        for n in range(1, 6):
            slot.put(np.full((180, 320, 3), n, np.uint8), float(n))
        frame = slot.take()
        assert (frame.number, frame.time, frame.pixels[0, 0, 0]) == (5, 5.0, 5)
        assert slot.take() is None


def test_a_writer_knows_when_its_newest_frame_was_taken():
    with Slot.make(320 * 180) as slot, Slot(slot.name, slot.max_pixels) as writer:
        assert writer.taken  # there is nothing to wait for
        for time_s in (1.0, 2.0):
            writer.put(np.zeros((180, 320, 3), np.uint8), time_s)
            assert not writer.taken
            assert slot.take().time == time_s
            assert writer.taken


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
        until = time.monotonic() + LIMIT
        while seen < 100 and time.monotonic() < until:
            if (frame := slot.take()) is not None:
                seen += 1
                assert (frame.pixels == frame.number % 251).all()
        done.set()
        writer.join()
        assert seen == 100


def test_a_sign_of_life_is_never_read_half_written():
    with Slot.make(4) as slot:
        body = (
            f"from service.capture.slot import Slot\nslot = Slot({slot.name!r}, 4)\nwhile True:\n    slot.beat(1e6)\n"
        )
        writer = subprocess.Popen([sys.executable, "-c", body])
        try:
            until = time.monotonic() + LIMIT
            while not slot.last_beat and time.monotonic() < until:
                time.sleep(0.01)
            assert {slot.last_beat for _ in range(200_000)} == {1e6}
        finally:
            writer.kill()
            writer.wait()
