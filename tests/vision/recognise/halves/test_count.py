"""Pips counted without the network."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.halves.layouts import LAYOUTS
from models.halves.patch import PATCH
from vision.recognise.halves.count import Count, count
from vision.recognise.halves.lattice import spots

FINER = 8
MAKES = {
    "dark on light": ((225, 232, 235), (30, 30, 30)),
    "light on dark": ((35, 35, 40), (240, 240, 240)),
    "blue on rose": ((170, 150, 230), (200, 60, 40)),
    "as light as the ground": ((160, 160, 160), (70, 150, 230)),
}


def patch(number: int, layout: int = 0, make: str = "dark on light", dimples: bool = False) -> np.ndarray:
    """A half with its line below, on a green table."""
    body, ink = MAKES[make]
    side, half, margin = PATCH.side * FINER, PATCH.half * FINER, PATCH.margin * FINER
    picture = np.full((side, side, 3), (60, 110, 60), np.uint8)
    cv2.rectangle(picture, (margin, margin), (margin + half, side), body, -1)
    line = margin + half
    cv2.rectangle(picture, (margin + half // 8, line - 8), (margin + half - half // 8, line + 8), ink, -1)
    radius = round(half * (0.085 if number < 10 else 0.055))

    def disc(x: float, y: float, colour: tuple[int, ...]) -> None:
        at = (round(margin + half * (0.5 + 0.29 * x)), round(margin + half * (0.5 + 0.29 * y)))
        cv2.circle(picture, at, radius, colour, -1)

    for x, y in LAYOUTS[9][0] if dimples else ():
        disc(x, y, tuple(round(v + 0.15 * (w - v)) for v, w in zip(body, ink, strict=True)))
    for x, y in LAYOUTS[number][layout]:
        disc(x, y, ink)
    return cv2.resize(picture, (PATCH.side, PATCH.side), interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize(
    ("number", "layout"), [(number, layout) for number, ways in LAYOUTS.items() for layout in range(len(ways))]
)
def test_every_layout_is_counted(number: int, layout: int) -> None:
    upright = patch(number, layout)
    found = count(np.stack([upright, np.rot90(upright, 2), upright[:, ::-1]]))
    assert found.numbers[0] == number
    assert found.numbers[2] == number


@pytest.mark.parametrize("make", MAKES)
def test_any_colours(make: str) -> None:
    found = count(np.stack([patch(number, make=make) for number in LAYOUTS]))
    assert found.numbers.tolist() == list(LAYOUTS)


def test_unpainted_dimples_do_not_count() -> None:
    numbers = range(7)
    found = count(np.stack([patch(number, make="light on dark", dimples=True) for number in numbers]))
    assert found.numbers[1:].tolist() == list(numbers)[1:]


def test_light_that_falls_off_makes_no_difference() -> None:
    ramp = np.linspace(0.35, 1.0, PATCH.side)[:, None, None]
    found = count(np.stack([(patch(number) * ramp).astype(np.uint8) for number in range(1, 13)]))
    assert found.numbers.tolist() == list(range(1, 13))


def test_a_quad_that_is_a_little_off() -> None:
    shifts = [(dx, dy) for dx in (-2, 0, 2) for dy in (-2, 0, 2)]
    moved = [np.roll(patch(number), shift, axis=(0, 1)) for number in (1, 5, 8, 12) for shift in shifts]
    found = count(np.stack(moved))
    assert found.numbers.tolist() == [number for number in (1, 5, 8, 12) for _ in shifts]


def test_what_ties_with_the_best_is_possible_a_blank_never() -> None:
    fits = np.zeros((3, 13), np.float32)
    fits[0, [11, 12]] = 0.80, 0.82
    fits[1, [4, 5]] = 0.7, 0.9
    fits[2, 3] = 0.02
    possible = Count(np.array([12, 5, 0]), fits, np.ones(3, np.float32)).possible()
    assert [np.flatnonzero(row).tolist()[:2] for row in possible[:2]] == [[11, 12], [5]]
    assert possible[2, 0]
    assert not possible[:2, 0].any()


def test_contrast_is_in_units_of_lightness() -> None:
    grey = np.full((PATCH.side, PATCH.side, 3), 120, np.uint8)
    cv2.circle(grey, (24, 24), 3, (200, 200, 200), -1)
    found = count(grey[None])
    assert found.numbers.tolist() == [1]
    lab = cv2.cvtColor(np.uint8([[[120] * 3, [200] * 3]]), cv2.COLOR_BGR2LAB)[0, :, 0].astype(float)
    assert found.contrast[0] == pytest.approx(lab[1] - lab[0], rel=0.25)


def test_the_lattice_reads_patches_of_both_halves() -> None:
    for first, second in ((1, 6), (5, 3), (0, 9), (4, 0)):
        assert spots(np.stack([patch(first), patch(second)])).tolist() == [first, second]


def test_pips_on_grained_wood_are_counted_where_the_grain_varies_more() -> None:
    side, margin, half = PATCH.side, PATCH.margin, PATCH.half
    grain = 40 * np.sin(np.arange(side) * 0.45)[None, :, None] * np.ones((side, 1, 3))
    patch = (np.array([96, 150, 196]) + grain).clip(0, 255).astype(np.uint8)
    for x, y in ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)):
        at = (round(margin + half / 2 + 11 * x), round(margin + half / 2 + 11 * y))
        cv2.circle(patch, at, 3, (120, 150, 178), -1, cv2.LINE_AA)
    assert count(patch[None]).numbers[0] != 5
    assert count(patch[None], direction=1).numbers[0] == 5
