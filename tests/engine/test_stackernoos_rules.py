"""The rules of Stackernoos one by one; the examples and the contract test cover what is not here."""

from __future__ import annotations

from dataclasses import replace

import pytest
from stackernoos_table import GAME, P6, P7, holding, judge, listed, options, play, points, refused, table

from engine.core import TABLE, Setup
from engine.errors import IllegalMove, OptionError
from engine.games.stackernoos import tiles
from engine.options import read_options

ROOT = ("stack 1-8 @0,0,1:e", "span 5-5 @3,0,1:e")
ARM = (*ROOT, "branch 1-7 @2,1,0:n", "extend 7-7 @2,3,0:n")
BOTH_ARMS = (*ARM, "branch 4-1 @2,-2,0:n", "extend 0-4 @2,-4,0:n")
STACKED = (*BOTH_ARMS, "stacked_branch 1-9 @2,0,1:n")
ON_P7 = [
    # (moves before, the move, name of the refusal, a rule that it cites)
    ((), "stack 2-8 @-5,0,0:e", "not_stacked", "SN-5"),
    ((), "extend 9-5 @10,0,0:e", "not_at_an_end", "SN-10"),
    ((), "stack 8-9 @2,0,1:e", "no_match", "SN-4"),
    (("cap 0-9 @6,0,1:e",), "cap 9-0 @6,0,1:e", "on_the_table", "SN-1"),
    (("cap 0-9 @6,0,1:e",), "cap 0-0 @6,0,2:e", "end_is_capped", "A-SN-12"),
    (("cap 0-9 @6,0,1:e",), "extend 9-8 @8,0,0:e", "end_is_capped", "SN-12"),
    (("cap 0-9 @6,0,1:e",), "extend 9-8 @8,0,0:e", "end_is_capped", "A-SN-12"),
    ((), "cap 5-8 @2,0,1:e", "not_an_end", "SN-11"),
    ((), "stack 3-8 @6,0,1:e", "is_a_cap", "SN-11"),
    ((), "span 3-7 @5,0,1:e", "both_must_match", "SN-16"),
    ((), "span 3-7 @5,0,1:e", "both_must_match", "SN-17"),
    ((), "span 1-0 @0,0,1:e", "not_a_joint", "SN-15"),
    ((), "stack 2-2 @-5,0,1:e", "is_a_span", "SN-15"),
    ((), "stack 1-8 @0,0,2:e", "not_supported", "SN-24"),
    (("stack 1-8 @0,0,1:e",), "stack 1-9 @0,0,1:e", "covered", "A-SN-06"),
    ((), "stack 1-0 @1,0,1:n", "leaner", "A-SN-07"),
    ((), "stack 1-0 @0.5,-0.5,1:n", "split_double", "A-SN-05"),
    ((), "extend 7-4 @-7,1,0:n", "right_angle", "C-SN-1"),
    (("stack 1-8 @0,0,1:e",), "span 9-5 @1,0,1:e", "uneven_support", "A-SN-07"),
    (ROOT, "bridge 8-9 @1.5,0,2:e", "both_must_match", "SN-20"),
    (ROOT, "bridge 8-9 @1,0,2:e", "bridge_off_centre", "A-SN-37"),
    (ROOT, "bridge 8-9 @2.5,0,2:e", "no_root", "SN-19"),
    ((*ROOT, "stack 9-8 @0,0,2:e"), "bridge 9-0 @1.5,0,2:e", "uneven_support", "A-SN-21"),
    ((*ROOT, "stack 9-8 @0,0,2:e"), "bridge 9-0 @1.5,0,2:e", "uneven_support", "C-SN-2"),
    ((*ROOT, "bridge 8-5 @1.5,0,2:e"), "bridge 8-9 @1.5,0,2:e", "covered", "A-SN-06"),
    (ROOT, "bridge 8-9 @1.5,0,3:e", "not_supported", "SN-24"),
    ((*ROOT, "bridge 8-5 @1.5,0,2:e"), "span 8-9 @0,0,2:e", "under_a_bridge", "A-SN-06"),
    (ROOT, "branch 1-0 @2,1,1:n", "upper_level", "SN-33"),
    (ROOT, "branch 9-0 @2,1,0:n", "no_match", "SN-29"),
    (ARM, "branch 1-0 @2,1,0:n", "arm_taken", "SN-30"),
    ((), "branch 1-0 @2,1,0:n", "no_root", "SN-26"),
    (ARM, "extend 7-0 @3,5,0:e", "right_angle", "SN-31"),
    (ARM, "cap 7-0 @2,3,1:n", "branch_too_short", "A-SN-10"),
    (ROOT, "stacked_branch 1-9 @2,0,1:n", "no_arm", "SN-33"),
    (ARM, "stacked_branch 9-0 @2,0,1:n", "no_match", "SN-34"),
    (ARM, "stacked_branch 1-9 @2,0,2:n", "wrong_level", "A-SN-18"),
    (ARM, "stacked_branch 1-9 @3,0,1:n", "no_root", "SN-34"),
    (STACKED, "stacked_branch 3-1 @2,-1,1:n", "one_stacked_branch", "A-SN-18"),
    ((*ARM, "bridge 8-5 @1.5,0,2:e"), "stacked_branch 1-9 @2,0,1:n", "roofed", "A-SN-20"),
    (STACKED, "stack 9-0 @2,1,2:n", "on_a_stacked_branch", "A-SN-42"),
    (STACKED, "bridge 8-5 @1.5,0,2:e", "on_a_stacked_branch", "A-SN-42"),
    ((*STACKED, "extend 3-1 @2,-2,1:n"), "stack 3-0 @2,-2,2:n", "on_a_stacked_branch", "A-SN-42"),
    (STACKED, "extend 0-6 @2,-2,1:n", "no_match", "A-SN-19"),
    (STACKED, "extend 9-0 @2,2,1:n", "legal", "SN-35"),
    ((*STACKED, "extend 9-0 @2,2,1:n"), "extend 0-0 @2,4,1:n", "not_supported", "C-SN-9"),
    (STACKED, "extend 9-6 @2,2,2:n", "upper_level", "SN-35"),
    ((), "extend 3-0 @4,0,1:e", "no_stacked_branch", "SN-35"),
    (("out_of_room run:e",), "extend 9-0 @8,0,0:e", "end_is_closed", "SN-32"),
    (("out_of_room run:e",), "extend 9-0 @8,0,0:e", "end_is_closed", "A-SN-11"),
    (("out_of_room run:e",), "out_of_room run:e", "end_is_closed", "SN-32"),
    (("cap 0-9 @6,0,1:e",), "out_of_room run:e", "end_is_capped", "SN-12"),
    ((), "out_of_room 2:n", "no_such_end", "SN-32"),
    ((), "start 0-0", "already_started", "SN-7"),
    ((), "keep", "nothing_drawn", "SN-40"),
    ((), "pass", "must_draw", "A-SN-25"),
    (("draw",), "draw", "already_drawn", "A-SN-24"),
    (("draw",), "pass", "already_drawn", "SN-40"),
    ((), "extend 9-12 @8,0,0:e", "not_in_set", "SN-2"),
    ((), "extend 9-3 @8,0,0:e", "on_the_table", "SN-1"),
]


