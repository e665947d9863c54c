"""Faults as a person reads them: those of one name together, what follows from others last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CONSEQUENCES: Final = frozenset({"loose_tile"})
"""Faults that one other fault brings about by the dozen: what lies beyond a misplaced tile hangs on nothing."""


@dataclass(frozen=True, slots=True)
class Group:
    """Faults of one name: the first is told, the others on demand.

    `sure` is false where they rest on pieces that were not read surely. `follows` is true where they may well be gone
    once another fault is mended.
    """

    faults: tuple[Mapping[str, Any], ...]
    sure: bool
    follows: bool

    @property
    def title(self) -> str:
        """The name in plain letters."""
        name: str = self.faults[0]["name"]
        return name.replace("_", " ").capitalize()


def groups(faults: Sequence[Mapping[str, Any]]) -> tuple[Group, ...]:
    """Faults by their names: sure ones first, causes before what follows from them."""
    named: dict[tuple[bool, bool, str], list[Mapping[str, Any]]] = {}
    for fault in faults:
        named.setdefault((bool(fault.get("if")), fault["name"] in CONSEQUENCES, fault["name"]), []).append(fault)
    caused = any(not late for _, late, _ in named)
    return tuple(
        Group(tuple(listed), not unsure, late and caused)
        for (unsure, late, _), listed in sorted(named.items(), key=lambda item: item[0][:2])
    )
