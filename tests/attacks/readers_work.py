"""What a reading process is told to do: it imports this module alone, and none of the tests."""

import os
import time
from pathlib import Path

from service.memory import resident
from service.reading.work import Costs, observe
from vision.settings import PHOTO_LIMITS

LIMIT = 180.0
"""s; longer than any of this may take."""


def memory_of(data):
    """In a reading process: what a picture takes above what was there, MiB, how long, and what became of it."""
    before = resident()
    Path("/proc/self/clear_refs").write_text("5")
    began = time.process_time()
    try:
        text = f"{len(observe(data, 'stackernoos', None, PHOTO_LIMITS, Costs())[0].pieces)} pieces"
    except ValueError as wrong:
        text = str(wrong)
    took = time.process_time() - began
    lines = Path("/proc/self/status").read_text().splitlines()
    peak = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024
    return (peak - before, took, resident() - before, text), resident()


def whose(holds):
    return os.getpid(), holds


def hang():
    time.sleep(LIMIT)


def busy():
    until = time.monotonic() + LIMIT
    while time.monotonic() < until:
        pass


def die():
    os.abort()


def greedy():
    return len(bytearray(200 * 2**20))


def fine():
    return "well", 0.0
