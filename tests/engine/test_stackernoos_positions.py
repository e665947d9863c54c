"""Positions by hand and by camera: faults with their rule, and an answer all the same."""

from __future__ import annotations

import pytest
from stackernoos_table import GAME, P7, faults, on, options, play, row, setup, table

from engine.errors import PositionError
from engine.judge import answer
from engine.record import Event, append, judged, new, replay
from engine.sheet import sheet

RUN = row(P7, -6)
ROOT = [on("1-8", 0, 0, 1), on("5-5", 3, 0, 1)]


@pytest.mark.parametrize(
    ("tiles", "around", "expected"),
    [
        (RUN, {}, set()),
        ([*RUN, on("9-9", 8, 0, 0), on("9-8", 10, 0, 0)], {}, set()),
        ([*RUN, on("8-0", 8, 0, 0)], {}, {"no_match"}),
        ([*RUN, on("9-0", 8, 0, 0), on("1-5", 10, 0, 0)], {}, {"no_match", "duplicate_tile"}),
        ([*RUN, on("9-0", 20, 0, 0)], {}, {"loose_tile"}),
        ([*RUN, on("9-0", 9, 0, 0)], {}, {"loose_tile"}),
        ([*RUN, on("9-0", 3, 7, 0, "n")], {}, {"loose_tile"}),
        ([*RUN, on("9-0", 0, 0, 2)], {}, {"not_supported"}),
        ([*RUN, on("9-0", 0, 0, 1)], {}, {"no_match"}),
        ([*RUN, on("12-1", 0, 0, 1)], {}, {"not_in_set"}),
        (RUN[1:], {}, set()),
        ([*RUN[1:], on("9-8", 6, 0, 1)], {}, {"run_too_short", "no_match"}),
        ([*RUN[1:], on("8-9", 6, 0, 1)], {"closed": ["run:e"]}, set()),
        (RUN[:3] + RUN[4:], {}, {"no_first_domino", "first_is_no_double", "loose_tile", "no_match"}),
        (row("1-5 5-3", 0), {}, {"first_is_no_double"}),
        ([*RUN, *ROOT, on("8-5", 1.5, 0, 2)], {}, set()),
        ([*RUN, *ROOT, on("8-6", 1.5, 0, 2)], {}, {"both_must_match"}),
        ([*RUN, on("8-6", 1.5, 0, 2)], {}, {"no_root"}),
        ([*RUN, *ROOT, on("8-5", 1.5, 0, 2), on("9-8", 0, 0, 2)], {}, {"uneven_support"}),
        ([*RUN, *ROOT, on("1-7", 2, 1, 0, "n")], {}, set()),
        ([*RUN, *ROOT, on("1-7", 2, 1, 0, "n"), on("1-9", 2, 0, 1, "n")], {}, set()),
        ([*RUN, *ROOT, on("1-9", 2, 0, 1, "n")], {}, {"no_arm"}),
        (RUN, {"closed": ["3:n"]}, {"no_such_end"}),
        (RUN, {"extra_turns": 1}, {"too_many_extra_turns"}),
        (RUN, {"boneyard": 5, "passes": 1}, {"passed_with_boneyard"}),
        (RUN, {"boneyard": 38}, {"boneyard_too_large"}),
        (RUN, {"boneyard": 37, "hand_sizes": [9, 9]}, {"wrong_count"}),
        (RUN, {"boneyard": 30, "hand_sizes": [9, 9]}, set()),
        (RUN, {"drawn": "1-5"}, {"duplicate_tile"}),
        ([], {"drawn": "1-5"}, {"drawn_before_start"}),
        ([], {}, set()),
    ],
)
def test_faults_of_positions(tiles, around, expected):
    found = faults(tiles, **around)
    assert found <= expected if len(expected) > 1 else found == expected


