"""The tiles that come: shuffling, turning up, recycling (ST-12, ST-13, ST-49, ST-50).

A shuffle is derived from the seed and from how many came before, so that a record replays. Without a seed nobody
knows the pile: every tile of it is None.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.games.stones.state import DISPLAY, NOWHERE, STACKS
from engine.games.stones.tile import tiles_of

if TYPE_CHECKING:
    from engine.games.stones.options import StonesOptions
    from engine.games.stones.state import State
    from engine.games.stones.tile import Tile

Tiles = tuple["Tile | None", ...]


def shuffled(tiles: Tiles, seed: int | None, shuffles: int) -> Tiles:
    """The tiles face down in the order that the seed gives to its shuffle of that number (ST-12, ST-50)."""
    if seed is None or None in tiles:
        return (None,) * len(tiles)
    order = list(tiles)
    random.Random(f"stones {seed} shuffle {shuffles}").shuffle(order)
    return tuple(order)


def first_pile(options: StonesOptions, seed: int | None) -> Tiles:
    """All tiles face down (ST-4, ST-12)."""
    return shuffled(tiles_of(options.tile_set), seed, 0)


def random_place(seed: int) -> int:
    """The random base beside which the marker starts (ST-11)."""
    return random.Random(f"stones {seed} marker").randrange(STACKS)


def turn_up(pile: Tiles, used: Tiles, seed: int | None, shuffles: int) -> tuple[Tiles, Tiles, Tiles, int]:
    """Five tiles from the pile, the used ones shuffled in where they are needed to complete them (A-ST-07).

    Gives display, pile, used, shuffles.
    """
    display, pile = pile[:DISPLAY], pile[DISPLAY:]
    if len(display) == DISPLAY or not used:
        return display, pile, used, shuffles
    shuffles += 1
    fresh = shuffled(used, seed, shuffles)
    missing = DISPLAY - len(display)
    return display + fresh[:missing], fresh[missing:], (), shuffles


def deal(state: State, chance: random.Random) -> State:
    """The state with its unknown tiles, marker and shuffles as they may well be (ST-11, ST-12)."""
    left = list((state.out_of_sight() - Counter(tile for tile in state.pile if tile is not None)).elements())
    chance.shuffle(left)

    def named(tiles: Tiles) -> Tiles:
        return tuple(left.pop() if tile is None and left else tile for tile in tiles)

    return replace(
        state,
        marker=chance.randrange(STACKS) if state.marker == NOWHERE else state.marker,
        display=named(state.display),
        pile=named(state.pile),
        used=named(state.used),
        seed=chance.randrange(2**32) if state.seed is None else state.seed,
    )
