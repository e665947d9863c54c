"""Tiles that were not read surely: what each is taken for, and the tables there would be if it were another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from engine.games.stackernoos import tiles
from engine.games.stackernoos.positions import entries
from vision.games.model import Doubt
from vision.games.stackernoos.model.tiles import read_weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.core import Setup

MOST: Final = 8
"""Of how many unsure tiles it is looked into what they change; on further ones everything is said to rest."""


def doubts(setup: Setup, max_pip: int) -> tuple[Doubt, ...]:
    """Every tile of a position that `labels` tell in place of `tile`. Raises `PositionError`."""
    listed = entries(setup.position, "tiles")
    unsure = [n for n, entry in enumerate(listed) if isinstance(entry, dict) and entry.get("tile") is None]
    known = tiles.read_tiles(entry["tile"] for n, entry in enumerate(listed) if n not in unsure)
    known |= tiles.read_tiles(setup.hand or ())
    found = []
    for count, n in enumerate(unsure):
        weights = read_weights(listed[n], f"tile {n} of 'tiles'")
        taken = max(weights, key=weights.__getitem__)
        halves = _others(weights, max_pip, known) if count < MOST else ()
        others = tuple(_with(setup, listed, n, other) for other in halves if other != taken)
        found.append(Doubt(f"{taken[0]}-{taken[1]}", others))
    return tuple(found)


def _others(weights: Mapping[tuple[int, int], float], max_pip: int, known: int) -> Iterator[tuple[int, int]]:
    """What else a tile may be: what it looks like, and each number once as its first and once as its second half.

    Two tiles for every number, for one of them may be seen elsewhere: no tile is in two places. Source: SN-1.
    """
    count = max_pip + 1
    apart = count // 2
    every = [*weights, *((n, n) for n in range(count)), *((n, (n + apart) % count) for n in range(count))]
    yield from (halves for halves in dict.fromkeys(every) if not tiles.BIT[halves[0]][halves[1]] & known)


def _with(setup: Setup, listed: Sequence[Any], n: int, halves: tuple[int, int]) -> Setup:
    """The table with another tile in this place."""
    entry = {key: value for key, value in listed[n].items() if key != "labels"}
    entry["tile"] = f"{halves[0]}-{halves[1]}"
    changed = [*listed[:n], entry, *listed[n + 1 :]]
    return replace(setup, position={**setup.position, "tiles": changed})
