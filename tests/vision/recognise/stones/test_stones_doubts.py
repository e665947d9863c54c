"""What is taken for something else: twins, strays."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.recognise.stones.doubts import OTHER, discs_on_bases, found_twice, halos, rings, shared, sorted_out, strays

Picture = NDArray[np.uint8]
GREY, RED, CLOTH = (90, 90, 90), (30, 30, 190), (180, 200, 200)
PLACES = [(150, 150), (350, 150), (550, 150), (150, 350), (350, 350), (550, 350)]


def quad(x: float, y: float, half: float) -> NDArray[np.float64]:
    return np.array([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])


def discs(places: list[tuple[int, int]], colours: list[tuple[int, int, int]], half: int) -> Picture:
    seen = np.empty((500, 700, 3), np.uint8)
    seen[:] = CLOTH
    for place, colour in zip(places, colours, strict=True):
        cv2.circle(seen, place, half, colour, -1)
    return seen


def test_a_base_that_is_also_found_as_a_stone_is_a_base() -> None:
    seen = discs(PLACES, [GREY] * 6, 34)
    quads = [quad(*place, 34) for place in PLACES]
    assert sorted_out(["base"] * 6 + ["stone"], [*quads, quad(152, 150, 34)], seen) == ["base"] * 6 + [OTHER]


def test_a_large_stone_that_is_also_found_as_a_base_is_a_stone() -> None:
    seen = discs(PLACES, [GREY] * 5 + [RED], 34)
    quads = [quad(*place, 34) for place in PLACES]
    told = sorted_out(["base"] * 6 + ["stone"], [*quads, quad(*PLACES[5], 33)], seen)
    assert told == ["base"] * 5 + [OTHER, "stone"]


def test_a_stone_on_a_base_is_no_twin_of_it() -> None:
    seen = discs(PLACES, [GREY] * 6, 34)
    quads = [quad(*place, 34) for place in PLACES]
    kinds = ["base"] * 6 + ["stone"]
    assert sorted_out(kinds, [*quads, quad(*PLACES[0], 27)], seen) == kinds
    assert not shared(quad(0, 0, 34), quad(0, 0, 27))


def test_a_disc_on_a_base_is_told_unless_it_lies_beside_or_a_stone_is_found_there() -> None:
    quads = [*(quad(*place, 34) for place in PLACES[:3]), quad(155, 145, 20), quad(395, 150, 20), quad(550, 150, 22)]
    kinds = ["base"] * 3 + ["token"] * 3
    assert discs_on_bases(kinds, quads) == [3, 5]
    assert discs_on_bases([*kinds, "stone"], [*quads, quad(548, 148, 18)]) == [3]


def test_bases_off_the_ring_are_stones_or_found_twice() -> None:
    quads = [*(quad(*place, 34) for place in PLACES[:4]), quad(600, 420, 30), quad(151, 151, 34)]
    kinds = ["base"] * 6
    seen = discs([*PLACES[:4], (600, 420)], [GREY] * 4 + [RED], 34)
    assert strays(seen, kinds, quads, [0, 1, 2, 3]) == {4: "stone", 5: OTHER}
    assert strays(seen, kinds, quads, [0, 1, 2]) == {}


def test_a_base_off_the_ring_that_looks_like_the_others_is_a_base() -> None:
    quads = [*(quad(*place, 34) for place in PLACES[:4]), quad(600, 420, 34)]
    seen = discs([*PLACES[:4], (600, 420)], [GREY] * 5, 34)
    assert strays(seen, ["base"] * 5, quads, [0, 1, 2, 3]) == {}


def test_a_base_that_stands_on_another_is_the_stone_there() -> None:
    seen = discs(PLACES, [GREY] * 6, 34)
    quads = [quad(*place, 34) for place in PLACES]
    leaning = quad(PLACES[0][0], PLACES[0][1] - 14, 30)
    assert sorted_out(["base"] * 7, [*quads, leaning], seen) == ["base"] * 6 + ["stone"]
    told = sorted_out(["base"] * 7 + ["stone"], [*quads, leaning, leaning + 1], seen)
    assert told == ["base"] * 6 + [OTHER, "stone"]


def test_a_ring_in_the_colour_of_its_base_is_no_stone() -> None:
    seen = discs([(300, 300)], [GREY], 60)
    cv2.circle(seen, (300, 300), 22, (80, 80, 80), 2)
    boxes = np.array([(300, 300, 44, 44)], dtype=np.float64)
    assert rings(seen, quad(300, 300, 60), boxes) == [0]
    cv2.circle(seen, (300, 300), 22, RED, -1)
    assert rings(seen, quad(300, 300, 60), boxes) == []
    assert rings(seen, quad(300, 300, 60), boxes + np.array([60, 0, 0, 0])) == []


def test_a_stone_within_a_surer_one_is_that_one_unless_it_stands_on_it() -> None:
    large, part, beside = (300, 300, 50, 50), (310, 310, 30, 30), (345, 300, 40, 40)
    boxes = np.array([large, part, beside], dtype=np.float64)
    assert found_twice(boxes, [0.9, 0.7, 0.8], [0, 1, 2]) == [1]
    assert found_twice(boxes, [0.7, 0.9, 0.8], [0, 1, 2]) == [0]
    assert found_twice(boxes, [0.9, 0.7, 0.8], [0, 2]) == []


def test_a_stone_with_the_base_round_it_is_that_stone() -> None:
    seen = discs([(300, 300)], [GREY], 60)
    cv2.circle(seen, (300, 300), 24, RED, -1)
    boxes = np.array([(300, 300, 48, 48), (300, 300, 66, 66)], dtype=np.float64)
    base = quad(300, 300, 60)
    assert halos(seen, base, boxes, [0.9, 0.7]) == [1]
    assert halos(seen, base, boxes, [0.7, 0.9]) == []
    cv2.circle(seen, (300, 300), 33, (200, 230, 240), -1)
    cv2.circle(seen, (300, 300), 24, RED, -1)
    assert halos(seen, base, boxes, [0.9, 0.7]) == []
