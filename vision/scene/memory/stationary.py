"""What a look need not read again: what was read surely, look after look, and lies where the picture is as it was."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.scene.masks import grown
from vision.scene.memory.background import BESIDE
from vision.scene.memory.change import SPECK
from vision.scene.memory.settings import MEMORY
from vision.scene.memory.track import Track, nameless

if TYPE_CHECKING:
    from vision.geometry import Quad
    from vision.observation import Piece
    from vision.scene.memory.change import Change
    from vision.scene.memory.memory import Memory

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels of the picture."""

READ: Final = 4
"""A piece is read in so many looks before it is known."""


@dataclass(frozen=True, slots=True)
class Stationary:
    """`pieces` lie as they lay when the table was accounted for, as all looks together read them. In `boxes` of the
    picture there is more to see: what changed, and pieces that are not known yet. None stands for all of it. While
    something is `moving` in the picture, print that belongs to no piece is rather that thing's."""

    pieces: tuple[Piece, ...] = ()
    boxes: tuple[Box, ...] | None = None
    moving: bool = False

    @property
    def quads(self) -> tuple[Quad, ...]:
        """Where the pieces lie, (4, 2) px each."""
        return tuple(piece.quad for piece in self.pieces)


NOTHING: Final = Stationary()
MOVING: Final = Stationary(moving=True)
"""Of a picture in which something moves nothing is known."""


def stationary(memory: Memory, moved: Change) -> Stationary | None:
    """What is known of a picture that differs by `moved` from that of the table when it was accounted for; None where
    that is nothing."""
    if moved.mask is None:
        return None
    known = [_is_known(track, moved) for track in memory.tracks]
    if not any(known):
        return None
    unknown = (track for track, sure in zip(memory.tracks, known, strict=True) if not sure)
    open_ = (_around(track.quad) for track in unknown if not nameless(track.readings.piece))
    boxes = (*changed_boxes(moved), *open_)
    return Stationary(tuple(track.readings.agreed for track in compress(memory.tracks, known)), boxes)


def _is_known(track: Track, moved: Change) -> bool:
    """Whether a piece was read surely in enough looks, and is in sight as it was."""
    is_in_sight = track.accounted and track.believed and track.occluded_since is None and not track.missed
    if not is_in_sight or track.looks < READ or track.readings.agreed.label is None:
        return False
    return moved.share(track.readings.piece.corners) < MEMORY.same


def changed_boxes(change: Change) -> list[Box]:
    """The boxes round what changed; none where that is not known."""
    mask, scale = change.mask, change.scale
    if mask is None:
        return []
    _, marks, stats, _ = cv2.connectedComponentsWithStats(grown(mask, BESIDE).astype(np.uint8))
    sizes = np.bincount(marks[mask], minlength=len(stats))
    return [
        (scale * left, scale * top, scale * (left + width), scale * (top + height))
        for number, (left, top, width, height) in enumerate(stats[:, :4].tolist())
        if number and sizes[number] >= SPECK
    ]


def _around(corners: Quad) -> Box:
    (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return left, top, right, bottom
