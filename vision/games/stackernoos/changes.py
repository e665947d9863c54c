"""Where the picture changed since the table was accounted for, and where it is as it was.

The backs of a boneyard look alike. There the change tells more than what is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.games.stackernoos.occlusion import SAME
from vision.geometry import area, part
from vision.geometry import sides as edges
from vision.scene.memory.change import Change

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.geometry import Quad
    from vision.observation import Corners

UNTOUCHED: Final = 0.01
"""Of each end of a place more than this changes where a tile is laid, even a blank one on a blank one; …"""
END: Final = 1 / 3
"""… that is so much of it."""
LAID: Final = 0.25
"""The least share of a tile's picture that changes when another is laid there."""
SIZES: Final = 3.0
"""What changes where a tile is taken is at most so many times larger or smaller than it."""
THIN: Final = 0.5
"""What is thinner than this part of a tile's width is the edge of something that moved."""
AROUND: Final = 2.0
"""How far (of the root of a tile's area) around tiles is beside them: shadows of the run, others of the boneyard."""


@dataclass(frozen=True, slots=True)
class Changes:
    """`change` is what differs since the table was last accounted for, `boxes` are round what was not read of it."""

    change: Change = field(default_factory=Change)
    boxes: tuple[Corners, ...] = ()

    @property
    def has_mask(self) -> bool:
        """Whether anything is known of what changed."""
        return self.change.mask is not None

    def share(self, quad: Quad) -> float:
        """How much of a place changed, 0 … 1; 1 where nothing is known."""
        return self.change.share(quad)

    def still(self, quad: Quad) -> bool:
        """Whether a place looks as it did when all was accounted for."""
        return self.share(quad) < SAME

    def lies_on(self, quad: Quad) -> bool:
        """Whether no tile came to a place of one: it is still, or one of its ends is just as it was."""
        ends = (part(quad, 0.0, END), part(quad, 1.0 - END, 1.0))
        return self.still(quad) or min(map(self.share, ends)) <= UNTOUCHED

    def came(self, quad: Quad) -> bool:
        """Whether so much of a place changed as by a tile that is laid."""
        return self.has_mask and self.share(quad) >= LAID

    def apart(self, run: Iterable[Quad]) -> Changes:
        """The same without the boxes that lie beside tiles of the run: what they are is told by its places."""
        quads = list(run)
        reach = AROUND * max((area(quad) for quad in quads), default=0.0) ** 0.5
        boxes = (box for box in self.boxes if all(_far(box, quad) > reach for quad in quads))
        return replace(self, boxes=tuple(boxes))

    def within(self, outline: Quad, piece: float, reach: float) -> tuple[Corners, ...]:
        """The boxes of about one piece (its area, px) whose middles lie in an outline (N, 2) or near it (px)."""
        contour = outline.astype(np.float32).reshape(-1, 1, 2)
        wide = (piece / 2) ** 0.5
        return tuple(
            box
            for box in self.boxes
            if piece / SIZES <= area(np.array(box)) <= SIZES * piece
            and min(edges(np.array(box))) >= THIN * wide
            and cv2.pointPolygonTest(contour, tuple(map(float, np.mean(box, axis=0))), True) >= -reach
        )


def _far(box: Corners, quad: Quad) -> float:
    return float(np.linalg.norm(np.mean(box, axis=0) - quad.mean(axis=0)))
