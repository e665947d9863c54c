"""Print of a cloth is no piece, and pieces on a patterned cloth are."""

from __future__ import annotations

import cv2
import numpy as np
from stones_views import SIZE, boxed, ring_places, view

from vision.recognise.stones.cloth import without_print
from vision.recognise.stones.doubts import OTHER

GREY, RED = (90, 90, 90), (30, 30, 190)
PLANE = view(50)
BASES = [boxed(PLANE, place, 20, 7) for place in ring_places(PLANE, 0.2)]
MIDDLE = ring_places(PLANE, 0.2).mean(axis=0)
EMPTY = np.full((SIZE[1], SIZE[0], 3), (180, 200, 200), np.uint8)


def quad(x: float, y: float, half: float) -> np.ndarray:
    return np.array([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])


def flat(place: tuple[float, float], side: float) -> np.ndarray:
    """A square that lies at a place from the board's middle, `side` mm."""
    ring = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * side / 2
    return PLANE.project(MIDDLE + np.array(place) + ring)


def stones(places: list[tuple[float, float]], radius: float) -> list[np.ndarray]:
    return [boxed(PLANE, MIDDLE + np.array(place), radius, radius) for place in places]


def test_print_of_another_size_than_tiles_and_tokens_is_none() -> None:
    kinds = ["base"] * 6 + ["tile"] * 9 + ["token"] * 2
    quads = [*BASES, flat((190, 0), 40), *(flat((180, y), 15) for y in range(-80, 80, 20))]
    quads += [boxed(PLANE, MIDDLE + np.array(place), radius, 2) for place, radius in (((0, 70), 10), ((0, -70), 4))]
    assert without_print(kinds, quads, EMPTY) == ["base"] * 6 + ["tile"] + [OTHER] * 8 + ["token", OTHER]


def test_petals_that_outnumber_the_bases_are_none() -> None:
    petals = [boxed(PLANE, MIDDLE + np.array((x, y)), 8, 1) for x in (-190, 190) for y in range(-80, 80, 40)]
    told = without_print(["base"] * 14, [*petals, *BASES], EMPTY)
    assert told == [OTHER] * 8 + ["base"] * 6


def test_petals_beside_the_board_are_no_stones_and_stones_as_small_on_it_are() -> None:
    petals = stones([(x, y) for x in (-190, -170, 170, 190) for y in range(-80, 80, 15)], 4)
    supply = stones([(-150, -40), (-150, 0), (-150, 40)], 16)
    half_hidden = stones([(-30, 0), (0, 0), (30, 0)], 4)
    kinds = ["base"] * 6 + ["stone"] * (len(petals) + 6)
    told = without_print(kinds, [*BASES, *petals, *supply, *half_hidden], EMPTY)
    assert told == ["base"] * 6 + [OTHER] * len(petals) + ["stone"] * 6


def test_dots_of_a_cloth_are_no_stones_and_stones_among_them_are() -> None:
    seen = EMPTY.copy()
    dots = [(40 + 60 * (n % 10), 40 + 60 * (n // 10)) for n in range(50)]
    large = [(500, 400), (600, 400)]
    for place, half, colour in [*((dot, 8, RED) for dot in dots), *((stone, 24, GREY) for stone in large)]:
        cv2.circle(seen, place, half, colour, -1)
    quads = [*(quad(*place, 8) for place in dots), *(quad(*place, 24) for place in large)]
    assert without_print(["stone"] * 52, quads, seen) == [OTHER] * 50 + ["stone"] * 2
    assert without_print(["stone"] * 12, quads[-12:], seen) == ["stone"] * 12


def test_stones_in_the_river_are_no_dots_whatever_the_cloth_shows() -> None:
    dots = stones([(x, y) for x in (-190, -165, 165, 190) for y in range(-80, 80, 20)], 9)
    river = stones([(x, y) for x in (-40, 0, 40) for y in (-30, 0, 30)], 9)
    kinds = ["base"] * 6 + ["stone"] * (len(dots) + len(river))
    told = without_print(kinds, [*BASES, *dots, *river], EMPTY)
    assert told == ["base"] * 6 + [OTHER] * len(dots) + ["stone"] * len(river)
