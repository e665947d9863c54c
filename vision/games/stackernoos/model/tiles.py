"""The tiles and the count of a table reading: where each lies, what it may show, and how likely it is none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from engine.errors import PositionError
from engine.games.stackernoos.positions import entries, read_count, read_spot
from engine.games.stackernoos.tiles import MOST_PIPS, read_halves
from vision.games.model import is_likelihood
from vision.games.stackernoos.grid import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SPURIOUS: Final = 1e-3
"""How likely a tile is seen where none was laid, beside all that it may show."""
NEGLIGIBLE: Final = 1e-3
"""Halves that are less likely than this, beside the likeliest, are left aside."""
LAID_UNSEEN: Final = 0.003
"""How likely a tile was laid that nobody saw, and then the one that lies on it."""


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile that was seen: where, and how likely it is what, the half with the smaller x or y first.

    `nothing` is how likely something is seen there where none was laid, beside all that it may show. `above` is how
    likely it lies a level higher, on another that was laid since, beside lying here. `unlisted` is how likely it shows
    halves that no label was told for, any such halves alike.
    """

    spot: Spot
    weights: Mapping[tuple[int, int], float]
    nothing: float = SPURIOUS
    above: float = 0.0
    unlisted: float = 0.0

    def raised(self) -> SeenTile:
        """The same a level higher, as likely as it is here."""
        return replace(self, spot=self.spot.up())

    def worth(self) -> Iterator[tuple[tuple[int, int], float]]:
        """The halves that it may well show."""
        threshold = max(self.weights.values(), default=0.0) * NEGLIGIBLE
        return ((halves, weight) for halves, weight in self.weights.items() if weight > threshold)


def read_weights(entry: Mapping[str, Any], where: str) -> dict[tuple[int, int], float]:
    """How likely a tile shows which halves: its `tile` for certain, or its `labels`. Raises `PositionError`."""
    name, labels = entry.get("tile"), entry.get("labels")
    if isinstance(name, str):
        return {read_halves(name, MOST_PIPS): 1.0}
    if labels is None or name is not None:
        raise PositionError(f"{where} says {name!r}; a tile is a label such as 1-5")
    if not labels or not isinstance(labels, dict) or not all(map(is_likelihood, labels.values())):
        raise PositionError(f"{where} has labels {labels!r}; they are an object of likelihoods by label")
    return {read_halves(str(label), MOST_PIPS): float(weight) for label, weight in labels.items()}


def lies_under(spot: Spot, other: Spot) -> bool:
    """Whether a tile at a spot carries one at another, or a part of it."""
    return spot.z == other.z - 1 and spot.overlaps(other)


def boneyard(position: Mapping[str, Any]) -> dict[int, float]:
    """The counts of the boneyard that were told, with their likelihoods: its `boneyards`, else its `boneyard`."""
    counts = position.get("boneyards")
    if counts is not None:
        return {int(count): share for count, share in counts.items() if share}
    count = read_count(position, "boneyard")
    return {} if count is None else {count: 1.0}


def seen_tiles(position: Mapping[str, Any]) -> Iterator[SeenTile]:
    """The tiles of a table reading. What looks a level higher is as much less likely to lie where it is given."""
    for n, entry in enumerate(entries(position, "tiles")):
        spot, weights = Spot(*read_spot(entry, where := f"tile {n} of 'tiles'")), read_weights(entry, where)
        nothing, above, unlisted = entry.get("doubt", SPURIOUS), entry.get("above", 0.0), entry.get("unlisted", 0.0)
        here = 1.0 / max(above, 1.0)
        weights = {halves: weight * here for halves, weight in weights.items()}
        yield SeenTile(spot, weights, nothing, above, unlisted * here)
