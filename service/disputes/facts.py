"""What a position says lies on the table, piece by piece, so that two positions can be held against each other."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

TILES: Final = "tiles"
"""The key of pieces that tell their place themselves."""
Fact: TypeAlias = tuple[Any, ...]
"""Where, and which piece: `("tiles", "5-1", (2, 0, 0), "e")`, `("rows", "r1", "layers", 0, "cards", "R7", 0)`."""


def facts(position: Mapping[str, Any]) -> frozenset[Fact]:
    """The pieces that a position names at their places; numbers that count what nobody sees singly are none.

    Pieces without a sure label are left out.
    """
    found: set[Fact] = set()
    for key, value in position.items():
        if isinstance(value, list):
            found |= _of_list((key,), value)
    return frozenset(found)


def names(found: Iterable[Fact]) -> frozenset[str]:
    """The pieces of some facts, wherever they lie; of a domino whichever half is told first."""
    return frozenset("-".join(sorted(str(fact[1] if fact[0] == TILES else fact[-2]).split("-"))) for fact in found)


def _of_list(where: Fact, values: list[Any]) -> set[Fact]:
    found: set[Fact] = set()
    times: Counter[str] = Counter()
    for at, value in enumerate(values):
        if isinstance(value, str):
            found.add((*where, value, times[value]))
            times[value] += 1
        elif isinstance(value, dict) and "at" in value:
            if "tile" in value:
                found.add((*where, value["tile"], tuple(value["at"]), value.get("dir")))
        elif isinstance(value, dict):
            found |= _of_object((*where, value.get("id", at)), value)
    return found


def _of_object(where: Fact, value: Mapping[str, Any]) -> set[Fact]:
    found: set[Fact] = set()
    for key, inner in value.items():
        if isinstance(inner, list):
            found |= _of_list((*where, key), inner)
    return found
