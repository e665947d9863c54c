"""Which tiles touch."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.games.stackernoos.contacts import Contact, OnPlane, contacts


@given(angle=st.floats(0, 6.28), turn=st.integers(0, 3), end=st.sampled_from([-2.0, 2.0]))
@settings(max_examples=50)
def test_a_contact_and_its_reverse_are_the_same_contact(angle, turn, end):
    contact = Contact(0, 1, end * 1j**turn, turn, 0.0)
    assert contact.reverse().reverse() == contact
    spots = [OnPlane(0j, angle), OnPlane(2.1 * np.exp(1j * angle), angle + np.pi)]
    (found,) = contacts(dict(enumerate(spots)))
    (back,) = contacts(dict(enumerate(spots[::-1])))
    assert (found.at, found.turn) == (2.0, 2)
    assert (back.reverse().at, back.reverse().turn) == (2.0, 2)


@pytest.mark.parametrize(
    ("x", "y", "angle", "touches"),
    [
        (2.3, 0.0, 0.0, True),  # end to end with a gap
        (2.6, 0.0, 0.0, False),  # too far
        (2.0, 0.6, 0.0, False),  # too far aside
        (2.0, 0.0, 0.5, False),  # turned too far
        (0.0, 1.0, 0.0, False),  # side by side
        (0.5, 1.5, np.pi / 2, True),  # an end at a side
        (1.5, 1.5, np.pi / 2, False),  # corner to corner
        (0.0, 1.6, np.pi / 2, True),  # across the middle
    ],
)
def test_what_touches(x, y, angle, touches):
    assert bool(contacts({0: OnPlane(0j, 0), 1: OnPlane(complex(x, y), angle)})) is touches
