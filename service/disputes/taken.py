"""What was taken from the table: a piece that one picture shows at a place, and the next one nothing but the table.

That a piece is not read any more says nothing: it may be covered, or overlooked. It was taken where the picture changed
all over its place and nowhere round it, as no hand and no cloth changes it, and nothing is found there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.observation import corners_of
from vision.scene.memory.likeness import overlap
from vision.scene.memory.reads import turned
from vision.tracking.facts import named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.observation import Corners, Observation
    from vision.scene.memory import Change
    from vision.tracking.facts import Fact

GONE: Final = 0.35
"""Where a piece was taken at least so much of its place changed (a light card on a light mat: half of it), …"""
RIM: Final = 0.25
"""… and at most so much of what lies round it, …"""
INNER: Final = 1.2
OUTER: Final = 1.6
"""… which begins at so many times its size, for its edge and shadow go with it, and ends at so many."""
ON_IT: Final = 0.2
"""A piece lies there if it shares so much with the place."""


def are_taken(gone: Iterable[Fact], before: Observation, after: Observation, change: Change) -> bool:
    """Whether each of some pieces lay on the picture before, and was taken by the one after; False of none."""
    places = [_place(before, named(fact)) for fact in gone]
    return bool(places) and all(place is not None and _is_bare(place, after, change) for place in places)


def _place(seen: Observation, label: str) -> Corners | None:
    """Where a picture shows a piece; None where it shows none of this label, told from either end, or several."""
    places = [piece.corners for piece in seen.pieces if piece.label in {label, turned(label)}]
    return places[0] if len(places) == 1 else None


def _is_bare(place: Corners, after: Observation, change: Change) -> bool:
    if change.mask is None or change.share(place) < GONE or _round(place, change) > RIM:
        return False
    return all(max(overlap(piece.corners, place)) < ON_IT for piece in after.pieces)


def _round(place: Corners, change: Change) -> float:
    """How much of what lies round a place has changed, 0 … 1."""
    inner, outer = (change.share(_wider(place, by)) * by**2 for by in (INNER, OUTER))
    return (outer - inner) / (OUTER**2 - INNER**2)


def _wider(place: Corners, by: float) -> Corners:
    quad = np.array(place, np.float64)
    centre = quad.mean(axis=0)
    return corners_of(centre + (quad - centre) * by)
