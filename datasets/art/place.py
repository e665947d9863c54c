"""Where a motif goes: scaled and mirrored, then turned, then moved."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from datasets.art.shape import Points, Shape


@dataclass(frozen=True, slots=True)
class Place:
    """A place for a motif drawn about 0, 0: `x`, `y` in mm, `turn` in degrees clockwise; `shear` slants tops right."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    turn: float = 0.0
    stretch: float = 1.0
    shear: float = 0.0
    mirror: bool = False

    def points(self, outline: Points) -> Points:
        """The outline at this place."""
        (moved,) = self.shape((outline,))
        return moved

    def shape(self, shape: Shape) -> Shape:
        """Every outline at this place."""
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        across = (-1.0 if self.mirror else 1.0) * self.scale * self.stretch
        own = np.array([[across, -self.shear * self.scale], [0.0, self.scale]])
        matrix, middle = (np.array([[cos, -sin], [sin, cos]]) @ own).T, np.array([self.x, self.y])
        return tuple(outline @ matrix + middle for outline in shape)
