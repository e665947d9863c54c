"""What a card says, before a layout says where: its index, its symbol, its picture and its name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datasets.art.drawing import Marks
    from datasets.art.shape import Shape
    from datasets.decks.symbols import Symbol


@dataclass(frozen=True, slots=True, eq=False)
class Motif:
    """A card's content.

    `picture` is drawn about 0, 0 within 40 × 52 mm for a light background. `underlined` marks an index that upside down
    would be another.
    """

    index: tuple[Shape, ...]
    symbol: Symbol
    colour: str
    picture: Marks
    name: str
    underlined: bool = False
