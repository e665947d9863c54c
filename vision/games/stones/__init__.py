"""Stones, tokens, tiles and the marker become a position of Stones.

- `board_pose` finds the board, `board_pieces` the pieces on it.
- `tracks` associates them with what lay there before.
- `counts` and `tiles` say how likely what is seen is for each content of a place.
- `seats` says who sits where.
"""

from vision.games.stones.assembler import NOT_IN_VIEW, Assembler

__all__ = ["NOT_IN_VIEW", "Assembler"]
