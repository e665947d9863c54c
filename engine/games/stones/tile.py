"""A stone tile: the sizes that it allows and the steps that the marker takes (ST-24, ST-25, ST-29, A-ST-26)."""

from __future__ import annotations

import functools
import re
from typing import Final, NamedTuple

from engine.errors import NotationError
from engine.said import Said, quoted

SIZES: Final = ("small", "medium", "large")
"""The labels of the sizes; a size is its place in here, and its colour on the table (ST-2, ST-27)."""
LETTERS: Final = "SML"
EVERY_SUBSET: Final = "every_subset_1_to_5"
"""The tile set that nobody has confirmed: seven choices of sizes with one to five steps are 35 (A-ST-02)."""
TILE: Final = re.compile(r"(S?M?L?)/(0|[1-9][0-9]?)")


class Tile(NamedTuple):
    """One to three sizes, smallest first, and a number of steps."""

    sizes: tuple[int, ...]
    steps: int

    def __str__(self) -> str:
        return "".join(LETTERS[size] for size in self.sizes) + f"/{self.steps}"


@functools.lru_cache(maxsize=4096)
def read_tile(label: str) -> Tile:
    """The tile of a label such as `SM/3`; `NotationError` otherwise."""
    match = TILE.fullmatch(label)
    if match is None or not match[1]:
        raise NotationError(Said("{word} is no stone tile; write sizes and steps, such as SM/3", word=quoted(label)))
    return Tile(tuple(LETTERS.index(letter) for letter in match[1]), int(match[2]))


def read_size(label: str) -> int:
    """The size of a label: small, medium or large; `NotationError` otherwise."""
    if label not in SIZES:
        known = ", ".join(SIZES)
        raise NotationError(Said("{word} is no size of stone; write {sizes}", word=quoted(label), sizes=known))
    return SIZES.index(label)


@functools.lru_cache(maxsize=64)
def tiles_of(tile_set: str | tuple[str, ...]) -> tuple[Tile, ...]:
    """Every tile of a tile set, as the option names it (ST-4, A-ST-02)."""
    if isinstance(tile_set, str):
        subsets = ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2))
        return tuple(Tile(sizes, steps) for sizes in subsets for steps in range(1, 6))
    return tuple(map(read_tile, tile_set))
