"""Cards that lie face down on the mat are known by their colours, also where a lamp shines in their gloss."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from vision.recognise.cards.backs import Backs
from vision.recognise.cards.known_plane import KnownPlane
from vision.recognise.cards.look import pyramid
from vision.recognise.cards.printed import printed_deck
from vision.recognise.cards.reader import card_reader

if TYPE_CHECKING:
    from vision.scene.plane.pose import Plane


@pytest.fixture(scope="module")
def faces():
    return card_reader(printed_deck())


def sure(faces, number, veil):
    """How sure a face of the deck is face down, with so much grey light (0 … 255) on all of it."""
    face = faces.ready.deck.faces[number]
    picture = np.clip(face.astype(np.float32) + veil, 0, 255).astype(np.uint8)
    height, width = picture.shape[:2]
    ground = KnownPlane(cast("Plane", None), 63.0, 88.0)
    corners = np.array([(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)], np.float64)
    return Backs(pyramid(picture), faces.ready, ground).at(corners)


@pytest.mark.parametrize("veil", [0, 30, 55])
def test_gloss_on_a_back_hides_it_not(faces, veil):
    assert all(sure(faces, number, veil) > 0.8 for number in faces.ready.backs)


def test_no_face_is_a_back(faces):
    others = set(range(len(faces.ready.deck.faces))) - set(faces.ready.backs)
    assert max(sure(faces, number, 0) for number in others) < 0.8


def test_a_face_that_is_nearly_a_back_is_none(faces):
    """Decks with dark faces and dark backs lay their faces down before."""
    deck = faces.ready.deck
    back, number = deck.faces[faces.ready.backs[0]], deck.labels.index("G6")
    alike = deck.faces.copy()
    alike[number] = back // 2 + back // 4 + deck.faces[number] // 4
    dark = card_reader(replace(deck, faces=alike))
    assert sure(faces, faces.ready.backs[0], 0) > 0.8
    assert sure(dark, number, 0) == 0.0
    assert sure(dark, faces.ready.backs[0], 0) > 0.8
