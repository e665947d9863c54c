"""The table as it looked when all that lies there was last accounted for: a move changes the picture where it is made.

What turns up where the picture is still the same is no new piece, and what is not found there has not gone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.memory.change import Change, between, painted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.memory.change import Mask, Scene
    from vision.observation import Corners

PART: Final = 0.3
"""The least part of a piece that counts as one that came or went unseen, …"""
MANY: Final = 4.0
"""… and of how many pieces the area is rather one of light."""
BESIDE: Final = 5
"""Pixels of the small picture across, by which what changed reaches beyond a piece: its sides and its shadow."""
SPECK: Final = 3
"""Pixels across; less than this is noise."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The small picture (h, w, 3) of the table as it was accounted for; None before anything was."""

    rest: Scene | None = None

    def change(self, now: Scene, width: int, step: float) -> Change:
        """What differs from it now; `width` is that of the whole picture in pixels."""
        return between(self.rest, now, width, step)

    def settled(self, now: Scene, change: Change, pieces: Sequence[Corners], new: Sequence[Corners]) -> Ground:
        """The same once all is accounted for: `pieces` are what lies there, `new` those of them that came since.

        Where something as large as a piece changed that is none of the new ones, the picture stays as it was: what
        came there may yet be read.
        """
        if self.rest is None or change.mask is None or not pieces:
            return Ground(now)
        kept = _unaccounted(change, pieces, new)
        return Ground(np.where(kept[..., None], self.rest, now)) if kept.any() else Ground(now)


def _unaccounted(change: Change, pieces: Sequence[Corners], new: Sequence[Corners]) -> Mask:
    """Where something as large as a piece changed beside the new ones."""
    assert change.mask is not None
    shape, scale = change.mask.shape, change.scale
    around = np.ones((BESIDE, BESIDE), np.uint8)
    known = np.zeros(shape, np.uint8)
    for corners in new:
        known |= painted(shape, corners, scale).astype(np.uint8)
    left = change.mask & ~cv2.dilate(known, around).astype(bool)
    left = cv2.morphologyEx(left.astype(np.uint8), cv2.MORPH_OPEN, np.ones((SPECK, SPECK), np.uint8))
    usual = float(np.median([painted(shape, corners, scale).sum() for corners in pieces]))
    _, marks, stats, _ = cv2.connectedComponentsWithStats(left)
    areas = stats[1:, cv2.CC_STAT_AREA]
    numbers = 1 + np.flatnonzero((areas >= PART * usual) & (areas <= MANY * usual))
    found = np.isin(marks, numbers).astype(np.uint8)
    return np.asarray(cv2.dilate(found, around), dtype=np.bool_)
