"""The box of Stones as things: stones, bases, tokens, tiles, marker and board of one film."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.optics.world import Piece, Thing
from datasets.pieces.printed import Finish, cut, disc, plate, printed, texture_of
from datasets.pieces.stone import SIZES, base_stone, draw_stone_set, stone
from datasets.stoneboard import board
from datasets.stoneboard.pieces import LABELS, piece, raster
from datasets.stoneboard.tiles import SIDE
from datasets.stoneboard.tokens import BASE, FIVE, TOKEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.random import Generator

    from datasets.optics.material import Texture

THICK: Final = 2.0
"""Thickness (mm) of tiles, tokens, marker and board."""
BASE_THICK: Final = 6.0
BOARD_SHARPNESS: Final = 3.0
SHARPNESS: Final = 4.0
"""Texels a mm of the artwork."""


@dataclass(frozen=True)
class StoneBox:
    """`stones` in the order of their sizes and the base of all stacks; `printed` things are made when they are seen."""

    stones: tuple[Thing, ...]
    base: Thing
    finish: Finish

    @classmethod
    def open(cls, look: Generator, counts: Sequence[int]) -> StoneBox:
        """The box of a film: so many stones of each size; the same for the same source of chance."""
        set_ = draw_stone_set(look)
        stones = tuple(stone(look, set_, size) for size, count in zip(SIZES, counts, strict=True) for _ in range(count))
        return cls(stones, base_stone(set_, BASE, BASE_THICK), Finish(float(look.uniform(0.2, 0.8))))

    @cached_property
    def _texture(self) -> tuple[Texture, dict[str, int]]:
        labels = [label for label in LABELS if label not in {"board", "base", "marker"}]
        return texture_of([raster(label, SHARPNESS) for label in labels]), {n: i for i, n in enumerate(labels)}

    def board(self) -> Thing:
        """The board, which is no piece."""
        texture = texture_of([raster("board", BOARD_SHARPNESS)])
        return printed(plate((board.SIDE, board.SIDE, THICK), board.CORNER), texture, 0, 0, None, self.finish)

    def marker(self) -> Thing:
        """The location marker."""
        texture, mesh = texture_of([raster("marker", SHARPNESS)]), cut(np.asarray(piece("marker").outline[0]), THICK)
        across, along, thick = (float(side) for side in mesh.size)
        return printed(mesh, texture, 0, 0, Piece("marker", "marker", (across, along, thick), "marker"), self.finish)

    def token(self, label: str) -> Thing:
        """A player's token, golden on its back, or a five-point token."""
        texture, number = self._texture
        wide, back = (FIVE, "five") if label == "five" else (TOKEN, "token:gold")
        item = Piece("token", label, (wide, wide, THICK), back)
        return printed(disc(wide, THICK), texture, number[label], number[back], item, self.finish)

    def tile(self, label: str) -> Thing:
        """A stone tile."""
        texture, number = self._texture
        item = Piece("tile", label, (SIDE, SIDE, THICK))
        return printed(plate((SIDE, SIDE, THICK), 3.0), texture, number[label], number["back"], item, self.finish)

    def block(self, depth: float) -> Thing:
        """Tiles of a pile that nobody will see."""
        texture, number = self._texture
        back = number["back"]
        return printed(plate((SIDE, SIDE, depth), 3.0), texture, back, back, None, self.finish)
