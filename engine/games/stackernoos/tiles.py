"""Dominoes as numbers: the tile a-b (a ≤ b) is number b(b+1)/2 + a, so that a smaller set is a prefix of a larger.

A set of tiles is a whole number with one bit for each tile. So hands, the table and what fits a place are cheap to hold
and to intersect.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.errors import PositionError
from engine.said import Said, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_PIPS: Final = 12
HALVES: Final = tuple((low, high) for high in range(MOST_PIPS + 1) for low in range(high + 1))
"""The halves of every tile by its number, the lower first."""

BIT: Final = tuple(
    tuple(1 << (max(a, b) * (max(a, b) + 1) // 2 + min(a, b)) for b in range(MOST_PIPS + 1))
    for a in range(MOST_PIPS + 1)
)
"""`BIT[a][b]`: the set of the one tile with these halves, in either order."""

WITH: Final = tuple(sum(set(row)) for row in BIT)
"""`WITH[n]`: the set of all tiles that have a half n."""

DOUBLES: Final = tuple(BIT[n][n] for n in range(MOST_PIPS + 1))

_LABEL: Final = re.compile(r"([0-9]|1[0-2])-([0-9]|1[0-2])")


def set_size(max_pip: int) -> int:
    """How many tiles a double-N set has: each pair of numbers once. Source: SN-1."""
    return (max_pip + 1) * (max_pip + 2) // 2


def whole_set(max_pip: int) -> int:
    """All tiles of a double-N set."""
    return (1 << set_size(max_pip)) - 1


def number(bit: int) -> int:
    """The number of the one tile of a set."""
    return bit.bit_length() - 1


def label(bit: int) -> str:
    """The name of the one tile of a set, the lower half first: `1-5`."""
    low, high = HALVES[number(bit)]
    return f"{low}-{high}"


def pips(tiles: int) -> int:
    """All pips of a set of tiles."""
    return sum(sum(HALVES[number(bit)]) for bit in each(tiles))


def each(tiles: int) -> Iterator[int]:
    """The single tiles of a set, as sets of one."""
    while tiles:
        bit = tiles & -tiles
        yield bit
        tiles ^= bit


def labels(tiles: int) -> tuple[str, ...]:
    """The names of the tiles of a set, in the order of their lower halves."""
    return tuple(f"{low}-{high}" for low, high in sorted(HALVES[number(bit)] for bit in each(tiles)))


def read_halves(text: str, highest: int = MOST_PIPS) -> tuple[int, int]:
    """The halves that a label names, in its order; `PositionError`, which tells the `highest` of the set, otherwise."""
    found = _LABEL.fullmatch(text)
    if found is None:
        raise PositionError(
            Said(
                "{word} is no domino; write a-b with halves from 0 to {most}, such as 1-5",
                word=quoted(text),
                most=highest,
            )
        )
    return int(found[1]), int(found[2])


def read_tiles(names: Iterable[str], highest: int = MOST_PIPS) -> int:
    """The set of the tiles that labels name, each label in either order."""
    tiles = 0
    for name in names:
        a, b = read_halves(name, highest)
        tiles |= BIT[a][b]
    return tiles
