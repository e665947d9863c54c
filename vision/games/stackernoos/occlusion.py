"""What cannot be seen now: under a hand, behind a higher stack, beyond the picture's edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry import alike, most_within, share_within
from vision.scene.memory.settings import MEMORY
from vision.scene.memory.track import nameless

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.games.stackernoos.grid import Grid, Spot
    from vision.geometry import Quad
    from vision.observation import Observation

MATCH: Final = 0.5
"""The least part that a piece and a tile's place have in common, of both together."""
UNDER: Final = 0.1
"""The share of a tile that a hand, or a thing that nobody can name, must cover to occlude it."""
BEHIND: Final = 0.4
"""The share of a tile that stacks before it must cover to occlude it."""


class Occluders:
    """What stands between the camera and the table in one look."""

    def __init__(self, observation: Observation) -> None:
        wide, high = observation.width, observation.height
        self._edge = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], dtype=np.float64)
        self._over = [p.quad for p in observation.pieces if p.kind == "hand" or nameless(p)]
        self._unread = [p.quad for p in observation.pieces if p.kind != "hand" and p.label is None]

    def unread(self, quad: Quad) -> bool:
        """Whether something lies just where a quad is that was not read surely."""
        return any(lies_at(each, quad) for each in self._unread)

    def occludes(self, spot: Spot, grid: Grid, seen: Sequence[Spot]) -> bool:
        """Whether a tile at a spot is out of sight; `seen` are the tiles in sight."""
        quad = grid.quads([spot])[0]
        if share_within(quad, self._edge) < 1 - MEMORY.covered or most_within(quad, self._over) > UNDER:
            return True
        higher = [other for other in seen if other.z > spot.z and not other.overlaps(spot)]
        return sum(share_within(quad, _body(grid, other, spot.z)) for other in higher) > BEHIND


def _body(grid: Grid, spot: Spot, level: int) -> Quad:
    """The outline of a stack from its top down to a level."""
    both = grid.quads([spot, spot._replace(z=level)]).reshape(-1, 2).astype(np.float32)
    hull: Quad = cv2.convexHull(both).reshape(-1, 2).astype(np.float64)
    return hull


def lies_at(found: Quad, quad: Quad) -> bool:
    """Whether a piece lies just where a quad is."""
    return alike(found, quad) >= MATCH
