"""A half is cut the same way wherever its tile lies."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.halves.patch import PATCH, Cut, halves

TILE = np.zeros((200, 100, 3), np.uint8)
TILE[:] = (200, 220, 230)
cv2.circle(TILE, (25, 25), 9, (0, 0, 255), -1)  # first half: red beside the outer edge, left
cv2.circle(TILE, (75, 175), 9, (255, 0, 0), -1)  # second half: blue beside the outer edge, left once it is turned
cv2.rectangle(TILE, (0, 97), (100, 102), (0, 0, 0), -1)


def table(homography: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The tile on a dark table, and its quad."""
    picture = cv2.warpPerspective(TILE, homography, (640, 480), borderValue=(20, 30, 20))
    edges = np.array([[0, 0], [100, 0], [100, 200], [0, 200]], np.float64) - 0.5
    return picture, cv2.perspectiveTransform(edges[None], homography)[0]


def placed(degrees: float, scale: float) -> np.ndarray:
    turn = cv2.getRotationMatrix2D((50, 100), degrees, scale)
    turn[:, 2] += (270, 140)
    return np.vstack([turn, [0, 0, 1]])


def place(patch: np.ndarray, colour: tuple[int, int, int]) -> np.ndarray:
    """The middle of what has the colour, in half widths from the half's upper left corner."""
    near = np.abs(patch.astype(int) - colour).sum(axis=2) < 150
    y, x = np.nonzero(near)
    return (np.array([x.mean(), y.mean()]) + 0.5 - PATCH.margin) / PATCH.half


@pytest.mark.parametrize("degrees", [0, 33, 90, 180, 271])
@pytest.mark.parametrize("scale", [0.4, 1.0, 1.6])
def test_a_half_lies_with_its_outer_edge_above(degrees: float, scale: float) -> None:
    picture, corners = table(placed(degrees, scale))
    first, second = halves(picture, corners)
    assert first.shape == second.shape == (PATCH.side, PATCH.side, 3)
    assert place(first, (0, 0, 255)) == pytest.approx([0.25, 0.25], abs=0.03)
    assert place(second, (255, 0, 0)) == pytest.approx([0.25, 0.25], abs=0.03)
    for patch in (first, second):
        line = patch[PATCH.margin + PATCH.half - 1, PATCH.margin + 4 : -PATCH.margin - 4]
        assert line.mean() < 110
        assert patch[2].mean() < 60  # the table


def test_a_half_turn_of_the_quad_swaps_the_halves() -> None:
    picture, corners = table(placed(20, 1.0))
    first, second = halves(picture, corners)
    turned = halves(picture, np.roll(corners, 2, axis=0))
    assert np.abs(turned[0].astype(int) - second).max() <= 2
    assert np.abs(turned[1].astype(int) - first).max() <= 2


def test_a_large_tile_is_averaged_not_sampled() -> None:
    chance = np.random.default_rng(0)
    noise = chance.integers(0, 256, (480, 640, 3), np.uint8)
    corners = np.array([[100, 20], [320, 20], [320, 460], [100, 460]], np.float64)
    assert halves(noise, corners)[0].std() < 0.5 * noise.std()


def test_the_margin_may_be_chosen() -> None:
    picture, corners = table(placed(0, 1.0))
    assert halves(picture, corners, Cut(half=20, margin=10)).shape == (2, 40, 40, 3)
