"""The tiles and the count of a table reading: where each lies, what it may show, and how likely it is none."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vision.games.stackernoos.faces import Halves
    from vision.games.stackernoos.grid import Spot

SPURIOUS: Final = 1e-3
"""How likely a tile is seen where none was laid, beside all that it may show."""
NEGLIGIBLE: Final = 1e-3
"""Halves that are less likely than this, beside the likeliest, are left aside."""
LAID_UNSEEN: Final = 0.003
"""How likely a tile was laid that nobody saw, and then the one that lies on it."""
DIGITS: Final = 6
"""A position gives likelihoods with so many digits."""


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile that was seen: where, and how likely it is what, the half with the smaller x or y first. `sure`: its face
    was read. `nothing` is how likely none was laid there, beside all that it may show: it is the known tile below, or
    nothing. `above` is how likely it lies a level higher, beside here. `unlisted` is how likely it shows any halves not
    told."""

    spot: Spot
    weights: Mapping[Halves, float]
    sure: bool = True
    nothing: float = SPURIOUS
    above: float = 0.0
    unlisted: float = 0.0

    def to_position(self) -> dict[str, Any]:
        """The same as a tile of the contract's position."""
        labels = {label_of(halves): round(weight, DIGITS) for halves, weight in self.weights.items()}
        return ({"tile": next(iter(labels))} if self.sure else {"labels": labels}) | self.spot.entry

    def here(self) -> SeenTile:
        """The same as likely as it lies where it is given. What looks a level higher is so much less likely to."""
        share = 1.0 / max(self.above, 1.0)
        weights = {halves: weight * share for halves, weight in self.weights.items()}
        return replace(self, weights=weights, unlisted=self.unlisted * share)

    def worth(self) -> Iterator[tuple[tuple[int, int], float]]:
        """The halves that it may well show."""
        threshold = max(self.weights.values(), default=0.0) * NEGLIGIBLE
        return ((halves, weight) for halves, weight in self.weights.items() if weight > threshold)


def label_of(halves: Halves) -> str:
    """The label of halves, in their order."""
    return f"{halves[0]}-{halves[1]}"


@dataclass(frozen=True, slots=True)
class SeenTable:
    """The tiles that were seen, and how likely the boneyard has how many; empty where nobody can tell."""

    tiles: tuple[SeenTile, ...] = ()
    boneyard: Mapping[int, float] = field(default_factory=dict)

    def to_position(self) -> dict[str, Any]:
        """The contract's position, with the boneyard where it was counted surely."""
        tiles = [tile.to_position() for tile in self.tiles]
        return {"tiles": tiles, "boneyard": next(iter(self.boneyard))} if len(self.boneyard) == 1 else {"tiles": tiles}

    def doubtful(self) -> Iterator[Mapping[Halves, float]]:
        """Of each tile whose face was not read surely, how likely it shows which halves."""
        return (tile.weights for tile in self.tiles if not tile.sure)


def lies_under(spot: Spot, other: Spot) -> bool:
    """Whether a tile at a spot carries one at another, or a part of it."""
    return spot.z == other.z - 1 and spot.overlaps(other)
