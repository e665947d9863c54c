"""Every refusal of Stones has its name and its rules, and leaves the state as it was."""

from __future__ import annotations

import pytest
from stones_table import GAME, judge, play, points, start, table, tokens

from engine.core import TABLE, Setup
from engine.errors import IllegalMove, NotationError

STACKS = {0: ("SM", "A1 B1"), 2: ("S", "C1"), 3: ("L", "")}
CHOOSING = table(STACKS, display=["S/1", "ML/2"])
PLACING = play(CHOOSING, "take S/1 small")
FIRST = play(start(), f"take {start().display[0]} {['small', 'medium', 'large'][start().display[0].sizes[0]]}")
NO_RIVER = table(
    {1: ("S" * 13 + "M", ""), 2: ("M" * 11 + "L", ""), 3: ("L" * 11, "")}, marker=3, display=["S/1", "M/2", "L/2"]
)
LIFTED = play(NO_RIVER, "take M/2 medium from 1")
OVER = table({0: ("S", "")}, golden=[0, 10, 0, 0], phase="over")
SETTING = start(alternative_start=True)
UNSEEN = start(seed=None)

CASES = [
    (OVER, 0, "take S/1 small", "game_over", "ST-59"),
    (CHOOSING, 4, "exchange", "no_such_seat", "ST-5"),
    (CHOOSING, 1, "take S/1 small", "not_your_turn", "ST-21"),
    (CHOOSING, 0, "place ok", "nothing_taken", "ST-22"),
    (CHOOSING, 0, "take S/4 small", "tile_not_shown", "ST-23"),
    (CHOOSING, 0, "take S/1 large", "size_not_on_tile", "ST-24"),
    (CHOOSING, 0, "take S/1 small from 2", "river_not_empty", "ST-42"),
    (CHOOSING, 0, "refresh", "tile_fits", "ST-46"),
    (CHOOSING, 0, "exchange", "too_few_golden", "ST-58"),
    (CHOOSING, TABLE, "exchange", "no_such_seat", "ST-58"),
    (CHOOSING, 0, "set S/1 small", "no_stone_to_set", "ST-63"),
    (CHOOSING, TABLE, "marker 2", "marker_stands", "ST-11"),
    (CHOOSING, TABLE, "turn S/2", "no_unread_tile", "ST-13"),
    (CHOOSING, TABLE, "place ok", "not_for_the_table", "ST-22"),
    (CHOOSING, TABLE, "place other 2", "turn_has_begun", "A-ST-16"),
    (PLACING, 0, "take ML/2 large", "stone_in_hand", "ST-38"),
    (PLACING, 0, "refresh", "stone_in_hand", "ST-38"),
    (PLACING, 1, "place ok", "not_your_turn", "ST-21"),
    (PLACING, 0, "place fall 0", "own_stack_named", "ST-35"),
    (PLACING, 0, "place other 0,2", "own_stack_named", "ST-35"),
    (PLACING, 0, "place fall 1", "nothing_to_fall", "A-ST-11"),
    (PLACING, 0, "place other 2,5", "nothing_to_fall", "A-ST-11"),
    (PLACING, 0, "place source", "no_source", "ST-45"),
    (PLACING, 0, "place culprit 0: 2", "own_fault", "ST-56"),
    (table(STACKS, players=2 + 1, display=["S/1"]), 0, "place culprit 3: 2", "nothing_taken", "ST-22"),
    (play(table(STACKS, players=3), "take SML/1 small"), 0, "place culprit 3: 2", "no_such_seat", "ST-56"),
    (PLACING, 0, "place culprit 1: 4", "nothing_to_fall", "A-ST-11"),
    (FIRST, 0, "place touch", "nothing_to_touch", "ST-33"),
    (table({0: ("S" * 12 + "M" * 12 + "L" * 12, "")}, phase="place", taken={"tile": "S/2", "size": "small"}),
     0, "place touch_other", "nothing_to_touch", "C-ST-5"),
    (table(golden=None), 0, "exchange", "golden_unknown", "C-ST-10"),
    (FIRST, 0, "place culprit 1: 0", "nothing_to_fall", "A-ST-11"),
    (NO_RIVER, 0, "take S/1 small", "source_needed", "ST-42"),
    (NO_RIVER, 0, "take L/2 large from 3", "source_is_target", "C-ST-8"),
    (NO_RIVER, 0, "take S/1 small from 1", "size_not_on_top", "ST-43"),
    (NO_RIVER, 0, "take S/1 small from 5", "size_not_on_top", "ST-43"),
    (play(table({1: ("S", ""), 2: ("S" * 12 + "M" * 12, ""), 3: ("L" * 12, "")}), "take SML/1 small from 1"),
     0, "place source", "nothing_to_fall", "A-ST-11"),
    (SETTING, 0, "take S/1 small", "stones_to_set", "ST-63"),
    (SETTING, 1, "set S/1 small", "not_your_turn", "ST-64"),
    (SETTING, 0, f"set {SETTING.pile[1]} small", "tile_not_drawn", "ST-64"),
    (start(seed=None, alternative_start=True), 0, "set S/1 small", "marker_unknown", "C-ST-12"),
    (play(UNSEEN, "take S/1 small"), 0, "place ok", "marker_unknown", "ST-11"),
    (play(UNSEEN, "turn S/1", seat=TABLE), TABLE, "turn S/1", "tile_in_sight", "ST-4"),
]  # fmt: skip


