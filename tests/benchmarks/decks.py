"""Decks of chance, enrolled from their artwork, as players would enrol theirs from photos."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from datasets.deck.labels import LABELS
from datasets.decks.deck import random_deck
from datasets.films.wardrobe import deck_seed
from vision.recognise.cards.enrol import deck_of_faces

if TYPE_CHECKING:
    from pathlib import Path

    from vision.recognise.cards.deck import Deck


def enrolled_deck(seed: int) -> Deck:
    """The random deck of a seed."""
    drawn, faces = random_deck(seed), []
    for label in LABELS:
        face = drawn.raster(label, 4.0)
        alpha = face[..., 3:] / 255
        faces.append(np.rint(face[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8))
    return deck_of_faces(LABELS, faces, faces[0].shape[0] / faces[0].shape[1], f"random {seed}")


def own_pieces(game: str, seed: int | None, data: Path) -> Path | None:
    """The file of the deck that the film of a seed shows, enrolled as its players would; None where it shows ours."""
    deck = deck_seed(seed) if game == "stonerow" and seed is not None else None
    if deck is None:
        return None
    path = data / "deck.npz"
    enrolled_deck(deck).save(path)
    return path
