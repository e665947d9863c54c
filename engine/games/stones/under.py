"""What lies under a stone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.core import Lying
from engine.games.stones.tile import SIZES

if TYPE_CHECKING:
    from engine.games.stones.state import State

STONE: Final = re.compile(r"(?:stack )?([0-5])(?:/([1-9][0-9]?))?")


def under(state: State, what: str) -> tuple[Lying, ...]:
    """The top stone of a stack (`2`, `stack 2`), or its stone at a height (`2/3`, from 1 upward), and those under it.
    They come from the top down, named as `2/3`."""
    named = STONE.fullmatch(what)
    if named is None:
        return ()
    at = int(named[1])
    stones = state.stacks[at]
    height = len(stones) if named[2] is None else int(named[2])
    if not 0 < height <= len(stones):
        return ()
    return tuple(Lying(f"{at}/{level}", SIZES[stones[level - 1]]) for level in range(height, 0, -1))
