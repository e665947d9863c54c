"""The rim of the table, or of the picture, and what comes over it: a thing, but no shadow of somebody who leans over.

A thing ends sharply somewhere. A soft shadow ends little by little, and is the same light on all that it falls on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision.scene.masks import grown, shrunk
from vision.scene.memory.change import SHADED, STEEP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.arrays import Floats32, Mask

    Points = NDArray[np.intp]

DEEP: Final = 3
"""Pixels of the small picture that are the rim, of itself or of a mat."""
GAP: Final = 2 * DEEP + 1
"""What comes over the rim is one thing if the rim around its parts touches, in pixels of the small picture."""
ACROSS: Final = 0.02
"""What comes over the rim takes at least this share of it."""
BODY: Final = 0.06
"""The shadow of somebody who leans over takes at least this share of it.

It was chosen by hand on rendered films. On stills of our own with drawn shadows 0.04 and 0.1 do as well."""
GLOW: Final = 16.0
"""Light that changes by some share changes black by as much as a grey of this."""
SHARP: Final = 4
"""An end is sharp if the light changes within so many pixels by `STEEP` of its usual change along what came.

It was chosen by hand: arms of rendered films end so, and drawn shadows do not."""


@dataclass(frozen=True, slots=True, eq=False)
class Rim:
    """The pixels along a rim, one after the other (n, 2): x, y. Of a table in parts it is the rim of the longest."""

    points: Points

    @classmethod
    def of(cls, inside: Mask) -> Rim:
        """The rim of what is inside of a small picture (h, w)."""
        within = shrunk(inside, DEEP).astype(np.uint8)  # along the middle of what is the rim
        found, _ = cv2.findContours(within, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        outline = max(found, key=len, default=np.zeros((0, 1, 2)))
        return cls(np.asarray(outline[:, 0], np.intp))

    def at(self, values: NDArray[Any]) -> NDArray[Any]:
        """What a picture (h, w) has at each place of the rim, n."""
        x, y = self.points.T
        return np.asarray(values[y, x])

    def crossings(self, differs: Mask, rest: NDArray[Any], grey: NDArray[Any]) -> list[Points]:
        """Where things came over the rim, each the places (k, 2) that it takes of it.

        `differs` (h, w) is where a grey picture is another than it was at rest.
        """
        along = self.at(grown(differs, 2 * DEEP - 1))  # or little deeper
        if not along.any():
            return []
        closed = cv2.morphologyEx(along.astype(np.uint8).reshape(1, -1), cv2.MORPH_CLOSE, np.ones((1, GAP), np.uint8))
        ring = np.asarray(closed.ravel() > 0, np.bool_)
        if ring.all():
            return [self.points]
        first = int(np.argmin(ring))  # begin where nothing comes in, so that nothing is cut in two
        ring, points = np.roll(ring, -first), np.roll(self.points, -first, axis=0)
        light = np.roll(self._light(rest, grey), -first)
        bounds = np.flatnonzero(np.diff(np.concatenate([[0], ring.astype(np.int8), [0]])))
        wide = round(ACROSS * len(ring)) + 2 * (DEEP - 1)  # `along` reaches beyond both ends
        return [
            points[start:end]
            for start, end in zip(bounds[::2], bounds[1::2], strict=True)
            if end - start >= wide and _is_thing(light, int(start), int(end), wide)
        ]

    def _light(self, rest: NDArray[Any], grey: NDArray[Any]) -> Floats32:
        """How much lighter than at rest each place is (log), beside most of them; n."""
        before, now = (each.astype(np.float32) + GLOW for each in (rest, grey))
        light = self.at(cv2.blur(np.log(now / before), (DEEP, DEEP)))  # one pixel of a dark table changes by much
        return np.asarray(light - np.median(light), np.float32)


def _is_thing(light: Floats32, start: int, end: int, wide: int) -> bool:
    """Whether what changed the light along a part of the rim has a sharp end, as a thing does.

    Within what is as wide as a body's shadow a fingertip may have lain: what ends sharply there has to be so `wide`.
    """
    usual = float(np.median(np.abs(light[start:end])))
    if usual < SHADED:
        return True
    steps = np.abs(np.roll(light, -SHARP) - light)
    sharp = np.flatnonzero(steps >= STEEP * usual)
    sharp = sharp[(sharp >= start - SHARP) & (sharp < end)]
    if not len(sharp):
        return False
    first, last = int(sharp.min()), int(sharp.max())
    narrow = end - start < BODY * len(light)
    return narrow or first <= start or last + SHARP >= end or last - first >= wide