@pytest.mark.parametrize(("state", "seat", "move", "name", "rule"), CASES, ids=lambda value: str(value)[:30])
def test_refusal(state, seat, move, name, rule):
    verdict = judge(state, move, seat)
    assert not verdict.legal
    assert verdict.name == name
    assert rule in verdict.rules
    assert set(verdict.rules) <= set(GAME.rules)
    assert verdict.reason.endswith(".")
    before = repr(state)
    with pytest.raises(IllegalMove):
        play(state, move, seat=seat)
    assert repr(state) == before
    assert move not in map(str, GAME.moves(state, seat))


def test_a_size_that_the_alternative_start_cannot_give():
    house = {"tile_set": ["SM/1"] * 9, "stones_per_size": {"small": 0, "medium": 30, "large": 7}}
    state = start(alternative_start=True, **house)
    assert judge(state, "set SM/1 large").name == "size_not_on_tile"
    assert judge(state, "set SM/1 small").name == "size_not_in_river"


def test_no_five_point_token_left():
    state = table(golden=[5, 0, 0, 0], five=[0, 1, 1, 2], house={"win_points": 24})
    assert judge(state, "exchange").name == "no_five_left"


def test_source_stack_that_falls_later_is_another_stack():
    state = play(LIFTED, "place other 1")
    assert (len(state.stacks[3]), state.marker, state.turn) == (12, 5, 1)  # A-ST-30


def test_a_first_stone_may_lean_on_the_river_and_a_hand_may_touch_it():
    start_of_play = (judge(FIRST, "place lean"), judge(FIRST, "place touch_other"))
    assert all(verdict.legal for verdict in start_of_play)
    assert "C-ST-5" in start_of_play[1].rules


def test_who_knocks_the_new_stone_off_an_emptied_stack_pays_what_lies_beside():
    state = play(table({0: ("", "A1 B2")}), "take SML/1 small")
    assert judge(state, "place culprit 1: 0").points == 1  # A-ST-14b, A-ST-15
    state = play(state, "place culprit 1: 0")
    assert (points(state), state.supply[1], state.phase, sum(state.river)) == ([1, 0, 0, 0], 19, "place", 36)
    assert judge(state, "place culprit 1: 0").name == "nothing_to_fall"


def test_tokens_beside_an_emptied_stack_stay_until_the_next_fall():
    stacks = {1: ("S", "A1 B2"), 2: ("S" * 12 + "M" * 12, ""), 3: ("L" * 12, "")}
    state = play(table(stacks, display=["S/1", "ML/1"]), "take S/1 small from 1", "place ok")
    assert (state.stacks[1], tokens(state, 1)) == ((), "A1 B2")  # A-ST-14b
    state = play(state, "take ML/1 large from 3", "place fall")
    assert points(state) == [1, 0, 0, 0]


