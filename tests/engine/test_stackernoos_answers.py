"""Stackernoos as `engine.answer` tells it: crosswise doubles, what a rule covers, and positions that come back."""

from __future__ import annotations

import json

import pytest
from stackernoos_table import P6, P7, on, row

from engine import answer
from engine.errors import PositionError

ROOT = (on("1-8", 0, 0, 1), on("5-5", 3, 0, 1))
"""EX-SN-5: the root at 2."""
ARM = (*ROOT, on("1-7", 2, 1, 0, "n"))
ENDS_IN_DOUBLE = (*row(P7, -6), on("9-9", 8, 0, 0))


def ask(tiles, hand=None, move=None, house=None, seat=0, **around):
    """The answer to a table of two players; `hand` is text such as `9-0 4-4`."""
    position = {"tiles": list(tiles), "boneyard": 20, "scores": [0, 0], **around}
    document = {"game": "stackernoos", "options": {"players": 2, **(house or {})}, "position": position, "seat": seat}
    document |= {} if hand is None else {"hand": hand.split()}
    document |= {} if move is None else {"move": move}
    return json.loads(json.dumps(answer(document)))


def refusal(tiles, hand, move, **more):
    verdict = ask(tiles, hand, move, **more)["verdict"]
    assert not verdict["legal"]
    return verdict["name"], verdict["rules"]


def legal(tiles, hand, move, **more):
    verdict = ask(tiles, hand, move, **more)["verdict"]
    assert verdict["legal"], verdict
    return verdict


@pytest.mark.parametrize(
    ("tiles", "tile"),
    [
        (row(P7, -6), on("1-0", 0.5, -0.5, 1, "n")),  # across the middle of the double
        (row(P7, -6), on("1-0", 0.5, 0, 1, "n")),  # across it, off centre
        (row(P7, -6), on("1-0", 0.5, 1, 0, "n")),  # on the table, against its long side
        (row(P7, -6), on("0-1", 0.5, -2, 0, "n")),  # on the other side
        (ENDS_IN_DOUBLE, on("9-7", 8.5, 1, 0, "n")),  # the double is the end of the run
    ],
)
def test_sn_25_a_double_is_not_split(tiles, tile):
    (fault,) = ask([*tiles, tile])["faults"]
    assert (fault["name"], fault["rules"]) == ("split_double", ["SN-25", "A-SN-05"])
    x, y, z = tile["at"]
    kinds = ("stack", "span") if z else ("extend", "branch")
    for kind in kinds:
        move = f"{kind} {tile['tile']} @{x},{y},{z}:n"
        assert refusal(tiles, tile["tile"], move) == ("split_double", ["SN-25", "A-SN-05"])


@pytest.mark.parametrize("at", [(8, -0.5, 0), (8, 0, 0), (8, -1, 0)])
def test_a_sn_05_a_double_lies_in_line_at_an_end(at):
    tiles = row(P7, -6)
    (fault,) = ask([*tiles, on("9-9", *at, "n")])["faults"]
    assert (fault["name"], fault["rules"]) == ("crosswise_double", ["SN-25", "A-SN-05", "SN-23"])
    move = "extend 9-9 @{},{},{}:n".format(*at)
    assert refusal(tiles, "9-9", move) == ("crosswise_double", ["SN-25", "A-SN-05", "SN-23"])
    assert refusal(tiles, "9-7", move.replace("9-9", "9-7"))[0] == "right_angle"


def test_a_sn_41_is_cited_where_it_decides():
    assert "A-SN-41" in legal(row(P6, -4), "3-3", "span 3-3 @5,0,1:e")["rules"]
    assert "A-SN-41" not in legal(row(P6, -4), "5-5", "span 5-5 @3,0,1:e")["rules"]
    assert "A-SN-41" not in legal(row(P7, -6), "3-3", "span 3-3 @5,0,1:e")["rules"]


def test_a_sn_34_is_cited_where_a_cap_makes_a_root():
    tiles = [*row(P7, -6), on("6-6", -3, 0, 1)]
    verdict = legal(tiles, "4-8 1-2", "cap 4-8 @-6,0,1:e")
    assert verdict["points"] == 42
    assert "A-SN-34" in verdict["rules"]
    assert "A-SN-34" not in legal(tiles, "9-0 1-2", "cap 0-9 @6,0,1:e")["rules"]


def test_a_sn_40_is_cited_where_a_growth_might_be_a_stack():
    arms = (*ARM, on("7-7", 2, 3, 0, "n"), on("4-1", 2, -2, 0, "n"), on("1-9", 2, 0, 1, "n"))
    tiles = [*row(P7, -6), *arms]
    assert "A-SN-40" not in legal(tiles, "9-0 2-3", "extend 9-0 @2,2,1:n")["rules"]
    assert "A-SN-40" not in legal(tiles, "0-1 2-3", "extend 0-1 @2,-2,1:n")["rules"]  # too short for a cap
    tiles, short = [*tiles, on("0-4", 2, -4, 0, "n")], {"branch_min_before_cap": 1}
    assert "A-SN-40" in legal(tiles, "0-1 2-3", "extend 0-1 @2,-2,1:n", house=short)["rules"]


