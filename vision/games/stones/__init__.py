"""Stones, tokens, tiles and the marker become a position of Stones.

`see` reads a single photo. `Assembler` follows a table.

- `board_pose` finds the board, `board_pieces` the pieces on it.
- `tracks` compares them with what was known to lie there.
- `stacks`, `counts` and `tiles` say how likely what is seen is for each content of a place.
- `seats` says who sits where.

Rules are the engine's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.stones.options import StonesOptions
from vision.games.stones.assembler import NOT_IN_VIEW, Assembler

if TYPE_CHECKING:
    from vision.games.reading import TableReading
    from vision.observation import Observation

__all__ = ["NOT_IN_VIEW", "Assembler", "see"]


def see(observation: Observation) -> TableReading:
    """The position that a single photo shows; what is not in view is left out."""
    return Assembler(StonesOptions()).interpret(observation)[0]