@pytest.mark.parametrize(
    ("hand", "around", "expected"),
    [
        (("1-5",), {}, {"duplicate_tile"}),
        (("7-8", "8-7"), {}, {"duplicate_tile"}),
        (("7-8",), {"drawn": "8-7"}, {"duplicate_tile"}),
        (("7-8",), {"hand_sizes": [2, 5]}, {"wrong_hand_size"}),
        (("7-10",), {}, {"not_in_set"}),
        (("7-8",), {"hand_sizes": [1, 5]}, set()),
    ],
)
def test_faults_of_hands(hand, around, expected):
    assert faults(RUN, hand, **around) == expected


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"tile": []}, "'tile'"),
        ({"tiles": {}}, "'tiles'"),
        ({"tiles": [3]}, "tile 0"),
        ({"tiles": [{"tile": "1-1", "at": [0, 0, 0], "dir": "w"}]}, "'dir'"),
        ({"tiles": [{"tile": "1-1", "at": [0, 0], "dir": "e"}]}, "'at'"),
        ({"tiles": [{"tile": "1-1", "at": [0, 0.25, 0], "dir": "e"}]}, "'at'"),
        ({"tiles": [{"tile": "1-1", "at": [0, 0, -1], "dir": "e"}]}, "'at'"),
        ({"tiles": [{"tile": "1-13", "at": [0, 0, 0], "dir": "e"}]}, "1-13"),
        ({"tiles": [{"tile": None, "at": [0, 0, 0], "dir": "e"}]}, "None"),
        ({"tiles": [on("1-1", 0, 0, 0, **{"as": "bridge"})]}, "'bridge'"),
        ({"tiles": [on("1-1", 0, 0, 0, level=3)]}, "'level'"),
        ({"boneyard": -1}, "'boneyard'"),
        ({"boneyard": True}, "'boneyard'"),
        ({"scores": [1]}, "'scores'"),
        ({"hand_sizes": [1, -2]}, "'hand_sizes'"),
        ({"turn": 2}, "'turn'"),
        ({"drawn": 7}, "'drawn'"),
        ({"closed": [1]}, "'closed'"),
    ],
)
def test_what_is_no_position_is_named_in_one_line(position, said):
    with pytest.raises(PositionError) as wrong:
        GAME.state(setup(position.pop("tiles", []), **position))
    assert said in str(wrong.value)
    assert "\n" not in str(wrong.value)


def asked(position, hand, move, seat=0):
    document = {"game": "stackernoos", "options": {"players": 2}, "position": position}
    return answer({**document, "seat": seat, "hand": hand, "move": move})


def test_a_position_with_faults_is_answered_as_far_as_it_goes():
    tiles = [*RUN, on("8-0", 8, 0, 0), on("6-6", 30, 4, 0)]
    result = asked({"tiles": tiles}, ["3-0", "4-8"], "extend 8-4 @-8,0,0:e")
    assert {fault["name"] for fault in result["faults"]} == {"no_match", "loose_tile"}
    assert result["verdict"]["legal"]
    assert len(result["verdict"]["after"]["tiles"]) == 10
    assert result["unknown"] == ["boneyard", "scores", "hand_sizes"]


def test_the_contract_s_example():
    position = {"tiles": [on("1-1", 0, 0, 0)], "boneyard": 37, "drawn": None, "scores": [0, 0]}
    result = asked(position, ["1-5", "0-1"], "extend 1-5 @2,0,0:e")
    assert result["faults"] == []
    assert {move["move"] for move in result["moves"]} == {
        "extend 1-5 @2,0,0:e", "extend 5-1 @-2,0,0:e", "extend 1-0 @2,0,0:e", "extend 0-1 @-2,0,0:e", "draw",
    }  # fmt: skip
    assert (result["verdict"]["legal"], result["verdict"]["points"], result["next"]) == (
        True, 0, {"seats": [1], "extra_turns": 0},
    )  # fmt: skip


