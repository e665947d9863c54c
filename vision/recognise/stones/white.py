"""A picture's white: the tint that light and camera give to white paper, by the paper of the tiles.

On a tile's front paper is brighter than all print. What is too bright for the sensor has lost its tint, so the
brightest is taken that has not. Where that is no paper any more, it is the pale green edge, and white comes out green
by as much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.recognise.stones.colour import feature
from vision.recognise.stones.settings import BOARD, WHITE
from vision.recognise.stones.tiles import rectified

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.stones.plane import Floats
    from vision.recognise.stones.settings import WhiteSettings

PAPER: Final = feature(np.array([227.0, 241.0, 247.0]))[1:]
"""The tint of the artwork's paper, `#f7f1e3`, as the artwork has it."""


def white_of(picture: Picture, fronts: Iterable[Quad], settings: WhiteSettings = WHITE) -> Floats:
    """By how much paper is redder and bluer (2) in an H×W×3 BGR picture than in the artwork, as logarithms.

    `fronts` are quads of tiles that lie face up. It is zeros where none shows paper.
    """
    found = (tint - PAPER for corners in fronts if (tint := _tint(picture, corners, settings)) is not None)
    tints = [tint for tint in found if np.abs(tint).max() <= settings.most]
    return np.asarray(np.median(tints, axis=0) if tints else np.zeros(2), dtype=np.float64)


def _tint(picture: Picture, corners: Quad, settings: WhiteSettings) -> Floats | None:
    """The usual tint (2) of a tile's brightest part that the sensor still told; None where that is little."""
    shown = 255 * rectified(picture, corners)[:: settings.step, :: settings.step].reshape(-1, 3).astype(np.float64)
    told = feature(shown[shown.max(axis=1) < BOARD.too_bright])
    told = told[told[:, 0] >= settings.dark]
    if len(told) < settings.least:
        return None
    return np.asarray(np.median(told[told[:, 0] >= np.quantile(told[:, 0], 1 - settings.bright), 1:], axis=0))
