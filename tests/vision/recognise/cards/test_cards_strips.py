"""Strips of cards that lie under others: what is looked at, and what is a card's."""

from types import SimpleNamespace

import numpy as np
import pytest

from vision.recognise.cards.known_plane import KnownPlane, Spot
from vision.recognise.cards.mat_settings import STRIPS
from vision.recognise.cards.strips import LEFT, Read, StripReader
from vision.scene.mat import mat
from vision.scene.plane.pose import Plane

UPRIGHT = Spot(100.0, 100.0, (0.0, -1.0))


@pytest.fixture
def strips():
    """Strips of 63×88 mm cards on a mat of which a picture shows 1 px a mm."""
    above = SimpleNamespace(known_plane=KnownPlane(Plane(np.eye(3), mat("stonerow", 2)), 63.0, 88.0))
    return StripReader(None, None, above, None, frozenset())


def box(left, top, right, bottom):
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)


@pytest.mark.parametrize(
    ("left", "right"),
    [(60.0, 72.0), (66.0, 78.0), (76.0, 90.0)],  # over the outer edge, the middle, and the inner edge of the strip
)
def test_a_part_of_a_strip_that_something_covers_at_any_of_its_edges_is_not_read(strips, left, right):
    """The strip reaches from 68.5 to 83.5 mm."""
    top, bottom = strips._open(UPRIGHT, LEFT, 15.0, [box(left, 40.0, right, 100.0)])
    assert (top, bottom) == (0.5, 1.0)


def test_a_strip_beside_which_cards_lie_is_read_whole(strips):
    assert strips._open(UPRIGHT, LEFT, 15.0, [box(40.0, 40.0, 69.0, 160.0)]) == (0.0, 1.0)


def test_a_strip_of_which_nearly_nothing_shows_is_not_read(strips):
    assert strips._open(UPRIGHT, LEFT, 15.0, [box(60.0, 40.0, 90.0, 142.0)]) is None


@pytest.mark.parametrize(("face", "card"), [(-0.1, True), (-0.29, True), (-0.31, False), (-0.9, False)])
def test_a_strip_is_a_card_s_where_its_face_leaves_little_of_what_the_bare_mat_leaves(face, card):
    """What the bare mat leaves is 1 nat a pixel here."""
    read = Read(UPRIGHT, (slice(0, 1), slice(0, 1)), 0, np.array([0]), np.array([face], np.float32), 1.0, -1.0)
    assert read.is_card(STRIPS) == card
