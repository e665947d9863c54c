"""How a table differs from a position, piece by piece: what people are told when a table is lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vision.tracking.facts import NO_PILES, Fact, among, facts, named

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence, Set


@dataclass(frozen=True, slots=True, order=True)
class PieceAt:
    """A piece by its label, empty where nobody can read it, and where it lies in the words of its game's positions."""

    label: str
    where: str


@dataclass(frozen=True, slots=True)
class Difference:
    """The pieces that are seen and should not lie there, those that should and are not seen, and those that belong
    nowhere, by their labels."""

    came: tuple[PieceAt, ...] = ()
    gone: tuple[PieceAt, ...] = ()
    loose: tuple[str, ...] = ()


def difference(
    known: Mapping[str, Any], seen: Mapping[str, Any], loose: Sequence[str] = (), piles: Set[str] = NO_PILES
) -> Difference:
    """How a seen position differs from the known one; what is not told of it, or lies under others, differs in nothing.
    Two positions of one piece that is turned round, or told from its other end, are the same."""
    comparable = {key: value for key, value in known.items() if key in seen}
    had, has = facts(comparable, piles), facts(seen, piles)
    came, gone = has - among(has, had), had - among(had, has)
    singles = [
        (PieceAt(str(seen[key]), key), PieceAt(value, key))
        for key, value in comparable.items()
        if isinstance(value, str) and isinstance(seen[key], str) and seen[key] != value
    ]
    unread = [PieceAt("", _spot(each["at"], each.get("dir"))) for each in _unread(seen)]
    return Difference(
        tuple(sorted({*map(_piece, came), *(new for new, _ in singles), *unread})),
        tuple(sorted({*map(_piece, gone), *(old for _, old in singles)})),
        tuple(sorted(loose)),
    )


def _unread(seen: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    """The pieces at a place of their own that nobody can read."""
    lists = (value for value in seen.values() if isinstance(value, list))
    return (each for some in lists for each in some if isinstance(each, dict) and "at" in each and "tile" not in each)


def _piece(fact: Fact) -> PieceAt:
    """A fact as a piece: `("tiles", "5-1", (2, 0, 0), "e")`, or `("rows", "r1", "cards", "R7", 0)`."""
    if isinstance(fact[2], tuple):
        return PieceAt(named(fact), _spot(*fact[2:]))
    place = fact[1] if len(fact) > len(("key", "label", "number")) else fact[0]
    return PieceAt(named(fact), place if isinstance(place, str) else f"{fact[0]} {place}")


def _spot(at: Sequence[Any], direction: str | None = None) -> str:
    return f"@{','.join(f'{each:g}' for each in at)}" + (f":{direction}" if direction else "")
