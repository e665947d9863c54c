"""Drawn frames and films for cameras of a test, and what comes out of a capture."""

import time

import cv2
import numpy as np

from service.capture.capture import CaptureSettings

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
