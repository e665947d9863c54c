"""The deck that Tableside prints, enrolled."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from models.decks import STONEROW
from vision.recognise.cards.deck import load_deck

if TYPE_CHECKING:
    from vision.recognise.cards.deck import Deck


@functools.cache
def printed_deck() -> Deck:
    """The deck that comes with Tableside; `DeckError` where its file is missing."""
    return load_deck(STONEROW)
