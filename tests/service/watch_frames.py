"""Drawn frames and films for cameras of a test, and what comes out of a capture."""

import time

import cv2
import numpy as np
from service_help import LIMIT

from service.capture.capture import CaptureSettings

QUICK = CaptureSettings(retries=(0.1, 0.2), picture_time=0.8, picture_rate=20, start=LIMIT)


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


def frames_of(capture, limit=LIMIT, count=None):
    """All frames until the source is over, or `count` of them."""
    listed, until = [], time.monotonic() + limit
    while time.monotonic() < until and not (capture.over and listed) and (count is None or len(listed) < count):
        if (frame := capture.next(0.05)) is not None:
            listed.append(frame)
        elif capture.over:
            break
    return listed


def wait_for(capture, state):
    """Wait for a state of the health; how long looks have shown another before, s: no look, no stall of the machine."""
    began = looked = time.monotonic()
    while capture.health.state != state:
        looked = time.monotonic()
        assert looked - began < LIMIT, f"{capture.health} after {LIMIT} s"
        capture.next(0.02)
    return looked - began
