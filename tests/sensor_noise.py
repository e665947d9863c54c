"""A sensor's noise, as what it adds and what it takes: bytes are summed ten times as fast as wide numbers."""

import cv2
import numpy as np


def halves(noise):
    """What noise (h, w) adds to each of the three colours, and what it takes from them (each h, w, 3)."""
    whole = np.rint(noise)
    return tuple(cv2.merge([np.clip(side, 0, 255).astype(np.uint8)] * 3) for side in (whole, -whole))


def noisy(frame, noise):
    """The frame with such a noise in it. A pixel is either lit or dimmed, so that the order does not matter."""
    more, less = noise
    return cv2.subtract(cv2.add(frame, more), less)
