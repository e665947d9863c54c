"""Prints for small pictures."""

import pytest

from datasets.pieces import deck

COARSE = 1.0
"""Texels a mm: more than a picture of a table shows that is some hundred pixels wide."""


@pytest.fixture(scope="module")
def coarse_prints():
    """Mats and cards have few texels; the truth of a picture does not depend on them."""
    with pytest.MonkeyPatch.context() as patched:
        for place in ("datasets.films.set.MAT_SHARPNESS", "datasets.pieces.deck.SHARPNESS"):
            patched.setattr(place, COARSE)
        _forget()
        yield
    _forget()


def _forget():
    for drawn in (deck.our_deck, deck.other_deck, deck.foreign_card):
        drawn.cache_clear()
