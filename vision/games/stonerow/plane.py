"""The plane of the table: from the mat under the cards, or from the cards, which are all of one size.

Units of the plane: mm; x to the right of the picture, y up, the table as seen from above. Without a mat a card is
as wide as a poker card, for nothing tells how large it really is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry import clockwise, through
from vision.scene.plane.camera import ASPECT, CAMERA, fit, flat

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.arrays import Floats

POKER: Final = (63.0, 88.0)
"""Width and height (mm) of usual cards."""
CARDS: Final = replace(CAMERA, aspect=POKER[1] / POKER[0], aspect_spread=0.05)
"""What is usual of cards that a camera sees: of poker size, or a little narrower."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """Where quads lie on the plane: `centre` (N, 2) mm, `up` (N,) radians towards the first edge. `misfit` (N,) is by
    how many card widths corners miss those of a card on average."""

    centre: Floats
    up: Floats
    misfit: Floats


@dataclass(frozen=True, slots=True, eq=False)
class TablePlane:
    """The plane under cards of a `size` (width, height in mm). `lay` tells where quads (N, 4, 2), in pixels, lie; the
    first two corners of each are its upper edge."""

    size: tuple[float, float]
    lay: Callable[[Floats], Laid]


def of_mat(homography: Floats) -> TablePlane:
    """The plane of a mat: `homography` maps pixels to its mm, whose y grows downwards."""
    width, height = POKER

    def lay(quads: Floats) -> Laid:
        placed = through(homography, _clockwise(quads).reshape(-1, 2)).reshape(-1, 4, 2) / width
        points = placed[..., 0] - 1j * placed[..., 1]
        centre, half = points.mean(axis=1), height / width / 2
        shape = np.array([half + 0.5j, half - 0.5j, -half - 0.5j, -half + 0.5j])
        up = np.angle(np.sum((points - centre[:, None]) * shape.conj(), axis=1))
        misfit = np.abs(points - centre[:, None] - shape * np.exp(1j * up)[:, None]).mean(axis=1)
        return Laid(width * np.stack([centre.real, centre.imag], 1), up, misfit)

    return TablePlane(POKER, lay)


def fitted(quads: Floats, picture: tuple[int, int]) -> TablePlane:
    """The plane that quads (N, 4, 2) lie on, in pixels of a picture of a size (width, height)."""
    camera = fit(_clockwise(quads), picture, settings=CARDS)

    def lay(quads: Floats) -> Laid:
        lie = flat(camera, _clockwise(quads), picture)
        return Laid(POKER[0] * np.stack([lie.centre.real, lie.centre.imag], 1), lie.angle + np.pi, lie.misfit)

    return TablePlane((POKER[0], POKER[0] * exp(float(camera[ASPECT]))), lay)


def _clockwise(quads: Floats) -> Floats:
    """Quads (N, 4, 2) from the same edges on, clockwise on screen as far as they are convex."""
    found = np.asarray(quads, np.float64)
    return np.stack([quad if (turned := clockwise(quad)) is None else turned for quad in found])