@pytest.mark.parametrize(("before", "text", "name", "rule"), ON_P7, ids=lambda value: value if "SN" in value else "")
def test_refusals_cite_their_rule(before, text, name, rule):
    verdict = judge(play(table(), *before), text)
    assert (verdict.name or "legal", verdict.legal) == (name, name == "legal"), verdict
    assert rule in verdict.rules


def test_sn_1_and_a_sn_01_sets_and_players():
    assert [tiles.set_size(n) for n in (6, 9, 12)] == [28, 55, 91]
    assert tiles.pips(tiles.whole_set(9)) == 495
    boneyards = [GAME.start(options(players=n), 1).boneyard for n in range(2, 7)]
    assert boneyards == [37, 28, 19, 10, 1]
    assert GAME.start(options(players=3, max_pip=6), 1).boneyard == 1
    with pytest.raises(OptionError, match="36 tiles"):
        options(players=4, max_pip=6)


def test_sn_3_two_families_of_placement():
    assert {text.split()[0] for text in listed(table())} == {"extend", "cap", "stack", "span"}


def test_sn_7_the_lowest_double_starts():
    state = GAME.start(options(players=3), 5)
    held = [hand for hand in state.hands if hand]
    lowest = min(bit for bit in tiles.DOUBLES if any(bit & hand for hand in held))
    assert [str(move) for move in GAME.moves(state, state.turn)] == [f"start {tiles.label(lowest)}"]
    assert state.hands[state.turn] & lowest


