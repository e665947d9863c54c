"""What was read on the mat need not be read again for as long as its place looks the same."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.recognise.cards.above import is_upright
from vision.recognise.cards.mat_settings import UNCHANGED

if TYPE_CHECKING:
    from collections.abc import Hashable

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.recognise.cards.above import Above
    from vision.recognise.cards.known_plane import Spot
    from vision.recognise.cards.mat_settings import UnchangedSettings

    Floats = NDArray[np.float32]
    Pixels = NDArray[np.uint8]


@dataclass(slots=True, eq=False)
class Entry:
    """What was read at a spot, how often, and how the mat looked there. `corner` is the upper left one (mm). `quad` are
    the corners (4, 2) of the spot in the picture."""

    key: Hashable
    spot: Spot
    corner: tuple[int, int]
    look: Pixels
    quad: Quad
    value: Any
    times: int = 1


class Unchanged:
    """Remembers readings by their kind, their spot, and what was to be seen there; the oldest are forgotten.

    A place that a hand covered for a while is known again once it has left. Tables may share it: a reading is only
    given back for a place that looks as it did. Once camera or mat were moved all is read anew.
    """

    def __init__(self, settings: UnchangedSettings = UNCHANGED) -> None:
        self.settings = settings
        self._entries: deque[Entry] = deque(maxlen=settings.most)
        self._lock = Lock()

    def is_near(self, one: Spot, other: Spot) -> bool:
        """Whether readings at two spots are of one place."""
        away = max(abs(one.x - other.x), abs(one.y - other.y))
        along = abs(one.up[0] * other.up[0] + one.up[1] * other.up[1])
        return away <= self.settings.near and along >= self.settings.along

    def recall(self, key: Hashable, spot: Spot, above: Above) -> Entry | None:
        """What was read there, where it looks the same; None else."""
        with self._lock:
            near = [entry for entry in self._entries if entry.key == key and self.is_near(entry.spot, spot)]
        for entry in reversed(near):
            if not self._is_moved(entry, above) and self._is_same(entry, above):
                return entry
        return None

    def keep(self, key: Hashable, spot: Spot, margin: float, above: Above, value: Any) -> None:
        """Remember what was read at a spot; it was told by the card there and so much (mm) at its sides."""
        again = self.recall(key, spot, above)
        corner, look = _crop(above, spot, margin)
        with self._lock:
            times = 1
            if again is not None:
                times += again.times
                self._entries = deque((each for each in self._entries if each is not again), self.settings.most)
            self._entries.append(Entry(key, spot, corner, look, above.known_plane.quad(spot), value, times))

    def _is_moved(self, entry: Entry, above: Above) -> bool:
        """Whether the mat lies elsewhere in the picture since: what was read has corners there."""
        away = np.linalg.norm(above.known_plane.quad(entry.spot) - entry.quad, axis=1)
        return float(away.mean()) > self.settings.moved

    def _is_same(self, entry: Entry, above: Above) -> bool:
        x, y = entry.corner
        height, width = entry.look.shape[:2]
        now = above.pixels[y : y + height, x : x + width]
        if now.shape != entry.look.shape:
            return False
        step = self.settings.step * float(np.mean(above.known_plane.paper))
        away = np.asarray(cv2.subtract(now, entry.look, dtype=cv2.CV_32F), np.float32)
        # Noise hardly shows in broad changes, and thin print stands out of it in fine ones.
        if float((_blurred(away, self.settings.broad) > step).mean()) > self.settings.share:
            return False
        fine = _blurred(away, self.settings.fine)
        clear = np.maximum(step, self.settings.clear * _noise(fine, entry.look))
        return float((fine > clear).mean()) <= self.settings.share


def _blurred(away: Floats, width: float) -> Floats:
    """The most that any channel differs at each place (H, W), once differences (H, W, 3) are blurred."""
    # A maximum across the channels of each pixel takes ten times as long.
    channels = cv2.split(np.abs(cv2.GaussianBlur(away, (0, 0), width)))
    return np.asarray(np.maximum.reduce(channels), np.float32)


def _noise(away: Floats, look: Pixels) -> Floats:
    """By how much most places differ (H, W), the darker and the lighter ones apart: dark ones have more noise."""
    light = np.mean(cv2.split(look), axis=0)
    dark = light < light.mean()
    noise = np.zeros_like(away)
    for half in (dark, ~dark):
        noise[half] = np.median(away[half]) if half.any() else 0.0
    return noise


def _crop(above: Above, spot: Spot, margin: float) -> tuple[tuple[int, int], Pixels]:
    """The mat round a card, with a margin (mm) at its sides, and the upper left corner of that."""
    across, down = above.known_plane.width / 2 + margin, above.known_plane.height / 2
    half = (across, down) if is_upright(spot) else (down, across)
    left, top = max(0, round(spot.x - half[0])), max(0, round(spot.y - half[1]))
    right, bottom = max(left, round(spot.x + half[0])), max(top, round(spot.y + half[1]))
    return (left, top), above.pixels[top:bottom, left:right].copy()
