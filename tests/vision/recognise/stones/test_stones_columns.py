"""Which stones stand on which base."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from stones_views import MIDDLE, ring_places, view

from vision.recognise.stones.colour import sample
from vision.recognise.stones.columns import Link, columns, lines
from vision.recognise.stones.order import ordered

if TYPE_CHECKING:
    from vision.recognise.stones.plane import Plane


def stone(plane: Plane, place: np.ndarray, height: float, radius: float = 12.0, thick: float = 6.0) -> list[float]:
    """The box (centre, width, height) of a flat ellipsoid whose middle is at a height over a place."""
    pixel = plane.project(place[None], np.array([height]))
    scale = plane.scale(pixel, np.array([height]))[0]
    steep = plane.steepness(pixel)[0]
    tall = np.hypot(radius * steep, thick * np.sqrt(1 - steep**2))
    return [*pixel[0], 2 * radius * scale, 2 * tall * scale]


@pytest.mark.parametrize("elevation", [30, 50, 65])
def test_a_column_is_told_from_stones_of_the_river(elevation: float) -> None:
    plane = view(elevation)
    bases = ring_places(plane, 0.4)
    middle = plane.places(MIDDLE[None])[0]
    tower = [stone(plane, bases[1], 7 + 6 + 12 * n) for n in range(4)]
    river = [stone(plane, middle + aside, 6) for aside in ([0, 0], [30, 10], [-25, 20])]
    told = lines(plane, np.array([tower[2], river[0], tower[0], tower[3], *river[1:], tower[1]]), bases, middle)
    grown = columns(told)
    assert [len(column) for column in grown] == [0, 4, 0, 0, 0, 0]
    assert [link.stone for link in grown[1]] == [2, 6, 0, 3]
    assert [link.position for link in grown[1]] == [1, 2, 3, 4]
    assert all(link.sureness > 0.6 for link in grown[1])


def test_a_gap_counts_as_a_hidden_stone() -> None:
    plane = view(30)
    bases = ring_places(plane, 0.0)
    boxes = np.array([stone(plane, bases[5], 13), stone(plane, bases[5], 13 + 3 * 12 - 4)])
    grown = columns(lines(plane, boxes, bases, plane.places(MIDDLE[None])[0]))
    assert [link.position for link in grown[5]] == [1, 3]


def test_without_bases_there_are_no_columns() -> None:
    plane = view(40)
    boxes = np.array([stone(plane, plane.places(MIDDLE[None])[0], 6)])
    assert columns(lines(plane, boxes, np.zeros((0, 2)), None)) == ()


def picture_of(discs: list[tuple[int, int, int, tuple[int, int, int]]]) -> np.ndarray:
    """Discs (x, y, radius, BGR) painted one over another."""
    canvas = np.full((200, 200, 3), 90, np.uint8)
    y, x = np.mgrid[:200, :200]
    for cx, cy, radius, colour in discs:
        canvas[(x - cx) ** 2 + (y - cy) ** 2 < radius**2] = colour
    return canvas


@pytest.mark.parametrize("upper", [0, 1])
def test_seen_from_straight_above_the_uppermost_is_the_one_that_is_whole(upper: int) -> None:
    discs = [(90, 100, 30, (40, 60, 200)), (108, 100, 28, (190, 120, 40))]
    picture = picture_of([discs[1 - upper], discs[upper]])
    boxes = np.array([[x, y, 2 * r, 2 * r] for x, y, r, _ in discs], dtype=np.float64)
    samples = sample(picture, boxes)
    column = [Link(0, 1, 13.0, 1.0), Link(1, 2, 25.0, 1.0)]
    unknown = np.full(2, 18.0), np.full(2, 17.0)
    found = ordered(column, unknown, boxes, samples)
    assert [link.stone for link in found] == [1 - upper, upper]
    assert [(link.position, link.height) for link in found] == [(1, 13.0), (2, 25.0)]


def test_an_outline_within_another_is_above_it_in_one_colour_too() -> None:
    picture = picture_of([(100, 100, 40, (60, 60, 60)), (104, 98, 20, (66, 66, 66))])
    boxes = np.array([[104.0, 98, 40, 40], [100.0, 100, 80, 80]])
    column = [Link(0, 1, 13.0, 1.0), Link(1, 2, 25.0, 1.0)]
    found = ordered(column, (np.full(2, 18.0), np.full(2, 17.0)), boxes, sample(picture, boxes))
    assert [link.stone for link in found] == [1, 0]


def test_how_many_stones_are_hidden_is_surer_from_the_side_than_from_above() -> None:
    counted = {}
    for elevation in (30, 80):
        plane = view(elevation)
        bases = ring_places(plane, 0.0)
        boxes = np.array([stone(plane, bases[5], 13)])
        grown = columns(lines(plane, boxes, bases, plane.places(MIDDLE[None])[0]))
        assert [link.position for link in grown[5]] == [1]
        counted[elevation] = grown[5][0].counted
    assert counted[30] > 0.97
    assert 0.8 < counted[80] < counted[30]
