"""The StoneRow deck as pixels: size, corners, symmetry, and that eyes of every kind tell cards apart."""

from __future__ import annotations

from itertools import combinations, pairwise

import cv2
import numpy as np
import pytest

from datasets.art.colour import BLINDNESS, distance, lightness, seen_with
from datasets.deck.faces import card, raster
from datasets.deck.labels import FACES, GUILDS, LABELS
from datasets.deck.palette import GUILD_TINTS, PAPER

SMALL = 60 / 88
"""Pixels a millimetre where a card is 60 px high."""


@pytest.mark.parametrize("label", LABELS)
def test_a_card_is_63_by_88_mm_with_round_corners(label: str) -> None:
    drawing = card(label)
    assert (drawing.width, drawing.height) == (63.0, 88.0)
    picture = raster(label, 2)
    assert picture.shape == (176, 126, 4)
    assert picture.dtype == np.uint8
    assert picture[0, 0, 3] == picture[-1, -1, 3] == 0
    assert picture[88, :, 3].min() == 255


def test_the_back_is_the_same_both_ways_up() -> None:
    back = raster("back", 4)
    blurred = cv2.blur(back, (5, 5)).astype(int)
    assert np.abs(blurred - blurred[::-1, ::-1]).max() <= 16


@pytest.mark.parametrize("label", FACES)
def test_corner_indices_read_from_both_sides(label: str) -> None:
    picture = raster(label, 4).astype(int)[:, :, :3]
    corner = picture[12:88, 12:54]
    assert np.abs(corner - picture[::-1, ::-1][12:88, 12:54]).mean() < 4


def test_no_two_faces_look_alike_at_60_px() -> None:
    faces = {label: raster(label, SMALL)[:, :, :3].astype(int) for label in FACES}
    closest = min(np.abs(faces[a] - faces[b]).mean() for a, b in combinations(FACES, 2))
    assert closest > 3


@pytest.mark.parametrize("guild", GUILDS)
@pytest.mark.parametrize(("six", "nine"), [("6", "9")])
def test_six_and_nine_differ_whichever_way_they_lie(guild: str, six: str, nine: str) -> None:
    one, other = (raster(guild + rank, 2)[:, :, :3].astype(int) for rank in (six, nine))
    assert np.abs(one - other[::-1, ::-1]).mean() > 5


@pytest.mark.parametrize("blindness", [None, *BLINDNESS])
def test_guilds_differ_for_colour_blind_eyes(blindness: str | None) -> None:
    colours = {g: t.main if blindness is None else seen_with(blindness, t.main) for g, t in GUILD_TINTS.items()}
    for a, b in combinations(GUILDS, 2):
        assert distance(colours[a], colours[b]) > 25, (a, b, blindness)


def test_guilds_differ_in_lightness_alone() -> None:
    levels = sorted(lightness(tint.main) for tint in GUILD_TINTS.values())
    assert min(b - a for a, b in pairwise(levels)) > 12


@pytest.mark.parametrize("guild", GUILDS)
def test_figures_stand_out_from_their_ground(guild: str) -> None:
    tint = GUILD_TINTS[guild]
    assert lightness(PAPER) - lightness(tint.ink) > 50
    assert abs(lightness(tint.bright) - lightness(tint.main)) > 30


def test_guilds_symbols_differ_in_shape_without_colour() -> None:
    corners = [cv2.cvtColor(raster(f"{guild}5", 8)[148:216, 28:106, :3], cv2.COLOR_BGR2GRAY) for guild in GUILDS]
    shapes = [cv2.threshold(c, 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1].astype(int) for c in corners]
    shapes[3] = 1 - shapes[3]
    assert min(np.abs(a - b).mean() for a, b in combinations(shapes, 2)) > 0.08
