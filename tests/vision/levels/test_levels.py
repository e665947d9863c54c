"""Levels of tiles whose place is known."""

from __future__ import annotations

import numpy as np
import pytest
from levels_seen import SIZE, Camera, Tile, game, picture, quads

from vision.levels import Level, levels
from vision.levels.camera import ASPECT, FOCAL, fit, view


@pytest.mark.parametrize("elevation", [30.0, 45.0, 60.0])
@pytest.mark.parametrize("spin", [0.0, 25.0, 80.0])
def test_a_game_is_told_tile_by_tile(elevation: float, spin: float) -> None:
    tiles, camera = game(), Camera(elevation, spin=spin)
    found = levels(quads(tiles, camera, noise=0.4), SIZE, picture(tiles, camera))
    told = [(tile.level, each.level) for tile, each in zip(tiles, found, strict=True) if each.level is not None]
    assert len(told) >= len(tiles) - 1
    assert all(level == seen for level, seen in told)


def test_a_flat_table_is_flat() -> None:
    tiles = [
        Tile(-4, 1, turn=10),
        Tile(0, 0, turn=80),
        Tile(4, 2, turn=-40),
        Tile(1, 4, turn=5),
        Tile(-3, -3, turn=130),
    ]
    found = levels(quads(tiles, Camera(50.0), noise=0.4), SIZE)
    assert [each.level for each in found] == [0] * len(tiles)


def test_only_geometry_and_its_order_matter() -> None:
    seen = quads(game(), Camera(), noise=0.5)
    first = levels(seen, SIZE)
    assert levels(seen, SIZE) == first
    other_half = [np.roll(each, 2, axis=0) for each in seen]
    assert [each.level for each in levels(other_half, SIZE)] == [each.level for each in first]
    round_the_other_way = [each[[1, 0, 3, 2]] for each in seen]
    assert levels(round_the_other_way, SIZE) == first


def test_a_tile_seen_along_its_length_may_begin_with_either_edge() -> None:
    """From a low camera a tile that points away seems wider than long, and detectors take its sides for its ends."""
    tiles = [Tile(2.0 * k, 0.0) for k in (-3, -2, -1, 1)] + [Tile(-2.0, 0.0, 1), Tile(0.5, 4.0, 0, 60.0)]
    seen = quads(tiles, Camera(27.0, spin=85.0), noise=0.3)
    right = [each.level for each in levels(seen, SIZE)]
    seen[1] = np.roll(seen[1], 1, axis=0)
    assert [each.level for each in levels(seen, SIZE)] == right


def test_what_is_no_quad_has_no_level() -> None:
    seen = quads(game(), Camera())
    bow_tie, speck = seen[0][[0, 2, 1, 3]], 400 + 0.01 * seen[1]
    nowhere = np.full((4, 2), np.nan)
    found = levels([bow_tie, *seen, speck, nowhere], SIZE)
    assert found[0] == found[-2] == found[-1] == Level(None, 0.0)
    assert [each.level for each in found[1:5]] == [0, 0, 0, 0]
    assert levels([], SIZE) == ()
    assert levels([bow_tie], SIZE) == (Level(None, 0.0),)


def test_a_crooked_tile_is_not_told() -> None:
    seen = quads(game(), Camera(), noise=0.3)
    leaning = seen[-1].copy()
    leaning[2:] += (14.0, -22.0)
    assert levels([*seen[:-1], leaning], SIZE)[-1].level is None


def test_from_above_little_is_told_of_what_lies_high_and_alone() -> None:
    """Two tiles far apart, seen from above: the nearer may be smaller, so that no level of it is sure."""
    tiles = [Tile(-3.0, 0.0, 0, 12.0), Tile(3.0, 1.0, 2, 64.0)]
    found = levels(quads(tiles, Camera(89.0, distance=40.0), noise=0.5), SIZE)
    assert found[1].level != 1
    assert found[1].confidence < 0.99


def test_the_camera_is_found() -> None:
    camera = Camera(40.0)
    tiles = [Tile(x, y, turn=31.0 * x + 17.0 * y) for x in (-5.0, 0.0, 5.0) for y in (-4.0, 0.0, 4.0)]
    seen = np.stack(quads(tiles, camera, noise=0.2))
    found = fit(seen, SIZE)
    assert np.exp(found[FOCAL]) == pytest.approx(camera.focal, rel=0.06)
    assert np.exp(found[ASPECT]) == pytest.approx(2.0, rel=0.01)
    placed = view(found[None], seen, SIZE).centre[0]
    apart = abs(placed[:, None] - placed)
    true = np.array([tile.x + 1j * tile.y for tile in tiles])
    np.testing.assert_allclose(apart, abs(true[:, None] - true), atol=0.12)
