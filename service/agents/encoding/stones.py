"""Stones: the stacks from below upward, the tokens beside them, the river, the tiles turned up, and all counts."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from engine.games.stones.state import DISPLAY, PHASES, STACKS
from engine.games.stones.tile import SIZES
from service.agents.vectors import KEPT, part, vector

if TYPE_CHECKING:
    import numpy as np
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
    taken = state.taken
    parts: list[bytes] = []
    for stack, beside in zip(state.stacks, state.tokens, strict=True):
        parts += (_stack(stack), _turned(beside, seat))
    parts.append(part(state.river))
    parts += map(_tile, state.display)
    parts += [_tile(None)] * (DISPLAY - len(state.display))
    parts.append(_tile(None if taken is None else taken.tile))
    parts += [_turned(counts, seat) for counts in (state.supply, state.golden, state.five)]
    turn = (state.turn - seat) % state.options.players
    size = 0 if taken is None else taken.size + 1
    parts.append(part((state.marker, PHASES.index(state.phase), turn, len(state.pile), size)))
    return vector(parts)


@functools.lru_cache(KEPT)
def _stack(stones: tuple[int, ...]) -> bytes:
    """The height and the stones from the top."""
    told = [stone + 1 for stone in stones[: -HEIGHT - 1 : -1]]
    return part((len(stones), *told, *(0,) * (HEIGHT - len(told))))


@functools.lru_cache(KEPT)
def _turned(counts: tuple[int, ...], seat: int) -> bytes:
    """A count of each seat, the own first."""
    return part(counts[seat:] + counts[:seat])


@functools.lru_cache(KEPT)
def _tile(tile: Tile | None) -> bytes:
    return part((0,) * TILE if tile is None else (*(int(n in tile.sizes) for n in range(len(SIZES))), tile.steps))
