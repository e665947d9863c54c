"""Corners laid anew with what the other tiles tell of the camera."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_tables import spread

from datasets.draw import Scene, View
from vision.geometry import quad, sides
from vision.recognise.dominoes.table import DominoTable
from vision.recognise.trained.again import again, sizes

SLANTED = View(960, 540, distance=420, focal=900, tilt=40)
SCENE = Scene(spread(("0-1", "2-3", "4-5", "6-6", "0-0", "1-4")), SLANTED, "slate", seed=2)
TRUE = [quad(piece["corners"]) for piece in SCENE.truth()["pieces"]]


def apart(one: np.ndarray, other: np.ndarray) -> float:
    """How far corners are off in the mean, in mean sides, whichever comes first."""
    ways = (np.linalg.norm(one - np.roll(other, turn, axis=0), axis=1).mean() for turn in range(4))
    return float(min(ways)) / float(np.sqrt(np.prod(sides(other))))


def test_a_quad_that_is_a_tenth_off_and_no_rhomb_is_laid_where_the_tile_is() -> None:
    chance = np.random.default_rng(3)
    rough = []
    for corners in TRUE[:3]:
        size = float(np.sqrt(np.prod(sides(corners))))
        rough.append(corners + chance.normal(0, 0.06 * size, 2) + chance.normal(0, 0.06 * size, (4, 2)))
    laid = again(SCENE.draw(), rough, TRUE[3:] + TRUE[3:4])
    before = [apart(one, true) for one, true in zip(rough, TRUE, strict=False)]
    after = [apart(one, true) for one, true in zip(laid, TRUE, strict=False)]
    assert min(before) > 0.05
    assert max(after) < 0.04, (before, after)


def test_without_sure_tiles_the_doubtful_ones_tell_the_camera() -> None:
    laid = again(SCENE.draw(), [corners + 1.5 for corners in TRUE], [])
    assert np.median([apart(one, true) for one, true in zip(laid, TRUE, strict=True)]) < 0.03


def test_nothing_doubtful_is_nothing_to_do() -> None:
    assert again(SCENE.draw(), [], TRUE) == ()


def test_how_large_a_thing_is_on_the_table_is_told_at_any_distance() -> None:
    """A dot near the camera may seem as long as a tile far away. Backs are told from it by that."""
    picture = SCENE.draw()
    near, far = max(TRUE, key=lambda each: each[:, 1].mean()), min(TRUE, key=lambda each: each[:, 1].mean())
    small = near.mean(axis=0) + 0.6 * (near - near.mean(axis=0))
    others = [each for each in TRUE if each is not near and each is not far]
    assert sizes(picture, [near, far, small], others) == pytest.approx([1.0, 1.0, 0.6], abs=0.05)
    table = DominoTable()
    assert table._as_large(picture, [near, far, small], others) == [True, True, False]
    assert table._as_large(picture, [small], others[:2]) == [True], "two tiles tell no camera"
    assert table._as_large(picture, [], others) == []


def test_a_known_length_is_kept_to() -> None:
    picture = np.full((240, 320, 3), 90, np.uint8)
    long = quad([[100, 60], [140, 60], [140, 156], [100, 156]])
    (free,), (kept,) = again(picture, [long], []), again(picture, [long], [], aspect=1.6)
    assert abs(sides(kept)[1] / sides(kept)[0] - 1.6) < abs(sides(free)[1] / sides(free)[0] - 1.6)


def test_quads_that_no_tile_has_stay_as_they_are_or_become_finite() -> None:
    point = quad([[50, 50], [50, 50], [50, 50], [50, 50]])
    line = quad([[0, 0], [300, 0], [300, 0.1], [0, 0.1]])
    far = quad([[-900, -900], [-880, -900], [-880, -860], [-900, -860]])
    for laid in again(np.full((240, 320, 3), 90, np.uint8), [point, line, far], []):
        assert np.isfinite(laid).all()
