"""The network of crops: chances of every class, and what is believed by them."""

from __future__ import annotations

import numpy as np
import pytest

from models.strange.crop import CLASSES, STRANGE
from vision.recognise import strange

QUADS = [np.array([[20.0, 20], [80, 20], [80, 80], [20, 80]]) + shift for shift in (0, 40)]
PICTURE = np.full((160, 160, 3), 110, np.uint8)


def test_chances_add_up_to_one_and_bare_table_is_strange() -> None:
    told = strange.chances(PICTURE, QUADS)
    assert told.shape == (2, len(CLASSES))
    assert np.allclose(told.sum(axis=1), 1, atol=1e-4)
    assert (told[:, STRANGE] > 0.5).all()
    assert strange.chances(PICTURE, []).shape == (0, len(CLASSES))


@pytest.mark.parametrize(
    ("own", "other", "sure"),
    [
        (0.9, 0.1, True),
        (0.3, 0.7, False),  # rather something strange
        (0.1, 0.2, False),  # rather a piece of another class
    ],
)
def test_what_is_believed(monkeypatch, own: float, other: float, sure: bool) -> None:
    row = np.zeros((1, len(CLASSES)))
    row[0, CLASSES.index("card_back")], row[0, STRANGE] = own, other
    monkeypatch.setattr(strange, "chances", lambda *_: row)
    assert strange.believed(PICTURE, QUADS[:1], "card_back") == [sure]