def no_double(house=None):
    """A deal in which nobody holds a double, seat 1 about to draw one."""
    house = options(players=2, hand_size=3, **(house or {}))
    state = GAME.start(house, 1)
    hands = (tiles.read_tiles(["0-1", "0-2", "0-3"]), tiles.read_tiles(["1-2", "1-3", "1-4"]))
    rest = list(tiles.each(tiles.whole_set(9) & ~hands[0] & ~hands[1]))
    first, second = tiles.read_tiles(["5-6"]), tiles.read_tiles(["4-4"])
    pile = (*(bit for bit in rest if bit not in (first, second)), second, first)
    return replace(state, hands=hands, pile=pile, turn=0)


def test_a_sn_02_all_draw_until_somebody_has_a_double():
    state = no_double()
    assert [str(move) for move in GAME.moves(state, 0)] == ["draw"]
    state = play(state, "draw")
    assert (state.turn, GAME.hand(state, 0)) == (1, ("0-1", "0-2", "0-3", "5-6"))
    state = play(state, "draw")
    assert [str(move) for move in GAME.moves(state, state.turn)] == ["start 4-4"]
    assert (state.turn, state.boneyard) == (1, 55 - 6 - 2)


def test_a_sn_02_redeal():
    redealt = options(players=2, hand_size=1, no_double_start="redeal")
    for seed in range(20):
        state = GAME.start(redealt, seed)
        assert str(GAME.moves(state, state.turn)[0]).startswith("start")
    assert any(
        str(GAME.moves(s, s.turn)[0]) == "draw" for s in (GAME.start(options(hand_size=1), n) for n in range(20))
    )
    assert refused(no_double({"no_double_start": "redeal"}), "draw") == "redeal"


def test_a_sn_02_with_hidden_hands_any_seat_may_start():
    state = GAME.start(options(), None)
    assert GAME.actors(state) == (0, 1)
    assert GAME.judge(state, 1, GAME.parse("start 3-3")).legal
    assert GAME.judge(state, 1, GAME.parse("start 3-4")).name == "not_a_double"
    assert GAME.apply(state, 1, GAME.parse("start 3-3")).turn == 0


def test_a_sn_03_clockwise():
    assert play(table("1-1", west=0, house={"players": 5}, turn=4), "extend 1-5 @2,0,0:e").turn == 0
    assert GAME.judge(table(), 1, GAME.parse("draw")).name == "not_your_turn"


def test_a_sn_04_a_sn_39_the_second_play_is_end_to_end_or_a_draw():
    words = {str(move).split()[0] for move in GAME.moves(table("1-1", west=0), 0)}
    assert words == {"extend", "draw"}


def test_sn_13_a_sn_08_c_sn_5_before_seven():
    state = table(P6, west=-4)
    assert refused(state, "cap 9-8 @6,0,1:e") == "run_too_short"
    assert judge(state, "cap 9-8 @6,0,1:e").reason == "The run has 6 dominoes; run:e can be capped from 7."
    assert points(state, "stack 1-8 @0,0,1:e") == 0
    early = table(P6, west=-4, house={"stack_before_min_run": False})
    assert refused(early, "stack 1-8 @0,0,1:e") == "too_early_to_stack"
    assert judge(early, "stack 1-8 @0,0,1:e").rules == ("A-SN-08",)
    assert not any(move.startswith(("stack", "span", "cap")) for move in listed(early))
    assert any(move.startswith("stack") for move in listed(play(early, "extend 9-0 @8,0,0:e")))


