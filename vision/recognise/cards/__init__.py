"""Cards known by enrolment: one picture of each card, and the deck is known from then on, without training.

| file | does |
|---|---|
| `deck.py` | a deck as one frozen value and one `.npz` file; `printed.py` is the one that comes with Tableside |
| `enrol.py` | photos → a deck |
| `finder.py`, `lines.py`, `borders.py` | a `Detector` of cards of any deck by their straight edges |
| `beneath.py` | what cards that were found tell of other outlines: print, the table between, cards beneath |
| `features.py` | a `Detector` of a deck's cards by local features that vote for them |
| `search.py` | both together, for a deck that is known: finds and reads |
| `reader.py` | a `Reader`: which face lies within four corners, and which way up |
| `alike.py` | cards that look alike, compared where they differ, at the resolution of the photos |
| `close_look.py` | how: `coarse.py` compares with all faces, `align.py` fits the corners, `compare.py` decides |
| `confidence.py` | how sure that is |
| `look.py`, `gallery.py`, `quads.py` | a card free of the light on it, a deck made ready, corners |

Where it fails, by `tests/benchmarks/cards.py` and rendered tables:

- cards of which less than about half is seen: the label is often wrong among cards that share a frame, and unsure;
- a white border on a white background has no outline, and few features: such cards may be missed by `search.py`;
- pictures so dark or blurred that a person reads the card from its colour alone.
"""

from vision.recognise.cards.deck import Deck, DeckError, load_deck
from vision.recognise.cards.enrol import (
    EnrolError,
    deck_of_cards,
    deck_of_faces,
    grid_of_cards,
    look_alikes,
    one_card_twice,
    strangers,
    unevenly_lit,
    whole_card,
)
from vision.recognise.cards.features import FeatureFinder
from vision.recognise.cards.finder import CardFinder
from vision.recognise.cards.printed import printed_deck
from vision.recognise.cards.reader import CardReader, SeenCard, card_reader
from vision.recognise.cards.search import CardSearch, card_search

__all__ = [
    "CardFinder",
    "CardReader",
    "CardSearch",
    "Deck",
    "DeckError",
    "EnrolError",
    "FeatureFinder",
    "SeenCard",
    "card_reader",
    "card_search",
    "deck_of_cards",
    "deck_of_faces",
    "grid_of_cards",
    "load_deck",
    "look_alikes",
    "one_card_twice",
    "printed_deck",
    "strangers",
    "unevenly_lit",
    "whole_card",
]
