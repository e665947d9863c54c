"""Decks as textures: ours, or one of endless others; every label a layer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from datasets.deck.faces import raster
from datasets.deck.labels import BACK, FACES
from datasets.decks.deck import random_deck
from datasets.decks.foreign import BACK as FOREIGN_BACK
from datasets.decks.foreign import playing_deck, shedding_deck
from datasets.optics.world import Piece, Thing
from datasets.pieces.printed import bent, corner_radius, draw_finish, printed, texture_of

if TYPE_CHECKING:
    from numpy.random import Generator

    from datasets.optics.material import Texture
    from datasets.pieces.printed import Finish

SHARPNESS: Final = 4.0
"""Texels a mm."""
OURS: Final = 0.3
"""The share of tables with our deck."""
THICKNESS: Final = 0.32


@dataclass(frozen=True, eq=False)
class Deck:
    """Faces in one texture; `number` maps a label to its layer.

    `size` is a card's width and height in mm, `corner` the radius of its corners.
    """

    texture: Texture
    number: dict[str, int]
    size: tuple[float, float]
    corner: float
    back: str = BACK
    name: str = "ours"


@lru_cache(maxsize=1)
def our_deck() -> Deck:
    """The deck that Tableside prints."""
    labels = (*FACES, BACK)
    number = {label: layer for layer, label in enumerate(labels)}
    faces = [raster(label, SHARPNESS) for label in labels]
    return Deck(texture_of(faces), number, (63.0, 88.0), corner_radius(faces[0], SHARPNESS))


@lru_cache(maxsize=3)
def other_deck(seed: int) -> Deck:
    """A random deck; it takes a second to draw, so scenes share it."""
    labels = (*FACES, BACK)
    deck, number = random_deck(seed), {label: layer for layer, label in enumerate(labels)}
    back = deck.card(BACK)
    faces = [deck.raster(label, SHARPNESS) for label in labels]
    corner = corner_radius(faces[0], SHARPNESS)
    return Deck(texture_of(faces), number, (back.width, back.height), corner, name=f"random {seed}")


@lru_cache(maxsize=64)
def foreign_card(seed: int, turn: int) -> Deck:
    """One card of another game with its back: the `turn`-th of the foreign deck of a seed."""
    deck = playing_deck(seed) if seed % 2 else shedding_deck(seed)
    label = deck.labels[turn % len(deck.labels)]
    back = deck.card(FOREIGN_BACK)
    faces = [deck.raster(name, SHARPNESS) for name in (label, FOREIGN_BACK)]
    corner = corner_radius(faces[0], SHARPNESS)
    number = {label: 0, FOREIGN_BACK: 1}
    return Deck(texture_of(faces), number, (back.width, back.height), corner, FOREIGN_BACK, f"foreign {seed}")


@dataclass(frozen=True, slots=True, eq=False)
class CardStock:
    """How a deck is made: its faces, its finish, how its cards are bent."""

    deck: Deck
    finish: Finish
    bend: float

    @property
    def size(self) -> tuple[float, float]:
        """A card's width and height in mm."""
        return self.deck.size

    def card(self, label: str, lift: tuple[float, float, float], piece: bool = True) -> Thing:
        """A card that bears a label, bent by `lift` mm as `bent` says; foreign cards are no piece."""
        width, height = self.size
        mesh, corners = bent(width, height, lift, self.deck.corner)
        item = Piece("card", label, (width, height, THICKNESS), corners=corners) if piece else None
        return printed(
            mesh, self.deck.texture, self.deck.number[label], self.deck.number[self.deck.back], item, self.finish, True
        )

    def draw_lift(self, rng: Generator) -> tuple[float, float, float]:
        """How one card is bent."""
        a, b, c = rng.normal(0, self.bend, 3)
        return float(a), float(abs(b)), float(abs(c))


def draw_stock(rng: Generator, deck: Deck) -> CardStock:
    """A deck's stock from chance: bare, varnished or in sleeves."""
    return CardStock(deck, draw_finish(rng, (0.12, 0.7)), float(rng.choice([0.0, 0.3, 0.8, 1.6])))
