"""Halves under even light: a shadow that lies across a half is taken out before the half is read a second time.

Light makes both halves of a tile brighter or darker, but leaves them one colour.

Pips are small, and shadows are wide. A closing takes dark pips off a light background, an opening light pips off a dark
one. What stays is the background as it is lit. A half over its background bears nothing but pips.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from models.halves.patch import PATCH
from vision.recognise.halves.settings import LIGHT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.recognise.halves.settings import LightSettings

    Patch = NDArray[np.uint8]

INNER: Final = slice(2 * PATCH.margin, PATCH.side - 2 * PATCH.margin)
"""The middle of a half, clear of its edges and of the table beside it."""


def evened(patch: Patch, settings: LightSettings = LIGHT) -> Patch | None:
    """An S×S×3 BGR patch of a half under even light; None where the light on it is even already."""
    background = _background(patch, settings)
    light = background[INNER, INNER].mean(axis=2)
    low, high = np.percentile(light, (settings.low, settings.high))
    if high < settings.least_step * max(low, 1.0):
        return None
    usual = np.median(background[INNER, INNER].reshape(-1, 3), axis=0)
    even: Patch = np.clip(patch * (usual / np.maximum(background, settings.darkest)), 0, 255).astype(np.uint8)
    return even


def of_one_colour(pair: Patch, settings: LightSettings = LIGHT) -> bool:
    """Whether two halves, 2×S×S×3 BGR patches, may be of one body: its colour is the same in more or less of a light.

    What is burnt out has lost its colour, and tells nothing. On dark bodies a few greys are noise.
    """
    bodies = np.median(pair[:, INNER, INNER].reshape(2, -1, 3), axis=1)
    if bodies.max() >= settings.burnt:
        return True
    times = np.log((bodies[0] + settings.darkest) / (bodies[1] + settings.darkest))
    most = settings.most_tinted + settings.noise / (bodies.min() + settings.darkest)
    return bool(np.abs(times - times.mean()).max() <= most)


def _background(patch: Patch, settings: LightSettings) -> Patch:
    """The patch without its pips, dark or light ones, whichever stand out more."""
    square = np.ones((settings.wider, settings.wider), np.uint8)
    backgrounds = [cv2.morphologyEx(patch, operation, square) for operation in (cv2.MORPH_CLOSE, cv2.MORPH_OPEN)]
    marks = [float(cv2.absdiff(each, patch)[INNER, INNER].sum()) for each in backgrounds]
    return backgrounds[int(np.argmax(marks))].astype(np.uint8, copy=False)
