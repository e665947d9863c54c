"""Truth checked by redrawing: a piece's outline, projected from its pose, against what the picture shows of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.optics import silhouette
from datasets.optics.studio import FINE

if TYPE_CHECKING:
    from datasets.optics.camera import Camera
    from datasets.optics.studio import Shot
    from datasets.optics.world import World

WHOLE: Final = 0.995
"""Pieces of which so much is seen are fully in view."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well a piece's redrawn outline covers what is seen of it: intersection over union, 0 … 1."""

    index: int
    kind: str
    iou: float


def redraw(world: World, camera: Camera, shot: Shot) -> list[Agreement]:
    """The agreement of every piece that is fully in view; hands have no convex outline and are left out."""
    found = []
    height, width = shot.seen.shape
    counts = np.bincount(shot.seen[shot.seen >= 0].ravel(), minlength=len(world.placed))
    for index, placed in enumerate(world.placed):
        piece = placed.thing.piece
        if piece is None or piece.kind == "hand":
            continue
        outline = silhouette.hull(placed.thing.mesh, placed.pose, camera)
        if outline is None:
            continue
        (x0, y0), (x1, y1) = outline.min(0) * FINE, outline.max(0) * FINE
        if min(x0, y0) < FINE or x1 > width - 2 * FINE or y1 > height - 2 * FINE:
            continue
        top, first, end = silhouette.spans(outline, FINE)
        drawn = int((end - first).sum())
        if counts[index] < WHOLE * drawn:
            continue
        rows = zip(shot.seen[top:], first, end, strict=False)
        both = sum(np.count_nonzero(row[a:b] == index) for row, a, b in rows)
        found.append(Agreement(index, piece.kind, both / max(drawn + int(counts[index]) - both, 1)))
    return found
