"""Stackernoos: the own hand, the tiles laid, how many places there are of each kind and number, and all counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.stackernoos.moves import Branch, Bridge, Cap, Extend, Span, Stack, StackedBranch
from engine.games.stackernoos.places import FIRST, SECOND
from engine.games.stackernoos.tiles import set_size
from service.agents.vectors import bits, part, vector

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.games.stackernoos.options import StackernoosOptions
    from engine.games.stackernoos.state import State

KINDS: Final = {kind: n for n, kind in enumerate((Extend, Cap, Stack, Span, Bridge, Branch, StackedBranch))}
OTHER: Final = len(KINDS)
"""The row of places of any other kind."""


def size(options: StackernoosOptions) -> int:
    """Two bits a tile, a count for each kind of place and number, two counts a seat, and four more."""
    return 2 * set_size(options.max_pip) + (len(KINDS) + 1) * (options.max_pip + 1) + 2 * options.players + 4


def encode(state: State, seat: int) -> NDArray[np.int16]:
    """The vector, with -1 for what is unknown."""
    options, shape = state.options, state.table.shape
    tiles, numbers = set_size(options.max_pip), options.max_pip + 1
    counts = [0] * ((OTHER + 1) * numbers)
    for place in shape.places.values():
        row = KINDS.get(place.kind, OTHER) * numbers
        if place.need != SECOND:
            counts[row + place.a] += 1
        if place.need != FIRST:
            counts[row + place.b] += 1
    drawn = -1 if state.drawn is None else state.drawn.bit_length()
    rest = [state.turn == seat, drawn, state.passes, _known(state.boneyard)]
    sizes = [_known(size) for size in state.sizes[seat:] + state.sizes[:seat]]
    more = part((*counts, *sizes, *state.scores[seat:], *state.scores[:seat], *rest))
    return vector((bits(state.hands[seat] or 0, tiles), bits(shape.tiles, tiles), more))


def _known(number: int | None) -> int:
    return -1 if number is None else number
