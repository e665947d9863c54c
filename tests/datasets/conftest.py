"""Prints and shadows for small pictures."""

import pytest

from datasets.pieces import deck

COARSE = {
    "datasets.films.set.MAT_SHARPNESS": 1.0,
    "datasets.pieces.deck.SHARPNESS": 1.0,
    "datasets.optics.studio.SHADOW_SIDE": (512, 256),
    "datasets.optics.studio.HEIGHT_SIDE": 128,
}
"""Texels a mm, and texels of a side: more than a picture of a table shows that is some hundred pixels wide."""


@pytest.fixture(scope="module")
def coarse():
    """Mats, cards and shadows have few texels; the truth of a picture does not depend on them."""
    with pytest.MonkeyPatch.context() as patched:
        for place, texels in COARSE.items():
            patched.setattr(place, texels)
        _forget()
        yield
    _forget()


def _forget():
    for drawn in (deck.our_deck, deck.other_deck, deck.foreign_card):
        drawn.cache_clear()
