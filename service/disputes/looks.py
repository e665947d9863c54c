"""Several looks at one picture: as it is, in another light, smaller, turned. What is read rightly is read in most.

What a watched table keeps is a frame: nothing larger is decoded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import cv2
import numpy as np

from vision.photo import load
from vision.scene.memory.track import carried_piece
from vision.settings import FRAME_LIMITS

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from service.disputes.case import Look
    from vision.observation import Observation

    Pixels: TypeAlias = NDArray[Any]
    Motion: TypeAlias = NDArray[np.float64]

KEPT: Final = replace(FRAME_LIMITS, formats=("JPEG", "PNG"), min_side=1)
"""JPEG is what is kept; PNG is what looks at it are made in."""
SMALLER: Final = 0.88
"""Of the size."""
LIGHTER: Final = 0.75
"""The exponent of the brightness, which is 0 … 1."""
TURNED: Final = 4.0
"""Degrees."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A picture (the bytes of a PNG) and the way (2×3) from the original's pixels to its own."""

    picture: bytes
    motion: Motion


def looks(picture: bytes, first: Observation, look: Look) -> tuple[Observation, ...]:
    """The first look at a picture and those at its variants, all in the pixels of the picture."""
    return (first, *(_back(look(each.picture), each.motion, first) for each in variants(picture)))


def variants(picture: bytes) -> tuple[Variant, ...]:
    """A picture (a file's bytes) in another light, smaller and turned."""
    pixels = load(picture, KEPT).pixels
    made = (make(pixels) for make in _MAKE)
    return tuple(Variant(cv2.imencode(".png", changed)[1].tobytes(), motion) for changed, motion in made)


def _back(seen: Observation, motion: Motion, first: Observation) -> Observation:
    """A look at a variant in the pixels of the picture itself."""
    inverse = np.vstack([cv2.invertAffineTransform(motion), [0.0, 0.0, 1.0]])
    return replace(first, pieces=tuple(carried_piece(piece, inverse) for piece in seen.pieces), warnings=())


def _lighter(pixels: Pixels) -> tuple[Pixels, Motion]:
    table = (np.linspace(0.0, 1.0, 256) ** LIGHTER * 255.0).round().astype(np.uint8)
    return cv2.LUT(pixels, table), np.eye(2, 3)


def _smaller(pixels: Pixels) -> tuple[Pixels, Motion]:
    small = cv2.resize(pixels, None, fx=SMALLER, fy=SMALLER, interpolation=cv2.INTER_AREA)
    scale = np.array([small.shape[1] / pixels.shape[1], small.shape[0] / pixels.shape[0]])
    # Pixel centres lie at half pixels, which a resize keeps.
    return small, np.column_stack([np.diag(scale), 0.5 * scale - 0.5])


def _turned(pixels: Pixels) -> tuple[Pixels, Motion]:
    height, width = pixels.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2.0, height / 2.0), TURNED, 1.0)
    turned = cv2.warpAffine(pixels, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return turned, np.asarray(turn, np.float64)


_MAKE: Final[tuple[Callable[[Any], tuple[Any, Motion]], ...]] = (_lighter, _smaller, _turned)
