"""Which way a camera is turned: a picture is read with the table's far side up, as all stages learnt to.

A phone stands upright or hangs upside down, and its picture lies on its side or on its head. Stones then lean aside or
downwards, and what they hide lies elsewhere than any picture showed that the stages learnt from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.recognise.stones.gauges import gauges
from vision.recognise.stones.plane import fit, misfits
from vision.recognise.stones.settings import PLANE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.stones.settings import PlaneSettings


@dataclass(slots=True)
class Turned:
    """By how many `quarters` (0 … 3) the last picture was turned anticlockwise; the next one is tried so first."""

    quarters: int = 0


def quarter_turns(
    kinds: Sequence[str], quads: Sequence[Quad], picture: Picture, settings: PlaneSettings = PLANE
) -> int:
    """By how many quarters (0 … 3) an H×W×3 picture has to be turned anticlockwise, as `np.rot90` does, for the table's
    far side to be up. By none where its pieces do not tell clearly."""
    seen, size = gauges(kinds, quads)[0], (picture.shape[1], picture.shape[0])
    plane = fit(seen, size, settings)
    if plane is None or plane.normal[1] >= abs(plane.normal[0]):
        return 0
    costs = misfits(seen, size, settings)  # noise alone tilts a table that is seen from above
    best = int(np.argmin(costs))
    return -best % 4 if costs[best] < costs[0] - settings.turned else 0


def turned_back(corners: Quad, turns: int, size: tuple[int, int]) -> Quad:
    """Where corners (4, 2) of a picture that was turned lie in the one before, of `size` (width, height)."""
    width, height = size
    x, y = corners.T
    places = ((x, y), (width - 1 - y, x), (width - 1 - x, height - 1 - y), (y, height - 1 - x))
    return np.column_stack(places[turns])
