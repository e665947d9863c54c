"""What lies under a tile."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.core import Lying
from engine.games.stackernoos import tiles
from engine.games.stackernoos.lines import second_cell

if TYPE_CHECKING:
    from engine.games.stackernoos.moves import Placement
    from engine.games.stackernoos.state import State

TILE: Final = re.compile(r"(\d+)-(\d+)")
PLACE: Final = re.compile(r"@?(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)(?:,(\d+))?")


def under(state: State, what: str) -> tuple[Lying, ...]:
    """The tile `5-8` (either half first), or the tile at a cell: `@2,0` the top one, `@2,0,1` that of a level. All that
    lies under its halves follows, from the top down."""
    laid = state.table.laid
    chosen = [move for move in laid if _is(move, what)]
    if not chosen:
        return ()
    top = max(chosen, key=lambda move: move.z)
    below = [move for move in laid if move.z < top.z and _cells(move) & _cells(top)]
    return tuple(_lying(move) for move in (top, *sorted(below, key=lambda move: -move.z)))


def _is(move: Placement, what: str) -> bool:
    if named := TILE.fullmatch(what):
        return sorted(map(int, named.groups())) == sorted((move.a, move.b))
    if placed := PLACE.fullmatch(what):
        x, y, z = placed.groups()
        return (float(x), float(y)) in _cells(move) and (z is None or int(z) == move.z)
    return False


def _cells(move: Placement) -> set[tuple[float, float]]:
    return {(float(x), float(y)) for x, y in ((move.x, move.y), second_cell(move))}


def _lying(move: Placement) -> Lying:
    name = tiles.label(tiles.BIT[move.a][move.b])
    return Lying(name, name)