def test_bounds_and_the_end_of_the_game_in_an_answer():
    result = asked({"tiles": RUN, "boneyard": 3, "scores": [30, 4]}, ["9-0"], "cap 0-9 @6,0,1:e", seat=1)
    assert result["verdict"]["points"] == 9 + 6 + 20
    assert [line["rules"][0] for line in result["verdict"]["lines"]] == ["SN-44", "SN-48"]
    assert result["over"] == {"winners": [1]}
    assert result["next"]["seats"] == []


def test_a_hidden_draw_leaves_the_tile_unknown():
    state = play(table(), "draw")
    assert GAME.prompt(state)["drawn"] == "?"
    assert GAME.position(state)["drawn"] == "?"
    assert GAME.state(setup(RUN, drawn="?")).drawn == state.drawn
    assert "extend 9-0 @8,0,0:e" in {str(move) for move in GAME.moves(state, 0)}


def test_as_says_what_its_place_leaves_open():
    moves = ["stack 1-8 @0,0,1:e", "span 5-5 @3,0,1:e", "branch 1-7 @2,1,0:n", "branch 4-1 @2,-2,0:n"]
    state = play(table(), *moves, "extend 0-4 @2,-4,0:n", "stacked_branch 1-9 @2,0,1:n")
    for text, said in (("extend 3-1 @2,-2,1:n", "stacked_branch"), ("stack 3-1 @2,-2,1:n", "stack")):
        position = GAME.position(play(state, text))
        assert [tile["as"] for tile in position["tiles"] if tile["tile"] == "3-1"] == [said]
        again = GAME.state(setup(position["tiles"]))
        assert type(again.table.laid[-1]).word == text.split()[0]


def test_every_line_of_a_sheet_has_its_rule_and_its_move():
    texts = [
        "start 1-1", "extend 1-5 @2,0,0:e", "extend 6-1 @-2,0,0:e", "extend 5-3 @4,0,0:e", "extend 2-6 @-4,0,0:e",
        "extend 3-9 @6,0,0:e", "extend 4-2 @-6,0,0:e", "stack 1-8 @0,0,1:e", "cap 7-9 @6,0,1:e", "span 5-5 @3,0,1:e",
        "branch 1-7 @2,1,0:n", "stacked_branch 1-9 @2,0,1:n", "bridge 5-7 @4.5,0,2:e",
    ]  # fmt: skip
    record = new("stackernoos", {"players": 2})
    for text in texts:
        state = replay(record).state
        seat = max(state.turn, 0)
        verdict = GAME.judge(state, seat, GAME.parse(text))
        record = append(record, judged(Event(0, "2026-01-01T00:00:00Z", seat, text), verdict))
    result = sheet(record)
    assert [(entry.to, entry.line.points, entry.line.rules[0], entry.move.split()[0]) for entry in result.entries] == [
        (0, 22, "SN-44", "cap"), (1, 22, "SN-45", "span"), (1, 22, "SN-45", "span"), (1, 16, "SN-46", "branch"),
        (1, 18, "SN-36", "stacked_branch"), (0, 38, "SN-21", "bridge"),
    ]  # fmt: skip
    assert [score.total for score in result.scores] == [60, 78]
    assert all(score.total == sum(line.points for line in score.lines) for score in result.scores)
    assert "seat 1    78  in all" in str(result)


def test_a_table_is_drawn():
    drawn = str(play(table(), "stack 1-8 @0,0,1:e", "cap 7-9 @6,0,1:e", "span 5-5 @3,0,1:e", "bridge 8-5 @1.5,0,2:e"))
    assert "(8)¹" in drawn
    assert "3*" in drawn
    assert "8-5 at 1.5,0 level 2" in drawn
    assert "capped: run:e" in drawn
    assert "in turn: seat 0" in drawn
    assert "loose: 9-0 at 900,0,0" in str(GAME.state(setup([*RUN, on("9-0", 900, 0, 0)])))
    assert str(GAME.start(options(), None)).startswith("(no tile")
