"""Which piece answers which label, one to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Labelled = TypeVar("Labelled")
Seen = TypeVar("Seen")


def pairs(
    labelled: Sequence[Labelled], seen: Sequence[Seen], distance: Callable[[Labelled, Seen], float | None]
) -> Iterator[tuple[int, int]]:
    """Numbers of a label and of its piece, the nearest first; a distance of None is no match."""
    possible = sorted(
        (apart, t, s)
        for t, label in enumerate(labelled)
        for s, piece in enumerate(seen)
        if (apart := distance(label, piece)) is not None
    )
    told_left, seen_left = set(range(len(labelled))), set(range(len(seen)))
    for _, t, s in possible:
        if t in told_left and s in seen_left:
            told_left.remove(t)
            seen_left.remove(s)
            yield t, s
