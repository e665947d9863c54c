"""Stackernoos: the own hand, the tiles laid, how many places there are of each kind and number, and all counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from engine.games.stackernoos.moves import Branch, Bridge, Cap, Extend, Span, Stack, StackedBranch
from engine.games.stackernoos.places import FIRST, SECOND
from engine.games.stackernoos.tiles import set_size

if TYPE_CHECKING:
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
    tiles, numbers, players = set_size(options.max_pip), options.max_pip + 1, options.players
    counts = [0] * ((OTHER + 1) * numbers)
    for place in shape.places.values():
        row = KINDS.get(place.kind, OTHER) * numbers
        if place.need != SECOND:
            counts[row + place.a] += 1
        if place.need != FIRST:
            counts[row + place.b] += 1
    around = [*range(seat, players), *range(seat)]
    drawn = -1 if state.drawn is None else state.drawn.bit_length()
    rest = [state.turn == seat, drawn, state.passes, _known(state.boneyard)]
    return np.concatenate(
        (
            _bits(state.hands[seat] or 0, tiles),
            _bits(shape.tiles, tiles),
            np.array(
                [*counts, *(_known(state.sizes[n]) for n in around), *(state.scores[n] for n in around), *rest],
                np.int16,
            ),
        ),
        dtype=np.int16,
    )


def _known(number: int | None) -> int:
    return -1 if number is None else number


def _bits(tiles: int, count: int) -> NDArray[np.uint8]:
    packed = np.frombuffer(tiles.to_bytes((count + 7) // 8, "little"), np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little")