def test_a_sn_09_a_cap_from_the_next_turn_on():
    assert points(play(table(P6, west=-4), "extend 9-4 @8,0,0:e"), "cap 9-8 @8,0,1:e") == 23


@pytest.mark.parametrize("least", [1, 3, 9])
def test_option_min_run_before_cap(least):
    run = ["1-1", "1-5", "5-3", "3-9", "9-0", "0-2", "2-4", "4-7", "7-6"]
    for length in range(1, 10):
        state = table(" ".join(run[:length]), west=0, house={"min_run_before_cap": least})
        assert any(move.startswith("cap") for move in listed(state)) == (length >= least)


def test_a_cap_on_the_only_domino_closes_both_its_ends():
    state = table("1-1", west=0, house={"min_run_before_cap": 1})
    assert points(state, "cap 1-8 @0,0,1:e") == 2 * (9 + 6)
    assert not any(move.startswith("extend") for move in listed(play(state, "cap 1-8 @0,0,1:e")))


@pytest.mark.parametrize(("least", "name"), [(7, "branch_too_short"), (1, "")])
def test_option_branch_min_before_cap(least, name):
    state = table(P7, *ARM, house={"branch_min_before_cap": least})
    verdict = judge(state, "cap 7-0 @2,3,1:n")
    assert verdict.name == name
    assert verdict.legal == (least == 1)


def test_a_sn_10_both_arms_count():
    state = play(table(), *BOTH_ARMS, "extend 7-6 @2,5,0:n", "extend 6-3 @2,7,0:n", "extend 9-0 @2,-6,0:n")
    assert points(state, "cap 6-0 @2,7,1:n") == 12
    assert points(state, "cap 0-0 @2,-6,1:n") == 6


def test_sn_32_a_sn_11_c_sn_6_out_of_room():
    state = play(table(P6, west=-4), "out_of_room run:e")
    assert not any("@8,0,0:e" in move for move in listed(state))
    assert points(state, "cap 8-9 @6,0,1:e") == 23
    assert {"SN-32", "A-SN-11"} <= set(judge(state, "cap 8-9 @6,0,1:e").rules)
    assert any(move.startswith("stack") for move in listed(state)), "nobody is forced to cap at once"


def test_sn_41_sn_48_the_table_says_that_a_hand_is_empty():
    state = table(hand_sizes=[3, 2])
    after = GAME.apply(state, 0, GAME.parse("out"))
    assert [each.total for each in GAME.score(after)] == [20, 0]
    assert GAME.winners(after) == (0,)
    assert after.sizes == (0, 2)
    assert not GAME.judge(after, 1, GAME.parse("out")).legal
    assert "out" not in listed(state), "nobody's move: the table declares it"
    known = holding(state, "9-0 4-4", 0)
    assert GAME.judge(known, 0, GAME.parse("out")).name == "hand_is_known"
    assert GAME.judge(state, 7, GAME.parse("out")).name == "no_such_seat"


def test_option_out_of_room_bounds_a_sn_10():
    house = {"out_of_room": [-6, -2, 7, 3]}
    state = table(P7, *ROOT, house=house)
    assert not any(move.startswith("extend") for move in listed(state))
    assert refused(state, "extend 9-0 @8,0,0:e") == "out_of_room"
    assert refused(state, "out_of_room run:e") == "room_is_given"
    state = play(state, "branch 1-7 @2,1,0:n")
    assert refused(state, "extend 7-7 @2,3,0:n") == "out_of_room"
    assert points(state, "cap 1-9 @2,1,1:n") == 16
    assert points(table(P6, west=-4, house={"out_of_room": [-4, 0, 7, 0]}), "cap 8-9 @6,0,1:e") == 23


def test_sn_18_c_sn_3_spans_above_need_both():
    state = play(table(), "stack 1-7 @2,0,1:e", "stack 8-3 @4,0,1:e")
    assert "SN-18" in judge(state, "span 7-8 @3,0,2:e").rules
    assert {"SN-16", "SN-18"} <= set(judge(state, "span 7-9 @3,0,2:e").rules)


