"""What a position says lies on the table, piece by piece, so that two positions can be held against each other."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from vision.scene.memory.readings import unturned
from vision.tracking.numbers import POLICY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set

TILES: Final = "tiles"
"""The key of pieces that tell their place themselves."""
LAYERS: Final = "layers"
"""The key of what lies on one another at one place: no picture shows which piece belongs to which layer."""
WAYS: Final = "ways"
"""The key of all that may lie at one place, each so likely: of several none is known."""
NO_PILES: Final = frozenset[str]()
"""No piece lies squarely on others."""
Fact: TypeAlias = tuple[Any, ...]
"""Where, and which piece: `("tiles", "5-1", (2, 0, 0), "e")`, `("rows", "r1", "cards", "R7", 0)`."""


def facts(position: Mapping[str, Any], piles: Set[str] = NO_PILES) -> frozenset[Fact]:
    """The pieces that a position names in sight at their places; numbers that count what nobody sees singly are none.
    Pieces without a sure label are left out. Of `piles` the topmost piece is in sight."""
    found: set[Fact] = set()
    for key, value in in_sight(position, piles).items():
        if isinstance(value, list):
            found |= _of_list((key,), value)
    return frozenset(found)


def in_sight(position: Mapping[str, Any], piles: Set[str]) -> dict[str, Any]:
    """A position without the pieces of its piles that lie under others."""
    return {key: value[-1:] if key in piles else value for key, value in position.items()}


def among(found: Iterable[Fact], seen: frozenset[Fact]) -> frozenset[Fact]:
    """Those of some facts that are seen, too; what was seen without the name of its place may be at any new one."""
    named = {fact[1] for fact in seen if isinstance(fact[1], str)}

    def new(place: Any) -> bool:
        return isinstance(place, str) and place not in named

    nameless = {(fact[0], *fact[2:]) for fact in seen if isinstance(fact[1], int)}
    return frozenset(fact for fact in found if fact in seen or (new(fact[1]) and (fact[0], *fact[2:]) in nameless))


def apart_from_height(found: frozenset[Fact], others: frozenset[Fact]) -> frozenset[Fact]:
    """Those of some facts that differ from all others in more than how high a piece lies."""
    flat = {_flat(fact) for fact in others}
    return frozenset(fact for fact in found if _flat(fact) not in flat)


def _flat(fact: Fact) -> Fact:
    return tuple(part[:2] if isinstance(part, tuple) else part for part in fact)


def names(found: Iterable[Fact]) -> frozenset[str]:
    """The pieces of some facts, wherever they lie; of a domino whichever half is told first."""
    return frozenset(unturned(named(fact)) for fact in found)


def named(fact: Fact) -> str:
    """The piece of a fact, as its position names it."""
    return str(fact[1] if fact[0] == TILES else fact[-2])


def _of_list(where: Fact, values: list[Any]) -> set[Fact]:
    found: set[Fact] = set()
    times: Counter[str] = Counter()
    for at, value in enumerate(values):
        if (name := _named(value)) is not None:
            found.add((*where, name, times[name]))
            times[name] += 1
        elif isinstance(value, dict) and "at" in value:
            if "tile" in value:
                found.add((*where, value["tile"], tuple(value["at"]), value.get("dir")))
        elif isinstance(value, dict):
            found |= _of_object((*where, value.get("id", at)), value)
    return found


def _named(value: Any) -> str | None:
    """The name of a piece that is told by it alone, or by it and how likely it lies there; None for all else."""
    if isinstance(value, dict) and "label" in value and value.get("there", 1.0) >= POLICY.sure:
        value = value["label"]
    return value if isinstance(value, str) else None


def _of_object(where: Fact, value: Mapping[str, Any]) -> set[Fact]:
    found: set[Fact] = set()
    for key, inner in value.items():
        if key == LAYERS:
            for layer in inner:
                found |= _of_object(where, layer)
        elif isinstance(inner, list) and key != WAYS:
            found |= _of_list((*where, key), inner)
    return found
