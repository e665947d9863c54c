"""The order of corners: what a picture alone decides."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.detector.corners import LONG, ordered

BOX = np.array([[0, 0], [1, 0], [1, 2], [0, 2]], float)


def turned(degrees: float) -> np.ndarray:
    a = np.radians(degrees)
    return 40 * BOX @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + 100


@given(st.floats(0, 360), st.integers(0, 3))
def test_the_order_does_not_depend_on_where_the_truth_begins(degrees: float, begin: int) -> None:
    corners = turned(degrees)
    # Where two orders tie, either is right.
    along = corners[2] - corners[1]
    if abs(along @ (1, -1)) < 1e-6:
        return
    assert np.allclose(ordered(corners, "domino"), ordered(np.roll(corners, 2 * begin, axis=0), "domino"))


@given(st.floats(0, 360), st.sampled_from(sorted(LONG)))
def test_a_long_piece_begins_with_a_short_edge_and_goes_round_clockwise(degrees: float, name: str) -> None:
    corners = ordered(turned(degrees), name)
    assert np.linalg.norm(corners[1] - corners[0]) < np.linalg.norm(corners[2] - corners[1])
    x, y = corners.T
    assert x @ np.roll(y, -1) - y @ np.roll(x, -1) > 0


@pytest.mark.parametrize("degrees", [0, 20, 45, 77])
def test_a_round_piece_is_the_upright_box_round_its_disc(degrees: float) -> None:
    a = np.radians(degrees)
    disc = (
        10
        * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
        @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    )
    corners = ordered(disc, "token")
    assert np.allclose(np.abs(corners), 10)