def test_c_sn_6_is_cited_where_room_overrides_seven():
    tiles = row(P6, -4)
    assert "C-SN-6" in legal(tiles, "0-9 1-2", "cap 0-9 @6,0,1:e", closed=["run:e"])["rules"]
    assert "C-SN-6" not in legal(row(P7, -6), "0-9 1-2", "cap 0-9 @6,0,1:e", closed=["run:e"])["rules"]


def test_nothing_is_laid_before_the_start():
    assert refusal((), "1-2", "extend 1-2 @2,0,0:e") == ("not_started", ["SN-7", "SN-8"])


@pytest.mark.parametrize(
    ("around", "rule"), [({"passes": 2, "boneyard": 0}, "A-SN-26"), ({"hand_sizes": [1, 0]}, "SN-41")]
)
def test_nothing_is_declared_after_the_end(around, rule):
    assert refusal(row(P7, -6), "9-0", "out_of_room run:e", **around) == ("game_over", [rule])


def test_cap_and_two_roots_with_the_last_tile():
    """SN-44, SN-45, SN-48 in one play; A-SN-15: the turns owed lapse."""
    tiles = [*row(P7, -6), on("1-8", 0, 0, 1), on("7-9", 6, 0, 1)]
    result = ask(tiles, "5-5", "span 5-5 @3,0,1:e", scores=[1, 50], extra_turns=0)
    assert [line["points"] for line in result["verdict"]["lines"]] == [22, 22, 20]
    assert (result["verdict"]["points"], result["next"]["extra_turns"], result["over"]) == (64, 0, {"winners": [0]})


@pytest.mark.parametrize(
    ("tiles", "hand", "move", "around"),
    [
        (row(P7, -6), "9-0", "cap 0-9 @6,0,1:e", {}),  # the last tile, the other hand unknown
        (row(P7, -6), "9-0 1-2", "extend 9-0 @8,0,0:e", {"closed": ["run:w"]}),
        (row(P7, -6), "9-0 1-2", "extend 9-0 @8,0,0:e", {"hand_sizes": [None, 4]}),
        ([*row(P7, -6), on("1-8", 0, 0, 1)], "5-5 1-2", "span 5-5 @3,0,1:e", {"extra_turns": 0}),
        ([*row(P7, -6), *ARM], "1-9 1-2", "stacked_branch 1-9 @2,0,1:n", {}),
    ],
)
def test_the_position_after_a_move_is_one_to_judge(tiles, hand, move, around):
    result = ask(tiles, hand, move, **around)
    after = result["verdict"]["after"]
    again = answer({"game": "stackernoos", "options": {"players": 2}, "position": after, "seat": after["turn"]})
    assert again["faults"] == []
    assert (again["next"], again.get("over")) == (result["next"], result.get("over"))


def test_closed_ends_come_back_in_one_order():
    result = ask(row(P7, -6), "1-2", "out_of_room run:e", closed=["run:w"])
    assert result["verdict"]["after"]["closed"] == ["run:e", "run:w"]


def test_scores_are_known_for_all_seats_or_none():
    with pytest.raises(PositionError, match="'scores'"):
        ask(row(P7, -6), scores=[None, 1])


def test_a_drawn_tile_came_from_the_boneyard():
    (fault,) = ask(row(P7, -6), drawn="7-7", boneyard=37)["faults"]
    assert fault["name"] == "boneyard_too_large"


@pytest.mark.parametrize(
    ("tiles", "name", "rule"),
    [
        ((*ROOT, on("1-9", 2, 0, 1, "n")), "no_arm", "SN-33"),
        ((*ARM, on("8-5", 1.5, 0, 2), on("1-9", 2, 0, 1, "n")), "roofed", "A-SN-20"),
    ],
)
def test_a_stacked_branch_that_cannot_be_says_why(tiles, name, rule):
    (fault,) = ask([*row(P7, -6), *tiles])["faults"]
    assert (fault["name"], fault["rules"][0]) == (name, rule)


def test_no_branch_is_listed_where_a_loose_tile_lies():
    tiles = [*row(P7, -6), *ROOT, on("3-7", 1, 2, 0)]
    result = ask(tiles, "1-4")
    assert result["faults"]
    assert not any(move["move"].startswith("branch 1-4") for move in result["moves"])


@pytest.mark.parametrize("text", ["extend ١-5 @2,0,0:e", "extend 1-5 @2٢,0,0:e", "start ٠-٠"])
def test_notation_is_written_in_plain_figures(text):
    with pytest.raises(PositionError, match="cannot be read"):
        ask(row(P7, -6), move=text)
