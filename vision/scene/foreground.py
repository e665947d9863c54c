"""The table without those who reach over it: its last picture at rest, with what came to rest since clear of them.

A hand comes over the edge of the picture and moves. What was laid or taken differs from the picture at rest, touches
neither edge nor movement, and lay still for a while. A move is seen in this way while another hand is in view already.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.observation import Observation, Piece
from vision.scene.gate import GATE
from vision.scene.masks import closed, components, grown, large_parts, opened
from vision.scene.memory.background import BESIDE
from vision.scene.memory.change import SPECK, STEP, Change, between, lit_as, thumbnail
from vision.scene.memory.settings import MEMORY
from vision.scene.rim import DEEP, GAP

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.arrays import Grey, Mask
    from vision.photo import Picture
    from vision.scene.memory.change import Thumbnail

SMALLEST: Final = 24
"""Pixels of the small picture: less than this is no piece."""
SAME: Final = 0.8
"""What came or went is as it was at the last picture if so much of both is shared; …"""
LOOKS: Final = 3
"""… so many pictures are made of it."""
CELL: Final = 24
"""Pixels of the small picture across: a hand is covered with boxes no larger than this."""


@dataclass(frozen=True, slots=True, eq=False)
class WithoutForeground:
    """A picture (H×W×3, BGR) without the hands that reach in, and a mask (h, w) of these `hands`."""

    picture: Picture
    hands: Mask

    def with_occlusion(self, seen: Observation) -> Observation:
        """The observation without what lies under the hands, and with these as pieces."""
        scale = self.picture.shape[1] / self.hands.shape[1]
        change = Change(self.hands, scale)
        in_sight = (piece for piece in seen.pieces if change.share(piece.corners) < MEMORY.same)
        return replace(seen, pieces=(*in_sight, *self._boxes(scale)))

    def _boxes(self, scale: float) -> Iterator[Piece]:
        """The hands as boxes; `scale` px of the picture are one of the mask."""
        height, width = self.hands.shape
        for top in range(0, height, CELL):
            for left in range(0, width, CELL):
                rows, columns = np.nonzero(self.hands[top : top + CELL, left : left + CELL])
                if len(rows):
                    x0, x1 = (left + columns.min()) * scale, (left + columns.max() + 1) * scale
                    y0, y1 = (top + rows.min()) * scale, (top + rows.max() + 1) * scale
                    yield Piece("hand", None, 1.0, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


@dataclass(frozen=True, slots=True, eq=False)
class ForegroundRemoval:
    """Makes pictures of a table over which something moves as if nothing did. Frames come in their order.

    `rest` is the picture (H×W×3, BGR) of the table at rest. `frames` are the last ones, small and grey (h, w), with
    their times (s). `change_mask` is what came or went by the last of `looks` pictures that were made of it.
    """

    rest: Picture | None = None
    frames: tuple[tuple[Grey, float], ...] = ()
    change_mask: Mask | None = None
    looks: int = 0

    def frame(self, grey: Grey, time: float) -> ForegroundRemoval:
        """The same after a frame, small and grey (h, w), taken at `time` (s)."""
        alike = self.frames if self.frames and self.frames[-1][0].shape == grey.shape else ()
        frames = (*alike, (grey, time))
        begin = max((n for n, (_, at) in enumerate(frames) if at <= time - GATE.settle), default=0)
        return replace(self, frames=frames[begin:])

    def at_rest(self, pixels: Picture | None) -> ForegroundRemoval:
        """The same with a picture (H×W×3, BGR) of the table at rest, over which nobody reaches. It is None once the
        camera or the table was moved."""
        return replace(self, rest=pixels, change_mask=None)

    def removed(self, pixels: Picture) -> tuple[WithoutForeground | None, ForegroundRemoval]:
        """The newest frame (H×W×3, BGR) without what moves in it, if that tells anything new; and the same after it."""
        if self.rest is None or self.rest.shape != pixels.shape or not self.frames:
            return None, self
        change_mask, hands = self._parts(thumbnail(self.rest), thumbnail(pixels), self._moving())
        same = self.change_mask is not None and (self.change_mask & change_mask).sum() >= SAME * max(
            (self.change_mask | change_mask).sum(), 1
        )
        after = replace(self, change_mask=change_mask, looks=self.looks + 1 if same else 1)
        if not change_mask.any() or after.looks > LOOKS:
            return None, after
        size = (pixels.shape[1], pixels.shape[0])
        mask = cv2.resize(grown(change_mask, BESIDE).astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
        return WithoutForeground(np.where(mask[..., None] > 0, lit_as(pixels, self.rest), self.rest), hands), after

    def _moving(self) -> Mask:
        """Where the last frames differ from each other (h, w)."""
        newest = self.frames[-1][0].astype(np.int16)
        apart = [np.abs(newest - grey) for grey, _ in self.frames[:-1]]
        moved = np.max(apart, axis=0) > STEP if apart else np.ones(newest.shape, np.bool_)
        return np.asarray(moved, np.bool_)

    @staticmethod
    def _parts(rest: Thumbnail, now: Thumbnail, moving: Mask) -> tuple[Mask, Mask]:
        """What differs from the table at rest: what lies clear of all that moves or comes over the edge, and that."""
        mask = between(rest, now, now.shape[1]).mask
        assert mask is not None
        if moving.shape != mask.shape:
            moving = cv2.resize(moving.astype(np.uint8), mask.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0
        moving = opened(np.asarray(moving, np.bool_), 2)
        _, marks = components(closed(mask | moving, GAP))  # what is near a hand may belong to it
        edge = np.ones(mask.shape, np.bool_)
        edge[DEEP:-DEEP, DEEP:-DEEP] = False
        hands = np.isin(marks, marks[moving | (edge & mask)]) & (marks > 0)
        return large_parts(closed(mask & ~hands, SPECK), SMALLEST), np.asarray(hands, np.bool_)
