"""Stones: the stacks from below upward, the tokens beside them, the river, the tiles turned up, and all counts."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.games.stones.state import DISPLAY, PHASES, STACKS
from engine.games.stones.tile import SIZES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.games.stones.options import StonesOptions
    from engine.games.stones.state import State
    from engine.games.stones.tile import Tile

HEIGHT: Final = 16
"""Stones of a stack that are told one by one, from the top down; higher stacks are told by their height too."""
TILE: Final = len(SIZES) + 1
"""A bit a size, and the steps."""
OTHERS: Final = 5


def size(options: StonesOptions) -> int:
    """Stacks with their heights, tokens, river, tiles turned up and taken, three counts a seat, and five more."""
    stacks = STACKS * (HEIGHT + 1 + options.players)
    return stacks + len(SIZES) + TILE * (DISPLAY + 1) + 3 * options.players + OTHERS


def encode(state: State, seat: int) -> NDArray[np.int16]:
    """The vector; a stone is its size plus one, 0 is nothing."""
    players = state.options.players
    out: list[int] = []
    for stack, beside in zip(state.stacks, state.tokens, strict=True):
        out.append(len(stack))
        out += [stone + 1 for stone in stack[: -HEIGHT - 1 : -1]]
        out += _NOTHING[len(stack) :]
        out += beside[seat:] + beside[:seat]
    out += state.river
    taken = state.taken
    for tile in state.display:
        out += _tile(tile)
    out += _NO_TILE * (DISPLAY - len(state.display))
    out += _tile(None if taken is None else taken.tile)
    for counts in (state.supply, state.golden, state.five):
        out += counts[seat:] + counts[:seat]
    out += [state.marker, PHASES.index(state.phase), (state.turn - seat) % players, len(state.pile)]
    out.append(0 if taken is None else taken.size + 1)
    return np.array(out, np.int16)


_NOTHING: Final = (0,) * HEIGHT
_NO_TILE: Final = (0,) * TILE


@functools.cache
def _tile(tile: Tile | None) -> tuple[int, ...]:
    if tile is None:
        return _NO_TILE
    return (*(int(n in tile.sizes) for n in range(len(SIZES))), tile.steps)
