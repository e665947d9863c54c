"""The table as it looked when all that lies there was last accounted for: a move changes the picture where it is made.

What turns up where the picture is still the same is no new piece, and what is not found there has not gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.observation import Corners, corners_of
from vision.scene.masks import closed, components, grown, large_parts, opened, painted
from vision.scene.memory.change import SPECK, STEP, Snapshot, lit_as

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Mask
    from vision.scene.memory.change import Change, Thumbnail

PART: Final = 0.3
"""The least part of a piece that counts as one that came or went unseen, …"""
MOST: Final = 4
"""… and more than so many, or one as large as these, do not come and go at once: the light changed."""
BESIDE: Final = 5
"""Pixels of the small picture across, by which what changed reaches beyond a piece: its sides and its shadow. Gaps
within what changed are no wider."""


def accounted_for(background: Snapshot, now: Snapshot, unread: Mask | None) -> Snapshot:
    """The background once all is accounted for, but for what is still `unread`. There the picture stays as it was, in
    the light of now, so that what came may yet be read."""
    if background.picture is None or now.picture is None or unread is None or not unread.any():
        return now
    kept = grown(unread, BESIDE) if background.seen is None else grown(unread, BESIDE) & background.seen
    left = np.where(kept[..., None], lit_as(background.picture, now.picture), now.picture)
    # Edges of what is kept may be off, though all of it is seen.
    return Snapshot(left, None if background.seen is None else np.ones_like(kept))


def unread_mask(change: Change, pieces: Sequence[Corners], new: Sequence[Corners]) -> Mask | None:
    """Where something as large as a piece changed that is none of the `new` ones; None where nothing is known. `pieces`
    are all that lie there, in pixels of the picture."""
    if change.mask is None or not pieces:
        return None
    shape, scale = change.mask.shape, change.scale
    whole = opened(closed(without(change.mask, new, scale), BESIDE), SPECK)
    usual = float(np.median([painted(shape, corners, scale).sum() for corners in pieces]))
    large = large_parts(whole, PART * usual, MOST * usual)
    count, _ = components(large)
    return large if count - 1 <= MOST else np.zeros_like(large)


def shows_table(now: Thumbnail, place: Corners, scale: float) -> bool:
    """Whether a small picture (h, w, 3) shows in a place (pixels of the picture) what it shows around it."""
    inside = painted(now.shape, place, scale)
    around = grown(inside, 3 * BESIDE) & ~grown(inside, BESIDE)
    if not inside.any() or not around.any():
        return False
    apart = np.median(now[inside].astype(float), axis=0) - np.median(now[around].astype(float), axis=0)
    return float(np.abs(apart).max()) <= STEP


def parts(mask: Mask | None, scale: float) -> tuple[Corners, ...]:
    """The boxes (pixels of the picture) round the parts of a mask."""
    if mask is None:
        return ()
    outlines, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return tuple(corners_of(cv2.boxPoints(cv2.minAreaRect(each)) * scale) for each in outlines)


def without(mask: Mask, boxes: Sequence[Corners], scale: float) -> Mask:
    """The mask without what lies in boxes (pixels of the picture), and beside them."""
    inside = np.zeros(mask.shape, np.bool_)
    for box in boxes:
        inside |= painted(mask.shape, box, scale)
    left: Mask = mask & ~grown(inside, BESIDE)
    return left
