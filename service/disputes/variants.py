"""A picture in another size, light and angle: what is read rightly is read the same from each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Pixels = NDArray[Any]

SMALLER: Final = 0.88
"""Of the size."""
LIGHTER: Final = 0.75
"""The exponent of the brightness, which is 0 … 1."""
TURNED: Final = 4.0
"""Degrees."""


def variants(picture: bytes) -> tuple[bytes, ...]:
    """Three variants of a picture (a file's bytes) as PNGs: smaller, lighter, turned; of what is no picture none."""
    pixels = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR) if picture else None
    if pixels is None:
        return ()
    return tuple(cv2.imencode(".png", make(pixels))[1].tobytes() for make in _MAKE)


def _smaller(pixels: Pixels) -> Pixels:
    return cv2.resize(pixels, None, fx=SMALLER, fy=SMALLER, interpolation=cv2.INTER_AREA)


def _lighter(pixels: Pixels) -> Pixels:
    table = (np.linspace(0.0, 1.0, 256) ** LIGHTER * 255.0).round().astype(np.uint8)
    return cv2.LUT(pixels, table)


def _turned(pixels: Pixels) -> Pixels:
    height, width = pixels.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2.0, height / 2.0), TURNED, 1.0)
    return cv2.warpAffine(pixels, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)


_MAKE: Final[tuple[Callable[[Any], Any], ...]] = (_smaller, _lighter, _turned)
