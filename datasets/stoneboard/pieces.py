"""Every flat piece of Stones by its label."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from datasets.art.pixels import raster as pixels
from datasets.stoneboard.board import board
from datasets.stoneboard.palette import PLAYERS
from datasets.stoneboard.tiles import TILES, back, tile
from datasets.stoneboard.tokens import base_stone, five, gold_side, marker, score_token

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from datasets.art.drawing import Drawing

TOKENS: Final = tuple(f"token:{player}" for player in PLAYERS)
_SINGLE: Final[dict[str, Callable[[], Drawing]]] = {
    "token:gold": gold_side,
    "five": five,
    "marker": marker,
    "base": base_stone,
    "board": board,
    "back": back,
}
LABELS: Final = (*TILES, *TOKENS, *_SINGLE)


@lru_cache(maxsize=256)
def piece(label: str) -> Drawing:
    """The artwork of a tile as `SM/3`, its `back`, `token:red` … `token:gold`, `five`, `marker`, `base`, `board`."""
    if label in TOKENS:
        return score_token(label.removeprefix("token:"))
    if label in _SINGLE:
        return _SINGLE[label]()
    return tile(label)


def raster(label: str, px_per_mm: float) -> NDArray[np.uint8]:
    """The artwork as H×W×4 BGRA, uint8, alpha 0 beyond its outline."""
    return pixels(piece(label), px_per_mm)
