"""The deck of the tests, enrolled once."""

from __future__ import annotations

import pytest
from card_tables import ASPECT, LABELS, face

from vision.recognise.cards import card_reader, deck_of_faces


@pytest.fixture(scope="session")
def deck():
    return deck_of_faces(LABELS, [face(label) for label in LABELS], ASPECT, "some")


@pytest.fixture(scope="session")
def reader(deck):
    return card_reader(deck)
