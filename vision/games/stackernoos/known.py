"""The tiles that are known to lie on the table, from the state of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vision.games.stackernoos.faces import read_halves
from vision.games.stackernoos.grid import Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.games.stackernoos.state import State
    from vision.games.stackernoos.faces import Halves


@dataclass(frozen=True, slots=True)
class Known:
    """A tile of the table: where, its halves, the lower cell's first, and whether another lies on it."""

    spot: Spot
    halves: Halves
    covered: bool

    @property
    def label(self) -> str:
        """The label as it reads from the lower cell on."""
        return f"{self.halves[0]}-{self.halves[1]}"


def known_tiles(state: State) -> list[Known]:
    """The tiles of a state, in the order of play."""
    spots = [Spot.of(tile) for tile in state.table.laid]
    return [
        Known(spot, (tile.a, tile.b), any(other.z > spot.z and other.overlaps(spot) for other in spots))
        for spot, tile in zip(spots, state.table.laid, strict=True)
    ]


def named_tiles(position: Sequence[Mapping[str, Any]]) -> list[Known]:
    """The tiles of a position that are named, all of them uncovered."""
    return [
        Known(Spot(x, y, z, tile["dir"]), halves, covered=False)
        for tile in position
        for x, y, z in (tile["at"],)
        if (halves := read_halves(tile.get("tile", ""))) is not None
    ]


def level_over(spot: Spot, spots: Iterable[Spot]) -> int:
    """The level at which a tile comes to lie at a spot, over what lies there."""
    return max((other.z + 1 for other in spots if other.overlaps(spot)), default=0)