def test_sn_19_sn_21_sn_47_a_sn_21_bridge_value():
    for value, earned in (("full_tiles", 32), ("touching_halves", 26)):
        verdict = judge(table(P7, *ROOT, house={"bridge_value": value}), "bridge 8-5 @1.5,0,2:e")
        assert verdict.points == earned
        assert {"SN-19", "SN-20"} <= set(verdict.rules)
        assert {"SN-21", "SN-47"} <= set(verdict.lines[0].rules)


def test_a_sn_13_a_sn_34_one_tile_and_a_cap_are_stacks_enough():
    state = play(table(), "span 6-6 @-3,0,1:e", "cap 4-8 @-6,0,1:e")
    assert list(state.table.shape.roots) == [(-4, 0)]


def test_a_sn_14_roots_on_arms():
    state = play(table(), *ROOT, "branch 1-7 @2,1,0:n", "extend 7-6 @2,3,0:n", "extend 6-0 @2,5,0:n")
    spanned = play(state, "out_of_room 2:n", "stack 9-7 @2,1,1:n", "span 6-6 @2,4,1:n")
    assert (2, 3) in spanned.table.shape.roots
    assert points(spanned, "branch 7-8 @3,3,0:e") == 23
    after = play(spanned, "branch 7-8 @3,3,0:e")
    assert "2,3:e" in after.table.shape.ends
    assert play(after, "out_of_room 2,3:e").table.closed == ("2:n", "2,3:e")


def test_a_sn_15_a_sn_16_extra_turns_belong_to_who_completes_the_root():
    state = play(table(), *ROOT)
    assert (state.turn, state.extra_turns) == (1, 1)
    assert (play(state, "draw").extra_turns, play(state, "draw", "keep").turn) == (1, 0)


def test_a_sn_17_c_sn_8_the_second_arm_earns_nothing():
    state = table(P7, *ARM)
    assert points(state, "branch 4-1 @2,-2,0:n") == 0
    assert "A-SN-17" in judge(state, "branch 4-1 @2,-2,0:n").rules


def test_sn_33_sn_34_sn_36_c_sn_4_the_other_half_need_not_match():
    verdict = judge(table(P7, *ARM), "stacked_branch 1-9 @2,0,1:n")
    assert verdict.points == 18
    assert {"SN-33", "SN-34"} <= set(verdict.rules)
    assert "SN-36" in verdict.lines[0].rules


def test_sn_35_a_sn_19_a_stacked_branch_grows_both_ways():
    state = table(P7, *STACKED)
    growths = {move for move in listed(state) if move.startswith("extend") and ",1:n" in move}
    assert {move.split("@")[1] for move in growths} == {"2,-2,1:n", "2,2,1:n"}


def test_a_sn_40_a_growth_and_a_stack_are_both_legal():
    state = table(P7, *STACKED)
    assert judge(state, "extend 3-1 @2,-2,1:n").rules == ("SN-35", "A-SN-19", "A-SN-40")
    assert judge(state, "stack 3-1 @2,-2,1:n").legal


def test_a_sn_36_a_stacked_branch_is_no_stack():
    state = play(table(), *STACKED, "extend 9-6 @2,2,1:n")
    assert list(state.table.shape.roots) == [(2, 0)]
    grown = play(state, "extend 3-1 @2,-2,1:n", "extend 8-3 @2,-4,1:n")
    assert not grown.table.shape.ends["2:s"].capped


def test_a_sn_20_a_bridge_leaves_the_arms_open():
    state = play(table(), *ARM, "bridge 8-5 @1.5,0,2:e")
    assert points(state, "branch 4-1 @2,-2,0:n") == 0


def test_a_sn_22_on_a_bridge_exactly_aligned():
    state = play(table(), *ROOT, "bridge 8-5 @1.5,0,2:e")
    assert "A-SN-22" in judge(state, "stack 8-0 @1.5,0,3:e").rules
    assert refused(state, "stack 8-0 @0.5,0,3:e") == "leaner"


