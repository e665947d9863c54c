"""What a tile looked like need not be found out again for as long as its place looks the same."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.recognise.stones.settings import TILES, UNCHANGED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.stones.settings import UnchangedSettings
    from vision.recognise.stones.tiles import TileLook

    Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A tile at `corners` (4, 2) that looked so, and in how many pictures. `pixels` were to be seen there, the first of
    them at `start` (x, y)."""

    corners: Quad
    look: TileLook
    start: tuple[int, int]
    pixels: Pixels
    times: int


class Unchanged:
    """Remembers looks of tiles by their corners and what was to be seen there; the oldest are forgotten.

    Tables may share it: a look is only given back for a place that looks as it did.
    """

    def __init__(self, settings: UnchangedSettings = UNCHANGED) -> None:
        self.settings = settings
        self._entries: deque[Entry] = deque(maxlen=settings.most)
        self._lock = Lock()

    def recall(self, picture: Picture, corners: Quad) -> TileLook | None:
        """How the tile at corners looks in an H×W×3 BGR picture; None where that has to be found out."""
        entry = self._entry(picture, corners)
        if entry is None or (not is_clear(entry.look) and entry.times < self.settings.tries):
            return None
        return entry.look

    def keep(self, picture: Picture, guesses: Sequence[Quad], look: TileLook) -> TileLook:
        """Remember how a tile looks whose corners are one of the guesses; the best that it ever looked there."""
        before = self._entry(picture, guesses[0])
        best = look if before is None or _fit(look) >= _fit(before.look) else before.look
        points = np.concatenate(guesses)
        left, top = np.maximum(np.floor(points.min(axis=0)), 0).astype(int).tolist()
        right, bottom = np.maximum(np.ceil(points.max(axis=0)), 0).astype(int).tolist()
        times = 1 if before is None else before.times + 1
        entry = Entry(guesses[0], best, (left, top), picture[top:bottom, left:right].copy(), times)
        with self._lock:
            kept = (each for each in self._entries if each is not before)
            self._entries = deque((*kept, entry), self.settings.most)
        return best

    def _entry(self, picture: Picture, corners: Quad) -> Entry | None:
        with self._lock:
            entries = [*self._entries]
        near = (each for each in reversed(entries) if self._is_near(each.corners, corners))
        return next((each for each in near if self._is_same(each, picture)), None)

    def _is_near(self, one: Quad, other: Quad) -> bool:
        return float(np.linalg.norm(one - other, axis=1).mean()) <= self.settings.moved

    def _is_same(self, entry: Entry, picture: Picture) -> bool:
        left, top = entry.start
        height, width = entry.pixels.shape[:2]
        now = picture[top : top + height, left : left + width]
        if now.shape != entry.pixels.shape or not now.size:
            return False
        apart = cv2.blur(cv2.absdiff(now, entry.pixels), (3, 3)).max(axis=2)
        step = self.settings.step * float(entry.pixels.mean())
        return float((apart > step).mean()) <= self.settings.share


def is_clear(look: TileLook) -> bool:
    """Whether a tile looks so like to artwork that another picture would tell no more."""
    return _fit(look) > TILES.clear


def _fit(look: TileLook) -> float:
    return max(look.front, look.back)
