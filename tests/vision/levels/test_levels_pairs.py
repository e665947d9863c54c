"""What two tiles say of each other's levels, and walls of their thickness."""

from __future__ import annotations

import numpy as np
import pytest
from levels_seen import SIZE, Camera, Tile, game, picture, quads

from vision.levels.camera import fit, view
from vision.levels.pairs import Flat, lonely, near, odds
from vision.levels.walls import thickness

THICK = np.array([0.38])


def _odds(*tiles: tuple[complex, float]) -> np.ndarray:
    """Log odds (3, 3) of the levels of two tiles (place on the ground, degrees) far from below the camera."""
    centre = np.array([place for place, _ in tiles]) + 10.0
    turn = np.exp(1j * np.radians([angle for _, angle in tiles]))
    flat = Flat(centre, turn, np.full(2, 0.01), 2.0, 12.0, 3)
    one, two = near(flat)
    return np.asarray(odds(flat, one, two, THICK))[0, 0]


def test_end_to_end_is_one_level() -> None:
    found = _odds((0.0, 0.0), (2.0, 0.0))
    assert np.unravel_index(found.argmax(), found.shape) == (0, 0)


def test_two_in_one_place_are_not_of_one_level() -> None:
    found = _odds((0.0, 0.0), (0.5 + 0.3j, 40.0))
    assert max(np.diag(found)) < found.max() - 3.0


def test_a_tile_under_another_would_not_be_seen() -> None:
    found = _odds((0.0, 0.0), (0.1, 0.0))
    assert found[0, 1] < -3.0
    assert np.diag(found).max() < -3.0


def test_half_a_step_beside_the_line_is_no_level_of_the_run() -> None:
    """At right angles and beside one half: an arm of a branch."""
    found = _odds((0.0, 0.0), (0.5 + 1.5j, 90.0))
    assert found[0, 0] == pytest.approx(found.max(), abs=1e-6)
    assert found[0, 0] > found[1, 1]


def test_a_line_on_the_table_has_no_half_empty_steps() -> None:
    odd, even = _odds((0.0, 0.0), (3.0, 0.0)), _odds((0.0, 0.0), (4.0, 0.0))
    assert odd[0, 0] < -2.0 < even[0, 0]


def test_a_tile_alone_is_lonely() -> None:
    centre, turn = np.array([0.0, 2.0, 20.0 + 0j]), np.exp(1j * np.radians([0.0, 1.0, 0.0]))
    flat = Flat(centre, turn, np.full(3, 0.01), 2.0, 12.0, 3)
    assert lonely(flat, *near(flat)).tolist() == [False, False, True]


@pytest.mark.parametrize("thick", [0.28, 0.38, 0.5])
def test_walls_tell_how_thick_tiles_are(thick: float) -> None:
    tiles = [*game(), Tile(4.5, 3.0, 0, 75.0)]
    camera = Camera(40.0, thick=thick)
    seen = np.stack(quads(tiles, camera))
    found = fit(seen, SIZE)
    # Drawn walls have sharp edges: what rounded ones take away is given back.
    tried = np.array([0.25, 0.28, 0.32, 0.38, 0.44, 0.5, 0.56])
    told = thickness(picture(tiles, camera), seen, found, view(found[None], seen, SIZE), tried * np.exp(0.1))
    assert abs(np.log(tried[told.argmax()] / thick)) < 0.16
