"""Smooth edges from one shaded sample a pixel: a finer mask says how much of a pixel each thing covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEIGHBOURS = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))


def smooth_edges(colour: NDArray[np.float32], middle: NDArray[np.int32], fine: NDArray[np.int32]) -> None:
    """Mix, in place, the colours of what meets at an edge.

    `colour` (h, w, 3) was shaded at the middles of pixels, which show `middle` (h, w). `fine` (2h, 2w) names what the
    quarters of a pixel show. A quarter takes the colour of the nearest pixel that shows the same.
    """
    quarters = [fine[i::2, j::2] for i in (0, 1) for j in (0, 1)]
    mixed = np.zeros(middle.shape, bool)
    for quarter in quarters:
        mixed |= quarter != middle
    ys, xs = np.nonzero(mixed)
    if not len(ys):
        return
    height, width = middle.shape
    shown, tints = [], []
    for dy, dx in NEIGHBOURS:
        y, x = np.clip(ys + dy, 0, height - 1), np.clip(xs + dx, 0, width - 1)
        shown.append(middle[y, x])
        tints.append(colour[y, x])
    total = np.zeros((len(ys), 3), np.float32)
    for quarter in quarters:
        wanted = quarter[ys, xs]
        tint = tints[0].copy()
        found = shown[0] == wanted
        for names, near in zip(shown[1:], tints[1:], strict=True):
            fresh = ~found & (names == wanted)
            tint[fresh] = near[fresh]
            found |= fresh
        total += tint
    colour[ys, xs] = total / len(quarters)
