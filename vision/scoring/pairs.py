"""Which piece answers which label, one to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from vision.geometry import nearest_pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

Labelled = TypeVar("Labelled")
Seen = TypeVar("Seen")


def pairs(
    labelled: Sequence[Labelled], seen: Sequence[Seen], distance: Callable[[Labelled, Seen], float | None]
) -> AbstractSet[tuple[int, int]]:
    """Numbers of a label and of its piece, the nearest first; a distance of None is no match."""
    return nearest_pairs(
        (apart, t, s)
        for t, label in enumerate(labelled)
        for s, piece in enumerate(seen)
        if (apart := distance(label, piece)) is not None
    ).items()
