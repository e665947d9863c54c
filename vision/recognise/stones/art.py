"""The artwork of tokens and tiles, as `art.png` beside this file holds it: every piece stretched to a square cell."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

FILE: Final = Path(__file__).with_name("art.png")
CELL: Final = 64
"""The side of a cell in px; tiles are 40 mm wide, so that a mm is 1.6 px."""
COLUMNS: Final = 8
SIZES: Final = ("S", "M", "L", "SM", "SL", "ML", "SML")
STEPS: Final = tuple(range(10))
TOKENS: Final = ("token:red", "token:blue", "token:green", "token:yellow", "token:gold", "five")
NAMES: Final = (*(f"{sizes}/1" for sizes in SIZES), *(f"M/{steps}" for steps in STEPS), "back", *TOKENS)


class ArtBroken(RuntimeError):  # noqa: N818 - the name says the state
    """The sheet of artwork that comes with the package is missing or broken."""


@lru_cache(maxsize=1)
def cells() -> dict[str, NDArray[np.uint8]]:
    """Every piece by its name, CELL×CELL×4 BGRA. Raises `ArtBroken`."""
    picture = cv2.imread(str(FILE), cv2.IMREAD_UNCHANGED)
    rows = -(-len(NAMES) // COLUMNS)
    if picture is None or picture.shape != (rows * CELL, COLUMNS * CELL, 4):
        raise ArtBroken(f"{FILE} is missing or broken; install Tableside again")
    found = {}
    for n, name in enumerate(NAMES):
        y, x = divmod(n, COLUMNS)
        found[name] = np.array(picture[y * CELL : (y + 1) * CELL, x * CELL : (x + 1) * CELL], dtype=np.uint8)
    return found