def test_sn_37_sn_38_a_sn_23_a_sn_38_draws():
    assert judge(holding(table(), "7-8"), "draw").rules == ("SN-37", "A-SN-23")
    assert judge(holding(table(), "9-8"), "draw").rules == ("SN-38", "A-SN-38")


@pytest.mark.parametrize(("option", "legal"), [("drawn_only", False), ("any_tile", True)])
def test_option_play_after_draw_a_sn_24(option, legal):
    state = holding(table(drawn="0-7", house={"play_after_draw": option}), "9-8 6-6")
    assert judge(state, "extend 9-8 @8,0,0:e").legal == legal
    if legal:
        after = play(state, "extend 9-8 @8,0,0:e")
        assert (GAME.hand(after, 0), after.sizes[0]) == (("0-7", "6-6"), 2)


def test_sn_39_sn_40_a_sn_35_a_drawn_tile_is_played_or_kept():
    state = holding(table(drawn="0-9"), "7-8")
    assert judge(state, "extend 9-0 @8,0,0:e").legal, "SN-39"
    assert judge(state, "keep").rules == ("SN-40", "A-SN-35")


def test_a_sn_25_with_an_empty_boneyard():
    state = holding(table(boneyard=0), "9-8")
    assert refused(state, "draw") == "boneyard_empty"
    assert refused(state, "pass") == "can_play"
    assert judge(holding(table(boneyard=0), "7-8"), "pass").rules == ("A-SN-25", "A-SN-26")


def test_a_pass_gives_up_the_turns_owed():
    state = holding(table(P7, *ROOT, boneyard=0), "0-7")
    assert state.extra_turns == 1
    after = play(state, "pass")
    assert (after.turn, after.extra_turns, after.passes) == (0, 0, 1)


def test_sn_41_sn_42_c_sn_8_first_out_wins_unscored():
    state = holding(table(scores=[0, 0], house={"scoring": False}), "9-8")
    verdict = judge(state, "cap 8-9 @6,0,1:e")
    assert {"SN-41", "SN-42"} <= set(verdict.rules)
    assert verdict.lines == ()
    assert GAME.winners(play(state, "cap 8-9 @6,0,1:e")) == (0,)


def test_sn_48_a_sn_29_the_highest_total_wins():
    state = holding(table(scores=[5, 100]), "9-8")
    assert points(state, "extend 9-8 @8,0,0:e") == 20
    after = play(state, "extend 9-8 @8,0,0:e")
    assert GAME.winners(after) == (1,)
    assert refused(after, "draw") == "game_over"
    tie = play(holding(table(scores=[80, 100]), "9-8"), "extend 9-8 @8,0,0:e")
    assert GAME.winners(tie) == (0, 1)


def test_a_sn_26_blocked_and_unscored():
    state = table(boneyard=0, scores=[0, 0], house={"scoring": False})
    state = holding(holding(state, "7-8", 0), "0-7 8-8", 1)
    assert GAME.winners(play(state, "pass", "pass")) == (0,)
    hidden = replace(state, hands=(None, None), sizes=(2, 2), passes=2)
    assert GAME.winners(hidden) == (0, 1), "whoever may have won, where pips are hidden"


def test_a_sn_27_a_sn_30_ordinary_plays_earn_nothing():
    state = table()
    assert [points(state, text) for text in ("extend 9-0 @8,0,0:e", "stack 1-8 @0,0,1:e", "span 5-5 @3,0,1:e")] == [
        0
    ] * 3
    assert points(table("0-0 0-1 1-2 2-3 3-4 4-5 5-6", west=0), "cap 0-9 @0,0,1:e") == 15


def test_a_sn_28_each_event_says_so():
    state = table(P7, "span 6-6 @-3,0,1:e")
    assert "A-SN-28" in judge(state, "cap 4-8 @-6,0,1:e").lines[1].rules


def test_a_sn_31_caps_and_stacks_on_arms():
    state = table(P7, *ARM)
    assert judge(state, "stack 1-9 @2,1,1:n").rules == ("SN-14", "SN-5", "A-SN-31")


