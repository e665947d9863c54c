"""Where the picture changed since the table was accounted for, and where it is as it was.

The backs of a boneyard look alike. There the change tells more than what is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.games.stackernoos.occlusion import SAME, lies_at
from vision.geometry import part
from vision.scene.memory.change import Change

if TYPE_CHECKING:
    from vision.geometry import Quad
    from vision.observation import Corners

UNTOUCHED: Final = 0.01
"""Of each end of a place more than this changes where a tile is laid, even a blank one on a blank one; …"""
END: Final = 1 / 3
"""… that is so much of it."""
LAID: Final = 0.25
"""The least share of a tile's picture that changes when another is laid there."""


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

    def unread(self, quad: Quad) -> bool:
        """Whether what changed just where a tile lies was not read."""
        return any(lies_at(np.array(box), quad) for box in self.boxes)
