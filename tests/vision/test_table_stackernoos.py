"""Pieces in a picture become the position that lies on the table."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_scenes import Camera, Tile, arm, half_turn, line, observe, seen, truth

from vision.games.stackernoos.chains import see
from vision.observation import Candidate

P7 = line("4-2 2-6 6-1 1-1 1-5 5-3 3-9", x=-6)
BRANCHED = [*P7, *arm("1-7 7-7", 2, 1), *arm("4-1", 2, -2)]


def tiles_of(tiles, **how):
    return seen(see(observe(tiles, **how)).position)


def test_the_run_of_the_worked_examples():
    assert tiles_of(P7) == truth(P7)


def test_branches_stand_at_their_root():
    assert tiles_of(BRANCHED, shuffle=True) == truth(BRANCHED)


def test_a_single_tile_is_the_run():
    assert tiles_of([Tile("3-5", 0, 0)], seed=1) == [("3-5", 0, 0, "e")]
    assert tiles_of([Tile("3-5", 0, 0)], seed=2) == [("3-5", 0, 0, "e")]


def test_no_piece_is_an_empty_table():
    sight = see(observe([Tile("1-1", 0, 0, kind="card")]))
    assert sight.position == {"tiles": []}
    assert sight.loose == ()


def test_the_lowest_double_is_the_first_tile():
    run = line("3-3 3-1 1-1 1-2 2-2")
    assert tiles_of(run) == truth(line("3-3 3-1 1-1 1-2 2-2", x=-4))


def test_without_a_double_the_leftmost_tile_is_the_first():
    run = line("3-4 4-1 1-2", x=-2)
    assert tiles_of(run) == truth(line("3-4 4-1 1-2"))


def test_a_level_run_grows_to_the_right_and_an_upright_one_upwards():
    run = line("3-4 4-1 1-2")
    assert tiles_of(run, camera=Camera(spin=10)) == truth(run)
    assert tiles_of(run, camera=Camera(spin=90)) == truth(run)
    assert tiles_of(run, camera=Camera(spin=80)) == truth(run)


def test_tiles_of_no_line_are_loose():
    sight = see(observe([*P7, Tile("8-8", 0, 4), Tile("7-8", 4, -5, "n")]))
    assert seen(sight.position) == truth(P7)
    assert sight.loose == (7, 8)


def test_a_tile_beside_the_run_without_touching_it_end_to_end_is_loose():
    sight = see(observe([*P7, Tile("8-8", 0, 1)]))
    assert seen(sight.position) == truth(P7)
    assert sight.loose == (7,)


def test_halves_that_do_not_match_keep_their_places():
    run = line("1-1 2-5 5-3")
    assert tiles_of(run) == truth(run)


@pytest.mark.parametrize(
    "corner",
    [
        Tile("9-4", 8, 0, "n"),  # beyond the last half
        Tile("9-4", 7, 1, "n"),  # at the side of the last half
        Tile("9-4", 8, -1, "n"),
        Tile("4-9", -6, -2, "n"),
    ],
)
def test_a_corner_keeps_its_cells(corner):
    table = [*P7, corner]
    assert tiles_of(table) == truth(table)


def test_a_crosswise_double_lies_on_half_cells_and_the_run_goes_on_behind_it():
    table = [*line("1-1 1-3 3-9"), Tile("9-9", 6, -0.5, "n"), *line("9-2", x=7)]
    assert tiles_of(table) == truth(table)


def test_a_tile_that_splits_a_double():
    table = [*line("1-1 1-3 3-9"), Tile("1-0", 0.5, 1, "n")]
    assert tiles_of(table) == truth(table)


def test_a_branch_longer_than_the_run_is_still_a_branch():
    table = [*line("1-1 1-5 5-3 3-9"), *arm("1-7 7-7 7-8 8-8 8-0 0-0", 2, 1)]
    assert tiles_of(table) == truth(table)


def test_the_longest_of_two_lines_is_the_run():
    sight = see(observe([*line("4-4 4-5", x=-1, y=3), *P7]))
    assert seen(sight.position) == truth(P7)
    assert sight.loose == (0, 1)


def test_of_single_tiles_the_lowest_double_was_first_and_none_without_a_double():
    apart = [Tile("3-3", 0, 0), Tile("2-2", 0, 3), Tile("1-0", 4, 0)]
    sight = see(observe(apart))
    assert [t[0] for t in seen(sight.position)] == ["2-2"]
    assert sight.loose == (0, 2)
    assert see(observe([Tile("3-1", 0, 0), Tile("2-4", 0, 3)])).position == {"tiles": []}


def test_backs_are_the_boneyard_and_touch_no_line():
    backs = [Tile("back", 8, 0), Tile("back", 2, 3), Tile("back", 4, 3), Tile("back", 4, 4)]
    sight = see(observe([*P7, *backs]))
    assert seen(sight.position) == truth(P7)
    assert sight.position["boneyard"] == 4
    assert sight.loose == ()


def test_a_boneyard_that_is_out_of_sight_is_not_told():
    assert "boneyard" not in see(observe(P7)).position


def test_a_back_at_a_blank_end_is_the_double_blank():
    run = [Tile("back", 0, 0), *line("0-1 1-3", x=2)]
    assert tiles_of(run) == truth([Tile("0-0", 0, 0), *line("0-1 1-3", x=2)])


def test_a_back_at_another_end_is_none_nor_a_second_one():
    assert tiles_of([Tile("back", -2, 0), *line("1-0 0-3")]) == truth(line("1-0 0-3"))
    assert tiles_of([Tile("back", -2, 0), *line("0-0 0-3")]) == truth(line("0-0 0-3"))


def test_a_back_within_a_line_keeps_its_place_without_a_name():
    sight = see(observe([*line("1-1 1-3"), Tile("back", 4, 0), *line("2-5", x=6)]))
    assert [t["at"][0] for t in sight.position["tiles"]] == [0, 2, 4, 6]
    assert sight.unsure == (2,)
    assert "boneyard" not in sight.position


def test_a_tile_without_a_label_carries_its_likelihoods_as_they_read_from_its_cell():
    unsure = Tile(None, 2, 0, candidates=(Candidate("1-3", 0.6), Candidate("1-8", 0.3)))
    for seed in range(4):
        sight = see(observe([*line("1-1"), unsure, *line("3-5", x=4)], seed=seed))
        assert sight.unsure == (1,)
        assert sight.position["tiles"][1] == {"labels": {"1-3": 0.6, "1-8": 0.3}, "at": [2, 0, 0], "dir": "e"}


def test_a_stacked_tile_is_loose():
    sight = see(observe([*P7, Tile("1-8", 0, 0, level=1)]))
    assert seen(sight.position) == truth(P7)
    assert sight.loose == (7,)


def test_cells_name_the_piece():
    sight = see(observe(P7))
    assert sight.cells[0]["at"] == [-6, 0, 0]
    assert sight.cells[3] == {"at": [0, 0, 0], "dir": "e"}


def test_a_quad_that_is_no_tile_is_loose_and_spoils_nothing():
    scene = observe(BRANCHED)
    square = type(scene.pieces[0])("domino", "0-0", 0.5, ((90.0, 90.0), (190.0, 90.0), (190.0, 190.0), (90.0, 190.0)))
    point = type(square)("domino", "0-0", 0.5, ((9.0, 9.0),) * 4)
    spoilt = type(scene)(scene.width, scene.height, scene.sha256, (*scene.pieces, square, point))
    sight = see(spoilt)
    assert seen(sight.position) == truth(BRANCHED)
    assert sight.loose == (10, 11)


@settings(max_examples=150)
@given(
    camera=st.builds(Camera, spin=st.floats(0, 360), tilt=st.floats(0, 50), lean=st.floats(-20, 20)),
    seed=st.integers(0, 2**31),
    noise=st.floats(0, 1.5),
    gap=st.floats(0, 0.15),
    turn=st.floats(0, 1.5),
)
def test_any_camera_sees_the_same_position_up_to_half_a_turn(camera, seed, noise, gap, turn):
    told = tiles_of(BRANCHED, camera=camera, seed=seed, noise=noise, gap=gap, turn=turn, shuffle=True)
    assert told in (truth(BRANCHED), half_turn(truth(BRANCHED)))


@settings(max_examples=100)
@given(spin=st.floats(-40, 85), tilt=st.floats(0, 50), seed=st.integers(0, 2**31), noise=st.floats(0, 2))
def test_from_one_side_of_the_table_it_is_the_very_same(spin, tilt, seed, noise):
    tiles = line("3-4 4-1 1-2 2-6 6-5")
    assert tiles_of(tiles, camera=Camera(spin, tilt), seed=seed, noise=noise, gap=0.1) == truth(tiles)


ALL = [f"{a}-{b}" for a in range(10) for b in range(a, 10)]


@st.composite
def tables(draw):
    """A run with its lowest double first, and arms at inner cells that do not touch each other."""
    labels = draw(st.permutations(ALL))
    length = draw(st.integers(3, 8))
    run = labels[:length]
    doubles = [label for label in run if label[0] == label[2]]
    if not doubles:
        doubles = run[:1] = ["0-0"]
    lowest = min(doubles)
    start = -2 * run.index(lowest)
    tiles = [Tile(label, start + 2 * k, 0) for k, label in enumerate(run)]
    spare = iter(label for label in labels if label not in run and label != "0-0")
    for root in range(start + 1, start + 2 * length - 1, 4):
        for side in (1, -1):
            ys = [1, 3] if side > 0 else [-2, -4]
            tiles += [Tile(next(spare), root, y, "n") for y in ys[: draw(st.integers(0, 2))]]
    return tiles


@settings(max_examples=150)
@given(
    tiles=tables(),
    camera=st.builds(Camera, spin=st.floats(-40, 85), tilt=st.floats(0, 45)),
    seed=st.integers(0, 2**31),
    noise=st.floats(0, 1.2),
    gap=st.floats(0, 0.12),
)
def test_any_lines_are_found_again(tiles, camera, seed, noise, gap):
    assert tiles_of(tiles, camera=camera, seed=seed, noise=noise, gap=gap, shuffle=True) == truth(tiles)
