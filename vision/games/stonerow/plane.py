"""The plane of the table: from the mat under the cards, or from the cards, which are all of one size.

Units of the plane: mm; x to the right of the picture, y up, the table as seen from above. Without a mat a card is
`WIDTH` wide, for nothing tells how large it really is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from vision.geometry import clockwise, through
from vision.scene.plane.camera import ASPECT, CAMERA, fit, flat

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

POKER: Final = (63.0, 88.0)
BRIDGE: Final = (57.0, 89.0)
"""Width and height (mm) of usual cards."""
WIDTH: Final = POKER[0]
CARDS: Final = replace(CAMERA, aspect=POKER[1] / POKER[0], aspect_spread=0.05)
"""What is usual of cards that a camera sees: of poker size, or of bridge size."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """Where quads lie on the plane: `centre` (N, 2) mm, `up` (N,) radians towards the first edge. `misfit` (N,) is by
    how many card widths corners miss those of a card on average."""

    centre: Floats
    up: Floats
    misfit: Floats


@dataclass(frozen=True, slots=True, eq=False)
class CardPlane:
    """The plane as a camera (6) over cards has it, in pictures of a size (width, height)."""

    camera: Floats
    picture: tuple[int, int]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a card."""
        return WIDTH, WIDTH * exp(float(self.camera[ASPECT]))

    def lay(self, quads: Floats) -> Laid:
        """Where quads (N, 4, 2), in pixels, lie; the first two corners of each are its upper edge."""
        lie = flat(self.camera, _clockwise(quads), self.picture)
        return Laid(WIDTH * np.stack([lie.centre.real, lie.centre.imag], 1), lie.angle + np.pi, lie.misfit)


@dataclass(frozen=True, slots=True, eq=False)
class MatPlane:
    """The plane of a mat: `homography` maps pixels to its mm, whose y grows downwards; `size` is that of a card."""

    homography: Floats
    size: tuple[float, float]

    def lay(self, quads: Floats) -> Laid:
        """Where quads (N, 4, 2), in pixels, lie; the first two corners of each are its upper edge."""
        width, height = self.size
        placed = through(self.homography, _clockwise(quads).reshape(-1, 2)).reshape(-1, 4, 2) / width
        points = placed[..., 0] - 1j * placed[..., 1]
        centre, half = points.mean(axis=1), height / width / 2
        shape = np.array([half + 0.5j, half - 0.5j, -half - 0.5j, -half + 0.5j])
        up = np.angle(np.sum((points - centre[:, None]) * shape.conj(), axis=1))
        misfit = np.abs(points - centre[:, None] - shape * np.exp(1j * up)[:, None]).mean(axis=1)
        return Laid(width * np.stack([centre.real, centre.imag], 1), up, misfit)


TablePlane: TypeAlias = CardPlane | MatPlane


def fitted(quads: Floats, size: tuple[int, int]) -> CardPlane:
    """The plane that quads (N, 4, 2) lie on, in pixels of a picture of `size` (width, height)."""
    return CardPlane(fit(_clockwise(quads), size, settings=CARDS), size)


def _clockwise(quads: Floats) -> Floats:
    """Quads (N, 4, 2) from the same edges on, clockwise on screen as far as they are convex."""
    found = ((clockwise(quad), quad) for quad in np.asarray(quads, np.float64))
    return np.stack([quad if turned is None else turned for turned, quad in found])
