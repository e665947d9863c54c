"""The worked examples of the rules, each by its name."""

from __future__ import annotations

import pytest
from stackernoos_table import GAME, P6, P7, faults, holding, judge, listed, on, play, points, refused, row, table

P6_AT = {"text": P6, "west": -4}
ROOT = ("stack 1-8 @0,0,1:e", "span 5-5 @3,0,1:e")
"""EX-SN-5: the root at 2."""
TWO_ROOTS = ("stack 1-8 @0,0,1:e", "cap 7-9 @6,0,1:e", "span 5-5 @3,0,1:e")
"""EX-SN-6: the roots at 2 and 5."""


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("1-5", {"extend 1-5 @2,0,0:e", "extend 5-1 @-2,0,0:e"}),
        ("0-1", {"extend 1-0 @2,0,0:e", "extend 0-1 @-2,0,0:e"}),
        ("5-3", set()),
        ("2-2", set()),
    ],
)
def test_ex_sn_1_opening(hand, expected):
    assert listed(table("1-1", west=0), hand) == expected


def test_ex_sn_1_nobody_stacks_on_a_single_tile():
    state = table("1-1", west=0)
    assert refused(state, "stack 1-8 @0,0,1:e") == "run_too_short"
    assert not any(move.startswith("stack") for move in listed(state))


@pytest.mark.parametrize(
    ("state", "hand", "expected"),
    [
        (P6_AT, "3-8", {"stack 8-3 @4,0,1:e"}),
        ({}, "3-8", {"stack 8-3 @4,0,1:e", "cap 3-8 @6,0,1:e"}),
        (P6_AT, "9-4", {"extend 9-4 @8,0,0:e"}),
        (P6_AT, "2-8", {"extend 8-2 @-6,0,0:e"}),
    ],
)
def test_ex_sn_2_cap_needs_seven(state, hand, expected):
    assert listed(table(**state), hand) == expected


def test_ex_sn_3_cap_or_extend():
    state = table()
    assert listed(state, "9-0") == {"extend 9-0 @8,0,0:e", "cap 0-9 @6,0,1:e"}
    assert points(state, "cap 0-9 @6,0,1:e") == 15
    assert listed(state, "4-4") == {"extend 4-4 @-8,0,0:e", "cap 4-4 @-6,0,1:e"}
    assert points(state, "extend 4-4 @-8,0,0:e") == 0
    assert points(state, "cap 4-4 @-6,0,1:e") == 14
    assert refused(play(state, "cap 0-9 @6,0,1:e"), "extend 9-8 @8,0,0:e") == "end_is_capped"


def test_ex_sn_4_a_span_on_the_table_is_a_double():
    state = table()
    assert listed(state, "6-6") == {"stack 6-6 @-4,0,1:e", "span 6-6 @-3,0,1:e", "stack 6-6 @-2,0,1:e"}
    assert listed(state, "5-5") == {"stack 5-5 @2,0,1:e", "span 5-5 @3,0,1:e", "stack 5-5 @4,0,1:e"}
    assert judge(state, "span 1-7 @-1,0,1:e").rules[-1] == "C-SN-7"
    assert [str(move) for move in GAME.moves(holding(state, "7-8"), 0)] == ["draw"]
    assert judge(holding(state, "7-8"), "draw").rules[0] == "SN-37"


def test_ex_sn_5_root():
    state = table()
    assert points(state, ROOT[0]) == 0
    state = play(state, ROOT[0])
    assert points(state, ROOT[1]) == 22
    after = play(state, ROOT[1])
    assert (after.turn, after.extra_turns, list(after.table.shape.roots)) == (1, 1, [(2, 0)])


@pytest.mark.parametrize(("value", "earned"), [("each_event", 44), ("tile_value_once", 34)])
def test_ex_sn_6_two_roots(value, earned):
    state = table(P7, TWO_ROOTS[0], house={"multi_event_value": value})
    assert points(state, TWO_ROOTS[1]) == 22
    state = play(state, TWO_ROOTS[1])
    assert points(state, TWO_ROOTS[2]) == earned
    after = play(state, TWO_ROOTS[2])
    assert (after.turn, after.extra_turns, set(after.table.shape.roots)) == (0, 2, {(2, 0), (5, 0)})
    assert "SN-28" in judge(state, TWO_ROOTS[2]).rules


@pytest.mark.parametrize(("value", "earned"), [("each_event", 42), ("tile_value_once", 30)])
def test_ex_sn_7_cap_and_root_in_one_play(value, earned):
    state = table(P7, "span 6-6 @-3,0,1:e", house={"multi_event_value": value})
    assert not state.table.shape.roots
    assert points(state, "cap 4-8 @-6,0,1:e") == earned
    after = play(state, "cap 4-8 @-6,0,1:e")
    assert (after.extra_turns, list(after.table.shape.roots)) == (1, [(-4, 0)])
    assert listed(after, "4-7") == {"stack 4-7 @-6,0,2:e"}


def test_ex_sn_8_bridge():
    state = table(P7, *ROOT)
    assert listed(state, "5-8") == {
        "bridge 8-5 @1.5,0,2:e",
        "stack 5-8 @0,0,2:e",
        "stack 5-8 @3,0,2:e",
        "stack 8-5 @3,0,2:e",
    }
    assert points(state, "bridge 8-5 @1.5,0,2:e") == 32
    assert refused(state, "bridge 8-9 @1.5,0,2:e") == "both_must_match"


