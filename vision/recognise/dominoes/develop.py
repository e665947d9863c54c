"""Pictures of dominoes that were taken in too little light, developed as a photographer would.

Tiles are told by their pips, which become clearer. Cards and tokens are told by colours, which become paler: they are
read as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from vision.photo import Picture

SPARSE: Final = 4
"""Of so many pixels one is enough to tell how bright the picture is."""
USUAL: Final = 205.0
"""The brightest hundredth of a picture, 0 … 255, is as bright as this or brighter in most rendered games."""
MOST: Final = 6.0
"""By no more than this is a picture brightened: noise is brightened with it."""
LIFT: Final = 0.8
"""The least power by which dark tones are lifted. Brightening alone would leave black tiles black."""


def developed(picture: Picture) -> Picture:
    """An H×W×3 picture in usual light; the same object where it is so already. A little dim, it changes little."""
    brightest = float(np.percentile(picture[::SPARSE, ::SPARSE].max(axis=2), 99))
    if brightest >= USUAL:
        return picture
    gain = min(USUAL / max(brightest, 1.0), MOST)
    tones = np.minimum(np.arange(256) / 255 * gain, 1.0)
    curve = np.rint(255 * tones ** max(LIFT, 1 / gain)).astype(np.uint8)
    return np.asarray(curve[picture], np.uint8)
