"""Which corner comes first: an order that pixels alone decide.

A truth's corners begin where the label begins, which nothing in the picture may tell. A domino 3-5 and a domino 5-3
look alike. A network that is asked for both answers with their mean, a point. So corners are put into an order that a
picture decides; what is up on a piece is the readers' question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Corners = NDArray[np.float64]

LONG: Final = frozenset({"domino", "domino_back", "domino_side", "card", "card_back"})
"""Classes that are longer than wide: their corners begin with a short edge."""
ROUND: Final = frozenset({"token"})
"""Classes without corners: those of the upright box round the ellipse stand for them."""
TOWARDS: Final = (1.0, -1.0)
"""The first edge, or the first corner, is the one farthest to the upper right. Its ties lie askew to the picture's
edges, where fewer pieces lie than along them."""


def ordered(corners: Corners, name: str) -> Corners:
    """The 4×2 corners of a piece of the class in the order that the picture decides, still going round clockwise."""
    if name in ROUND:
        return _round(corners)
    reach = corners @ np.array(TOWARDS)
    if name not in LONG:
        return np.roll(corners, -int(reach.argmax()), axis=0)
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    if lengths[0] + lengths[2] > lengths[1] + lengths[3]:
        corners, reach = np.roll(corners, -1, axis=0), np.roll(reach, -1)
    return np.roll(corners, -2, axis=0) if reach[2] + reach[3] > reach[0] + reach[1] else corners


def _round(corners: Corners) -> Corners:
    """The upright box round the ellipse that touches the four edges in their middles."""
    middle = corners.mean(axis=0)
    across = (corners[1] - corners[0] + corners[2] - corners[3]) / 4
    along = (corners[3] - corners[0] + corners[2] - corners[1]) / 4
    x, y = np.hypot(across, along)
    box = middle + np.array([[-x, -y], [x, -y], [x, y], [-x, y]])
    return ordered(box, "box")
