"""The tiles and the count of a table reading: where each lies, what it may show, and how likely it is none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from engine.errors import PositionError
from engine.games.stackernoos.positions import entries, read_count, read_spot, said_to_be
from engine.games.stackernoos.tiles import MOST_PIPS, read_halves
from vision.games.model import is_likelihood
from vision.games.stackernoos.grid import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.games.stackernoos.state import State

SPURIOUS: Final = 1e-3
"""How likely a tile is seen where none was laid."""
WORTH_A_LOOK: Final = 1e-3
"""Labels less likely than this share of the likeliest are left aside."""

MOST_LIKELY: Final = 1e9
"""Likelihoods of a tile are ratios to each other, up to this one."""


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile that was seen: where, and how likely it is what, the half with the smaller x or y first.

    `nothing` is how likely something is seen there where none was laid, beside all that it may show. `above` is how
    likely it lies a level higher, on another that was laid since, beside lying here. `unlisted` is how likely it shows
    halves that no label was told for, any such halves alike.
    """

    spot: Spot
    weights: Mapping[tuple[int, int], float]
    said: str = ""
    nothing: float = SPURIOUS
    above: float = 0.0
    unlisted: float = 0.0

    def raised(self) -> SeenTile:
        """The same a level higher."""
        return replace(self, spot=self.spot.up())

    def worth(self) -> Iterator[tuple[tuple[int, int], float]]:
        """The halves that it may well show."""
        least = max(self.weights.values(), default=0.0) * WORTH_A_LOOK
        return ((halves, weight) for halves, weight in self.weights.items() if weight > least)


def read_weights(entry: Mapping[str, Any], where: str) -> dict[tuple[int, int], float]:
    """How likely a tile shows which halves: its `tile` for certain, or its `labels`. Raises `PositionError`."""
    name, labels = entry.get("tile"), entry.get("labels")
    if isinstance(name, str):
        return {read_halves(name, MOST_PIPS): 1.0}
    if labels is None or name is not None:
        raise PositionError(f"{where} says {name!r}; a tile is a label such as 1-5")
    if not labels or not _are_likelihoods(labels):
        raise PositionError(f"{where} has labels {labels!r}; they are an object of likelihoods by label")
    return {read_halves(str(label), MOST_PIPS): float(weight) for label, weight in labels.items()}


def _are_likelihoods(value: Any) -> bool:
    return isinstance(value, dict) and all(is_likelihood(each, MOST_LIKELY) for each in value.values())


def lies_under(spot: Spot, other: Spot) -> bool:
    """Whether a tile at a spot carries one at another, or a part of it."""
    return spot.z == other.z - 1 and spot.overlaps(other)


def boneyard(position: Mapping[str, Any]) -> dict[int, float]:
    """The counts of the boneyard that were told, with their likelihoods: its `boneyards`, else its `boneyard`."""
    counts = position.get("boneyards")
    if counts is None:
        count = read_count(position, "boneyard")
        return {} if count is None else {count: 1.0}
    if _are_likelihoods(counts) and all(str(count).isdecimal() for count in counts):
        return {int(count): float(share) for count, share in counts.items() if share}
    raise PositionError(f"'boneyards' is {counts!r}; it is an object of likelihoods by count")


def seen_tiles(position: Mapping[str, Any], state: State) -> Iterator[SeenTile]:
    """The tiles of a table reading. Where a level is null, history says what lies below."""
    for n, entry in enumerate(entries(position, "tiles")):
        where = f"tile {n} of 'tiles'"
        if not isinstance(entry, dict):
            raise PositionError(f"{where} is {entry!r}; it is an object with tile or labels, at and dir")
        at = entry.get("at")
        weights = read_weights(entry, where)
        if isinstance(at, list | tuple) and len(at) == 3 and at[2] is None:
            spot = Spot(*read_spot({**entry, "at": [at[0], at[1], 0]}, where))
            spot = spot._replace(z=_level(state, spot, weights))
        else:
            spot = Spot(*read_spot(entry, where))
        nothing, above = _beside(entry, "doubt", SPURIOUS, where), _beside(entry, "above", 0.0, where)
        unlisted = _beside(entry, "unlisted", 0.0, where)
        yield SeenTile(spot, weights, said_to_be(entry, where), nothing, above, unlisted)


def _beside(entry: Mapping[str, Any], key: str, usual: float, where: str) -> float:
    """A likelihood beside that of a tile's labels: its `doubt`, `above` or `unlisted`."""
    value = entry.get(key)
    if value is None:
        return usual
    if not is_likelihood(value, MOST_LIKELY):
        raise PositionError(f"{where} has the {key} {value!r}; it is a likelihood beside that of its labels")
    return float(value)


def _level(state: State, spot: Spot, weights: Mapping[tuple[int, int], float]) -> int:
    """The level of a tile seen from straight above: that of the known tile it reads as, else one above the top."""
    tops = state.table.shape.tops
    top = tops.get((spot.x, spot.y))
    if top is None:
        dx, dy = (0.5, 0) if spot.axis == "e" else (0, 0.5)
        below = [tops.get((spot.x + s * dx, spot.y + s * dy)) for s in (-1, 3)]
        off = spot.x % 1 or spot.y % 1
        return max((half.z + 1 for half in below if half is not None), default=0) if off else 0
    known = state.table.laid[top.tile]
    same = Spot.of(known)._replace(z=spot.z) == spot
    return top.z if same and weights.get((known.a, known.b), 0.0) > 0 else top.z + 1
