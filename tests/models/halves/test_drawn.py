"""Drawn halves: the pips that are asked for, for every number and make."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.halves.augment import disturbed, jittered
from models.halves.drawn import draw_half, draw_none
from models.halves.gather import SOURCE
from models.halves.layouts import LAYOUTS
from models.halves.patch import NUMBERS, PATCH

GROUND = np.full((SOURCE.side, SOURCE.side, 3), 90, np.uint8)


@pytest.mark.parametrize("number", range(NUMBERS))
def test_every_layout_has_as_many_pips_as_it_says(number: int) -> None:
    for spots in LAYOUTS[number]:
        assert len(set(spots)) == len(spots) == number
        assert all(-1 <= value <= 1 for spot in spots for value in spot)


@pytest.mark.parametrize("number", [0, 1, 4, 9, 12])
def test_a_drawn_half_shows_its_pips(number: int) -> None:
    """Blobs of any contrast in the middle of the half, in drawings whose pips are plain and apart."""
    counted = []
    for seed in range(60):
        half = draw_half(np.random.default_rng(seed), GROUND, number, SOURCE)
        inner = half[SOURCE.margin + 4 : -SOURCE.margin - 4, SOURCE.margin + 4 : -SOURCE.margin - 4].astype(int)
        ground = np.median(inner.reshape(-1, 3), axis=0)
        ink = (np.abs(inner - ground).sum(axis=2) > 90).astype(np.uint8)
        counted.append(cv2.connectedComponents(ink, connectivity=4)[0] - 1)
    assert np.bincount(counted).argmax() == number


def test_chance_alone_decides() -> None:
    one, same = (draw_half(np.random.default_rng(5), GROUND, 7, SOURCE) for _ in range(2))
    other = draw_half(np.random.default_rng(6), GROUND, 7, SOURCE)
    assert (one == same).all()
    assert (one != other).any()
    assert draw_none(np.random.default_rng(5), GROUND, SOURCE).shape == (SOURCE.side, SOURCE.side, 3)


def test_patches_are_disturbed_within_their_range() -> None:
    halves = np.stack([draw_half(np.random.default_rng(n), GROUND, n % NUMBERS, SOURCE) for n in range(40)])
    first, same = (disturbed(halves, np.random.default_rng(1)) for _ in range(2))
    assert first.shape == (40, 3, PATCH.side, PATCH.side)
    assert first.dtype == np.float32
    assert (first == same).all()
    assert first.min() >= 0
    assert first.max() <= 255
    still = jittered(halves, np.random.default_rng(1))
    assert np.abs(first - still).mean() > 5


def test_jitter_keeps_the_half_in_the_patch() -> None:
    white = np.zeros((200, SOURCE.side, SOURCE.side, 3), np.uint8)
    white[:, SOURCE.margin : -SOURCE.margin, SOURCE.margin : -SOURCE.margin] = 255
    patches = jittered(white, np.random.default_rng(2))
    seen = patches.mean(axis=(1, 2, 3)) / 255 * (PATCH.side / PATCH.half) ** 2
    assert seen.mean() == pytest.approx(1.0, abs=0.05)
    assert (np.abs(seen - 1) < 0.2).mean() > 0.9