def test_a_turn_without_any_tile_that_fits_is_skipped_after_a_cycle():
    house = {"tile_set": ["S/1"] * 7, "stones_per_size": {"small": 1, "medium": 36, "large": 0}}
    state = table({0: ("S", "A1")}, marker=2, display=["S/1"] * 5, facedown=2, used=[], house=house)
    state = play(state, "refresh")
    assert (state.turn, state.aside, len(state.display)) == (0, 5, 5)
    assert GAME.position(state)["aside"] == 5
    assert GAME.state(Setup(state.options, GAME.position(state))) == GAME.view(state, None)
    state = play(state, "refresh")
    assert (state.turn, state.aside, state.marker) == (1, 0, 2)  # A-ST-05


def test_a_cycle_is_as_many_tiles_as_there_are():
    house = {"tile_set": ["S/1"] * 5, "stones_per_size": {"small": 1, "medium": 36, "large": 0}}
    state = table({0: ("S", "A1")}, marker=2, display=["S/1"] * 5, facedown=0, used=[], house=house)
    assert play(state, "refresh").turn == 1


def test_tiles_put_aside_count_for_one_turn_alone():
    house = {"tile_set": ["S/1"] * 5 + ["M/1"] * 5, "stones_per_size": {"small": 1, "medium": 36, "large": 0}}
    state = table({0: ("S", "A1")}, marker=2, display=["S/1"] * 5, facedown=5, used=[], house=house)
    state = play(state, "refresh", "take M/1 medium", "place ok")
    assert (state.aside, state.turn) == (0, 1)


def test_without_marker_nobody_knows_which_stack_may_give():
    state = table({0: ("S" * 13 + "M" * 12, ""), 1: ("L" * 12, "")}, marker=None, display=["M/2"])
    assert judge(state, "take M/2 medium from 0").name == "marker_unknown"
    assert judge(state, "refresh").name == "marker_unknown"
    assert GAME.actors(state) == (TABLE,)


@pytest.mark.parametrize(
    "text",
    [
        "", "take", "take SM/3", "take SM/3 huge", "take MS/3 small", "take SM/03 small", "take SM/3 small from 6",
        "take SM/3 small from", " place ok", "place ok ", "place", "place fine", "place ok 2", "place fall 4,2",
        "place fall 2,2", "place fall 6", "place other", "place culprit 1:2", "place culprit 4: 2", "place culprit 1:",
        "Exchange", "refresh now", "set SM/3", "marker 6", "turn", "turn /3", "place fall ٢", "take S/100 small",
    ],
)  # fmt: skip
def test_no_notation(text):
    with pytest.raises(NotationError):
        GAME.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "take SM/3 medium", "take SM/3 medium from 4", "place ok", "place lean", "place touch", "place touch_other",
        "place fall", "place fall 2,4", "place other 2,4", "place source", "place culprit 1: 2,4", "place culprit 0: 5",
        "exchange", "refresh", "set SM/3 small", "marker 0", "turn SML/5",
    ],
)  # fmt: skip
def test_notation_reads_the_same_both_ways(text):
    move = GAME.parse(text)
    assert str(move) == text
    assert GAME.parse(str(move)) == move


def test_repr_rebuilds():
    from engine.games.stones import move as kinds
    from engine.games.stones.options import StonesOptions
    from engine.games.stones.state import State, Taken
    from engine.games.stones.tile import Tile

    names = {"StonesOptions": StonesOptions, "State": State, "Taken": Taken, "Tile": Tile} | vars(kinds)
    for state in (CHOOSING, PLACING, NO_RIVER, SETTING, UNSEEN):
        assert eval(repr(state), names) == state
        for move in GAME.moves(state, 0):
            assert eval(repr(move), names) == move


def test_the_drawing_shows_what_lies_where():
    drawn = str(PLACING)
    assert "^ 0 ^" in drawn
    assert "A1 B1" in drawn
    assert "in hand small by S/1" in drawn
    assert drawn.count("(S)") == 2
    assert "?" in str(UNSEEN)
