"""The faces of the deck that Tableside prints, as pictures to enrol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.deck.faces import raster
from datasets.deck.frame import HEIGHT, WIDTH
from datasets.deck.labels import LABELS, TOWER

if TYPE_CHECKING:
    from numpy.typing import NDArray

PX_PER_MM: Final = 4.0
PAPER: Final = 255
"""What lies beyond the round corners."""


def printed_faces() -> tuple[list[str], list[NDArray[np.uint8]], float]:
    """Labels, faces (H×W×3 BGR) and height over width: every face, the back, and the second tower under its labels."""
    faces = [_flat(raster(label, PX_PER_MM)) for label in LABELS]
    second = [_flat(raster(label, PX_PER_MM, 1)) for label in TOWER]
    return [*LABELS, *TOWER], faces + second, HEIGHT / WIDTH


def _flat(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    alpha = face[..., 3:].astype(np.float64) / 255
    return np.rint(face[..., :3] * alpha + PAPER * (1 - alpha)).astype(np.uint8)
