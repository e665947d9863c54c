"""What cannot be seen now: under a hand, behind a higher stack, beyond the picture's edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry import alike, most_within, share_within
from vision.scene.memory.settings import MEMORY
from vision.scene.memory.track import nameless

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.games.stackernoos.grid import Grid, Spot
    from vision.geometry import Quad
    from vision.observation import Observation


UNDER: Final = 0.1
"""The share of a tile that a hand, or a thing that nobody can name, must cover to occlude it."""


def is_occluded(spot: Spot, grid: Grid, seen: Sequence[Spot], observation: Observation) -> bool:
    """Whether a tile at a spot is out of sight; `seen` are the tiles in sight."""
    wide, high = observation.width, observation.height
    edge = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], dtype=np.float64)
    over = (piece.quad for piece in observation.pieces if piece.kind == "hand" or nameless(piece))
    quad = grid.quads([spot])[0]
    if share_within(quad, edge) < 1 - MEMORY.covered or most_within(quad, over) > UNDER:
        return True
    higher = (other for other in seen if other.z > spot.z and not other.overlaps(spot))
    # A stack is seen from its top down to the level of the spot.
    stacks = (grid.quads([other, other._replace(z=spot.z)]).reshape(-1, 2) for other in higher)
    return sum(share_within(quad, stack) for stack in stacks) > MEMORY.covered


def lies_at(found: Quad, quad: Quad) -> bool:
    """Whether a piece lies just where a quad is."""
    return alike(found, quad) >= MEMORY.same_place
