"""Decks as textures: ours, or one of endless others; every label a layer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from datasets.deck.faces import raster
from datasets.deck.labels import BACK, FACES
from datasets.optics.world import Piece, Thing
from datasets.pieces.printed import Finish, bent, printed, texture_of

if TYPE_CHECKING:
    from numpy.random import Generator

    from datasets.optics.material import Texture

SHARPNESS: Final = 4.0
"""Texels a mm."""
FORMATS: Final = ((63.0, 88.0), (63.0, 88.0), (63.0, 88.0), (57.0, 89.0), (44.0, 67.0), (70.0, 110.0))
"""Widths and heights (mm) that decks are printed in."""
THICKNESS: Final = 0.32


@dataclass(frozen=True, eq=False)
class Deck:
    """Faces in one texture; `number` maps a label to its layer."""

    texture: Texture
    number: dict[str, int]


@lru_cache(maxsize=1)
def our_deck() -> Deck:
    """The deck that Tableside prints."""
    labels = (*FACES, BACK)
    return Deck(texture_of([raster(label, SHARPNESS) for label in labels]), {n: i for i, n in enumerate(labels)})


@dataclass(frozen=True, slots=True, eq=False)
class CardStock:
    """How a deck is made: its faces, its size in mm, its finish, how its cards are bent."""

    deck: Deck
    size: tuple[float, float]
    finish: Finish
    bend: float

    def card(self, label: str, lift: tuple[float, float, float], piece: bool = True) -> Thing:
        """A card that bears a label, bent by `lift` mm as `bent` says; foreign cards are no piece."""
        width, height = self.size
        mesh = bent(width, height, lift)
        across = 9
        order = (0, across - 1, len(mesh.points) - 1, len(mesh.points) - across)
        corners = tuple((float(x), float(y), float(z)) for x, y, z in mesh.points[list(order)])
        item = Piece("card", label, (width, height, THICKNESS), corners=corners) if piece else None
        return printed(
            mesh, self.deck.texture, self.deck.number[label], self.deck.number[BACK], item, self.finish, True
        )

    def draw_lift(self, rng: Generator) -> tuple[float, float, float]:
        """How one card is bent."""
        a, b, c = rng.normal(0, self.bend, 3)
        return float(a), float(abs(b)), float(abs(c))


def draw_stock(rng: Generator, deck: Deck) -> CardStock:
    """A deck's stock from chance: bare, varnished or in sleeves."""
    size = FORMATS[int(rng.integers(len(FORMATS)))]
    return CardStock(deck, size, Finish(float(rng.uniform(0.12, 0.7))), float(rng.choice([0.0, 0.3, 0.8, 1.6])))