def test_a_sn_32_lines_that_meet_are_out_of_room():
    # Two branches of the run, three columns apart, and a root on one of them at the height of the other.
    state = play(table(), ROOT[0], "cap 7-9 @6,0,1:e", ROOT[1], "branch 1-7 @2,1,0:n", "branch 3-8 @5,1,0:n")
    state = play(state, "extend 7-6 @2,3,0:n", "extend 8-4 @5,3,0:n", "extend 6-0 @2,5,0:n")
    state = play(state, "stack 2-7 @2,1,1:n", "span 6-6 @2,4,1:n")
    assert list(state.table.shape.roots) == [(2, 0), (5, 0), (2, 3)]
    state = play(state, "branch 7-3 @3,3,0:e")
    end = state.table.shape.ends["2,3:e"]
    assert end.blocked
    assert refused(state, "extend 3-0 @5,3,0:e") == "cells_taken"
    assert "A-SN-32" in judge(state, "cap 0-3 @3,3,1:e").rules


def test_a_sn_33_the_first_misplaced_tile_is_named():
    setup = Setup(options(), {"tiles": [{"tile": "1-1", "at": [0, 0, 0], "dir": "e"},
                                        {"tile": "2-5", "at": [2, 0, 0], "dir": "e"}]})  # fmt: skip
    (fault,) = GAME.faults(setup)
    assert (fault.name, fault.rules) == ("no_match", ("SN-9", "SN-5"))


def test_a_sn_41_the_joint_of_an_open_end_before_seven():
    assert "A-SN-41" in judge(table(P6, west=-4), "span 3-3 @5,0,1:e").rules


def test_sn_22_c_sn_10_both_ends_are_open_and_stacking_may_begin():
    kinds = {move.split()[0] for move in listed(table(P6, west=-4))}
    assert {"extend", "stack"} <= kinds
    assert {move.split("@")[1] for move in listed(table()) if move.startswith("extend")} == {"8,0,0:e", "-8,0,0:e"}


def test_sn_23_sn_25_lines_are_straight_and_doubles_whole():
    assert judge(table(), "extend 7-4 @-7,1,0:n").rules[0] == "SN-23"
    assert judge(table(), "stack 1-0 @0.5,-0.5,1:n").rules[0] == "SN-25"


def test_sn_43_points_are_kept_as_they_are_earned():
    state = play(table(scores=[3, 4]), "cap 0-9 @6,0,1:e")
    assert [score.total for score in GAME.score(state)] == [18, 4]
    assert all(score.lines[0].rules == ("SN-43",) for score in GAME.score(state))


def test_sn_49_everyone_may_win_a_draw_of_points():
    over = replace(table(boneyard=0, scores=[7, 7]), passes=2)
    assert GAME.winners(over) == (0, 1)


def test_sn_50_both_spellings_and_the_version():
    assert GAME.aliases == ("stackernoes",)
    assert "24.11.1" in GAME.rules["SN-50"].title


def test_options_have_the_defaults_of_the_rules():
    assert read_options(GAME.options_type, {}).to_json() == {
        "players": 4, "max_pip": 9, "hand_size": 9, "scoring": True, "no_double_start": "draw_until_double",
        "stack_before_min_run": True, "min_run_before_cap": 7, "branch_min_before_cap": 7,
        "out_of_room": "declared_by_players", "multi_event_value": "each_event", "bridge_value": "full_tiles",
        "play_after_draw": "drawn_only",
    }  # fmt: skip


@pytest.mark.parametrize(
    "wrong", [{"max_pip": 7}, {"players": 7}, {"out_of_room": [1, 2]}, {"out_of_room": [5, 5, 9, 9]}, {"scoring": 1}]
)
def test_options_take_nothing_else(wrong):
    with pytest.raises(OptionError):
        options(**wrong)


def test_a_refused_move_changes_nothing():
    state = table()
    before = repr(state)
    with pytest.raises(IllegalMove):
        GAME.apply(state, 0, GAME.parse("extend 3-0 @8,0,0:e"))
    assert repr(state) == before
    assert GAME.judge(state, TABLE, GAME.parse("draw")).name == "not_your_turn"