def test_ex_sn_8_two_bridges_side_by_side():
    state = table(P7, *TWO_ROOTS)
    assert "bridge 5-7 @4.5,0,2:e" in listed(state, "5-7")
    assert points(state, "bridge 5-7 @4.5,0,2:e") == 38
    after = play(state, "bridge 8-5 @1.5,0,2:e", "bridge 5-7 @4.5,0,2:e")
    assert all(root.bridged for root in after.table.shape.roots.values())


def test_ex_sn_9_after_a_bridge():
    state = table(P7, *ROOT, "bridge 8-5 @1.5,0,2:e")
    for tile in ("stack 1-9 @0,0,2:e", "stack 5-7 @3,0,2:e"):
        assert refused(state, tile) == "under_a_bridge"
    assert listed(state, "8-0") == {"stack 8-0 @1.5,0,3:e"}


def test_ex_sn_10_branch():
    state = table(P7, *ROOT)
    assert points(state, "branch 1-7 @2,1,0:n") == points(state, "branch 7-1 @2,-2,0:n") == 16
    state = play(state, "branch 1-7 @2,1,0:n")
    assert points(state, "extend 7-7 @2,3,0:n") == 0
    assert points(state, "branch 4-1 @2,-2,0:n") == 0
    assert points(state, "stacked_branch 1-9 @2,0,1:n") == 18
    assert refused(state, "stack 1-9 @2,1,1:n") == "branch_too_short"
    assert refused(state, "cap 1-9 @2,1,1:n") == "branch_too_short"
    assert "extend 7-7 @2,3,0:n" in listed(state, "7-7")


def test_ex_sn_11_span_without_a_double():
    state = table(P7, "stack 1-7 @2,0,1:e")
    assert listed(state, "7-8") == {"stack 8-7 @2,0,2:e"}
    state = play(state, "stack 8-3 @4,0,1:e")
    assert listed(state, "7-8") == {"span 7-8 @3,0,2:e", "stack 8-7 @2,0,2:e", "stack 8-7 @4,0,2:e"}
    assert points(state, "span 7-8 @3,0,2:e") == 0
    assert refused(state, "span 7-3 @3,0,2:e") == "both_must_match"


def test_ex_sn_12_a_span_at_the_end_bars_the_cap():
    state = table(P7, "span 2-2 @-5,0,1:e")
    assert listed(state, "4-8") == {"extend 8-4 @-8,0,0:e"}
    assert "cap 8-7 @-8,0,1:e" in listed(play(state, "extend 8-4 @-8,0,0:e"), "8-7")


@pytest.mark.parametrize(
    ("moves", "text", "name"),
    [
        ((), "stack 1-0 @0.5,-0.5,1:n", "split_double"),
        ((), "cap 9-2 @7,0,1:e", "leaner"),
        ((), "extend 7-4 @-7,1,0:n", "right_angle"),
        (("stack 1-8 @0,0,1:e", "stack 1-7 @2,0,1:e", "stack 8-7 @2,0,2:e"), "span 8-8 @1,0,2:e", "uneven_support"),
        ((), "branch 3-7 @4,1,0:n", "no_root"),
        (("stack 1-8 @0,0,1:e", "stack 5-4 @4,0,1:e"), "bridge 8-5 @1.5,0,2:e", "no_root"),
    ],
)
def test_ex_sn_13_illegal_list(moves, text, name):
    assert refused(play(table(), *moves), text) == name


def test_ex_sn_13_seen_on_a_table():
    run = row(P7, -6)
    assert "split_double" in faults([*run, on("1-0", 0.5, -0.5, 1, "n")])
    assert "leaner" in faults([*run, on("9-2", 7, 0, 1)])
    assert "right_angle" in faults([*run, on("4-7", -7, 1, 0, "n")])
    assert "no_root" in faults([*run, on("3-7", 4, 1, 0, "n")])


def test_ex_sn_14_drawing():
    state = holding(table(), "7-8 0-7")
    assert [str(move) for move in GAME.moves(state, 0)] == ["draw"]
    state = holding(table(drawn="0-9"), "7-8 0-7")
    assert {str(move) for move in GAME.moves(state, 0)} == {"extend 9-0 @8,0,0:e", "cap 0-9 @6,0,1:e", "keep"}
    assert refused(state, "extend 7-0 @8,0,0:e") == "not_the_drawn_tile"
    kept = play(state, "keep")
    assert (kept.turn, GAME.hand(kept, 0)) == (1, ("0-7", "0-9", "7-8"))


def test_ex_sn_14_last_tile():
    state = holding(table(P7, *TWO_ROOTS[:2]), "5-5")
    assert points(state, TWO_ROOTS[2]) == 64
    after = play(state, TWO_ROOTS[2])
    assert (after.extra_turns, GAME.actors(after), after.scores) == (0, (), (64, 22))
    assert GAME.winners(after) == (0,)


@pytest.mark.parametrize(("scoring", "scores", "winners"), [(True, [5, 4], (0,)), (False, [0, 0], (1,))])
def test_ex_sn_15_blocked(scoring, scores, winners):
    state = table(boneyard=0, scores=scores, house={"scoring": scoring})
    state = holding(holding(state, "7-8", 0), "0-7", 1)
    over = play(state, "pass", "pass")
    assert (GAME.actors(over), GAME.winners(over), list(over.scores)) == ((), winners, scores)
