"""Drawn tables of every kind are read right, or said to be unsure."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drawn_tables import SMALL, chain, labels_of, read, row, spread

from datasets.draw import Make, Scene, Tile, View

BLACK = Make(face=(38, 34, 34), pip=(235, 238, 240))
ROSE = Make(face=(150, 105, 225), pip=(70, 225, 250), radius=0.095)
DIMPLED = Make(face=(40, 36, 36), pip=(240, 240, 240), dimples=True)
BLUE_ON_WHITE = Make(face=(235, 238, 240), pip=(170, 80, 40))
GREEN = Make(face=(70, 150, 60), pip=(240, 245, 245))


def assert_all_read(scene: Scene) -> None:
    read_labels = labels_of(read(scene), scene)
    assert read_labels == {label: label for label in read_labels}


@pytest.mark.parametrize(
    "labels",
    [
        ("0-1", "2-3", "4-5", "6-7", "8-9", "9-0"),
        ("9-9", "8-8", "7-7", "6-6", "5-5", "0-0"),  # doubles
        ("1-9", "2-8", "3-7", "4-6", "5-0", "1-2"),
    ],
)
def test_every_number_is_read_at_any_turn(labels: tuple[str, ...]) -> None:
    assert_all_read(Scene(spread(labels), SMALL, "slate", seed=1))


@pytest.mark.parametrize(
    "make", [BLACK, ROSE, DIMPLED, BLUE_ON_WHITE, GREEN], ids=["black", "rose", "dimpled", "blue", "green"]
)
def test_tiles_of_any_colour(make: Make) -> None:
    table = "slate" if make is BLUE_ON_WHITE else "paper"
    assert_all_read(Scene(spread(("0-1", "2-3", "4-5", "6-0", "3-3", "1-4"), make), SMALL, table, seed=2))


@pytest.mark.parametrize("table", ["wood", "cloth", "slate", "pattern"])
def test_tables_of_any_kind(table: str) -> None:
    assert_all_read(Scene(spread(("0-1", "2-3", "4-5", "6-6", "0-0", "1-4")), SMALL, table, seed=3))


@pytest.mark.parametrize("turn", [0, 20, 90, 135])
def test_touching_tiles_end_to_end(turn: int) -> None:
    tiles = row(chain([3, 3, 1, 5]), turn=turn)
    assert_all_read(Scene(tiles, replace(SMALL, distance=330), "wood", seed=4))


def test_touching_tiles_side_by_side() -> None:
    tiles = tuple(Tile(label, 0, y) for label, y in (("2-5", -25.4), ("1-1", 0), ("0-4", 25.4)))
    assert_all_read(Scene(tiles, SMALL, "cloth", seed=5))


@pytest.mark.parametrize(("tilt", "turn"), [(20, 0), (30, 15), (30, -25)])
def test_in_perspective(tilt: float, turn: float) -> None:
    tiles = (*row(chain([2, 2, 6, 0])), Tile("1-4", 60, 60, 40))
    assert_all_read(Scene(tiles, View(distance=420, tilt=tilt, turn=turn), "slate", seed=6))


def test_a_shadow_across_the_table() -> None:
    assert_all_read(Scene(row(chain([2, 2, 6, 0])), SMALL, "slate", seed=7, shade=0.5))


def test_a_face_down_tile_among_others() -> None:
    assert_all_read(Scene((Tile("1-4", -50, 0), Tile("back", 40, 10, 35)), SMALL, "slate", seed=8))


@pytest.mark.parametrize("x", [-197.0, -185.0])
def test_a_tile_cut_by_the_frame_is_never_guessed(x: float) -> None:
    scene = Scene((Tile("3-5", x, 0), Tile("1-4", 40, 0)), SMALL, "slate", seed=9)
    read_labels = labels_of(read(scene), scene)
    assert read_labels["1-4"] == "1-4"
    assert all(piece.label in {None, "1-4"} for piece in read(scene).pieces)


@pytest.mark.parametrize("table", ["wood", "cloth", "slate", "paper", "pattern"])
def test_an_empty_table_shows_nothing(table: str) -> None:
    observation = read(Scene((), SMALL, table, seed=10))
    assert observation.pieces == ()
    assert [notice.name for notice in observation.warnings][:1] == ["no_pieces"]


def test_very_noisy_tiles_are_not_read_wrong() -> None:
    scene = Scene(spread(("6-7", "8-9", "7-9", "5-8")), SMALL, "paper", seed=11, noise=25, blur=3.0)
    found = labels_of(read(scene), scene)
    assert all(found[label] in {label, None, "nothing"} for label in found)


def test_corners_lie_on_the_face() -> None:
    scene = Scene((Tile("2-5", 0, 0, 25),), SMALL, "slate", seed=12)
    (piece,) = read(scene).pieces
    expected = scene.truth()["pieces"][0]["corners"]
    ends = sorted(zip(sorted(piece.corners), sorted(map(tuple, expected)), strict=True))
    assert all(abs(a - b) < 3 for got, want in ends for a, b in zip(got, want, strict=True))


def test_the_first_half_is_the_left_or_upper_one() -> None:
    upright = read(Scene((Tile("2-5", 0, 0, 90),), SMALL, "slate", seed=13)).pieces
    lying = read(Scene((Tile("2-5", 0, 0, 180),), SMALL, "slate", seed=13)).pieces
    assert [piece.label for piece in (*upright, *lying)] == ["5-2", "5-2"]
