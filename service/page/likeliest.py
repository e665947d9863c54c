"""What a camera sees, as a table that can be drawn: of several possibilities the likeliest, or an unsure piece.

A camera tells more than a position does: how likely each count of pieces is, and each label of a piece.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

UNSURE: Final = "?"
"""A piece whose label was not read surely; who draws it says so."""
COUNTS: Final = "counts"
NAMES: Final = frozenset({"label", "labels"})
PLACE: Final = "at"
"""A piece with a place of its own keeps its labels: where it lies is drawn, and its labels are named."""


def likeliest(seen: Any) -> Any:
    """The same position without likelihoods, in the contract's shapes: counts are numbers, pieces are labels."""
    if isinstance(seen, list | tuple):
        return [likeliest(each) for each in seen]
    if not isinstance(seen, dict):
        return seen
    if isinstance(counts := seen.get(COUNTS), dict):
        return _number(counts)
    if PLACE not in seen and NAMES & seen.keys():
        return seen.get("label") or UNSURE
    return {key: likeliest(value) for key, value in seen.items()}


def _number(counts: Mapping[str, float]) -> int | None:
    return int(max(counts, key=lambda number: counts[number])) if counts else None
