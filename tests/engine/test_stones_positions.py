"""Positions of Stones as people and cameras tell them: faults by name, what is unknown, what cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stones_table import GAME, options, play, position, start, table

from engine.core import Setup
from engine.errors import PositionError
from engine.judge import answer


def faults(told, **house):
    return GAME.faults(Setup(options(**house), told))


STACKS = {0: ("SM", "A1 B1"), 3: ("L", "")}
USED = ["S/1", "S/2", "S/3"]
TAKEN = {"tile": "SM/3", "size": "medium", "from": None}

FAULTY = [
    ("marker_off_board", {"marker": 6}, "ST-11"),
    ("marker_off_board", {"marker": -1}, "ST-11"),
    ("stone_count", {"river": {"small": 1}}, "ST-2"),
    ("size_count", {"river": {"small": 13, "medium": 10, "large": 11}}, "A-ST-01"),
    ("token_count", {"supply": [19, 18, 19, 19]}, "A-ST-18b"),
    ("token_count", {"golden": [19, 0, 0, 0], "supply": None}, "A-ST-18b"),
    ("five_count", {"five": [1, 1, 1, 2]}, "C-ST-1"),
    ("display_size", {"display": ["S/1", "S/2", "S/3", "S/4", "S/5", "M/1"]}, "ST-13"),
    ("display_size", {"display": ["S/1", "S/2", "S/3", "S/4", "S/5"], "taken": TAKEN}, "ST-13"),
    ("display_empty", {"display": []}, "ST-49"),
    ("unknown_tile", {"display": ["S/9"]}, "A-ST-02"),
    ("duplicate_tile", {"display": ["S/1", "S/1"]}, "ST-4"),
    ("duplicate_tile", {"display": ["S/1"], "used": ["S/1"]}, "ST-4"),
    ("tile_count", {"display": ["S/4"], "used": USED, "facedown": 30}, "ST-4"),
    ("tile_count", {"facedown": 35}, "ST-12"),
    ("size_not_on_tile", {"phase": "place", "taken": TAKEN | {"size": "large"}}, "ST-24"),
    ("source_is_target", {"phase": "place", "taken": TAKEN | {"from": 0}}, "C-ST-8"),
    ("game_not_ended", {"golden": [0, 10, 0, 0], "phase": "choose"}, "ST-59"),
    ("ended_early", {"phase": "over"}, "ST-59"),
]


@pytest.mark.parametrize(("name", "told", "rule"), FAULTY, ids=[f"{n}-{name}" for n, (name, *_) in enumerate(FAULTY)])
def test_fault(name, told, rule):
    whole = position(STACKS, **told)
    found = {fault.name: fault for fault in faults(whole)}
    assert name in found
    assert rule in found[name].rules
    assert set(found[name].rules) <= set(GAME.rules)
    told = answer({"game": "stones", "position": whole, "seat": 0, "move": "exchange"})
    assert {"faults", "moves", "score", "next", "verdict"} <= set(told)


@pytest.mark.parametrize("golden", ["gold", "five"])
def test_golden_beside_a_stack(golden):
    result = position(STACKS)
    result["stacks"][0]["tokens"][golden] = 1
    assert [fault.name for fault in faults(result)] == ["golden_beside_stack"]


def test_a_game_that_finishes_its_turn_is_no_fault():
    result = position(STACKS, golden=[10, 0, 0, 0], phase="place", taken=TAKEN)
    assert faults(result, end_timing="finish_turn") == ()
    assert [fault.name for fault in faults(result)] == ["game_not_ended"]


@pytest.mark.parametrize(
    ("stacks", "name"),
    [({0: ("SMLS", "")}, "set_already"), ({0: ("S", "A1")}, "tokens_too_early"), ({0: ("S", "")}, None)],
)
def test_fault_of_an_alternative_start(stacks, name):
    """ST-64, ST-67, A-ST-21: four stones without tokens, and then the game begins."""
    found = faults(position(stacks, phase="set", display=[]), alternative_start=True)
    assert [fault.name for fault in found] == ([name] if name else [])


UNREADABLE = [
    ({"river": {"huge": 1}}, "unknown key 'huge'"),
    ({"colour": 1}, "unknown key 'colour'"),
    ({"marker": "2"}, "'marker' is '2'"),
    ({"marker": True}, "whole number"),
    ({"stacks": [{}] * 5}, "5 entries"),
    ({"stacks": [{"stones": ["tiny"]}] + [{}] * 5}, "'tiny' is no size"),
    ({"stacks": [{"stones": [None]}] + [{}] * 5}, "has no size"),
    ({"stacks": [{"tokens": {"4": 1}}] + [{}] * 5}, "unknown key '4'"),
    ({"stacks": [{"tokens": {"0": -1}}] + [{}] * 5}, "a count"),
    ({"supply": [1, 2]}, "2 entries"),
    ({"display": "S/1"}, "it is a list"),
    ({"display": ["S1"]}, "no stone tile"),
    ({"facedown": -3}, "a count"),
    ({"phase": "lunch"}, "one of set, choose, place, over"),
    ({"phase": "place"}, "'taken' is missing"),
    ({"phase": "set"}, "alternative_start"),
    ({"phase": "choose", "taken": TAKEN}, "belongs to the phase 'place'"),
    ({"taken": {"tile": "SM/3"}}, "names its 'tile' and its 'size'"),
    ({"taken": TAKEN | {"from": 6}}, "'from' is 6"),
    ({"turn": 4}, "sit at 0 to 3"),
]


@pytest.mark.parametrize(("told", "line"), UNREADABLE, ids=[line for _, line in UNREADABLE])
def test_unreadable(told, line):
    with pytest.raises(PositionError, match=line) as wrong:
        GAME.state(Setup(options(), position(STACKS) | told))
    assert "\n" not in str(wrong.value)


def test_a_hand_is_no_part_of_stones():
    with pytest.raises(PositionError, match="Stones has none"):
        GAME.state(Setup(options(), {}, hand=("R7",)))


def test_what_is_left_out_is_told_to_be_unknown():
    body = answer({"game": "stones", "position": {}})
    assert body["unknown"] == ["stacks", "river", "display", "facedown", "supply", "golden", "five", "marker"]
    assert body["faults"] == []
    assert GAME.position(GAME.state(Setup(options(), {}))) == {"phase": "choose", "turn": 0}


def told_alone(move, **told):
    """The verdict on a move of seat 0 where nothing else of the table is known."""
    return answer({"game": "stones", "position": told, "move": move})["verdict"]


@pytest.mark.parametrize(
    "outcome", ["ok", "lean", "touch", "touch_other", "fall", "fall 2,4", "other 1", "culprit 1: 0,2"]
)
def test_stacks_that_nobody_told_may_fall_and_be_touched(outcome):
    verdict = told_alone(f"place {outcome}", marker=0, taken=TAKEN)
    assert verdict["legal"], verdict
    assert {"stacks", "river"}.isdisjoint(verdict["after"])


def test_stacks_that_nobody_told_may_give_a_stone_to_an_empty_river():
    document = {"marker": 0, "river": dict.fromkeys(("small", "medium", "large"), 0), "display": ["SM/3"]}
    assert told_alone("take SM/3 medium from 2", **document)["legal"]
    assert told_alone("take SM/3 medium from 0", **document)["name"] == "source_is_target"
    assert told_alone("refresh", **document)["name"] == "tile_fits"
    assert told_alone("place source", marker=0, taken=TAKEN | {"from": 2})["legal"]


def test_without_the_stacks_a_supply_does_not_tell_the_points():
    body = answer({"game": "stones", "position": {"supply": [5, 9, 9, 9]}})
    assert "golden" in body["unknown"]
    assert "supply" not in body["unknown"]
    assert [score["total"] for score in body["score"]] == [0] * 4
    assert "over" not in body


def test_a_position_that_says_no_phase_is_over_once_somebody_has_the_points():
    body = answer({"game": "stones", "position": position(STACKS, golden=[0, 10, 0, 0])})
    assert (body["faults"], body["moves"], body["next"]["phase"]) == ([], [], "over")
    assert body["over"] == {"winners": [1]}
    assert "over" not in answer({"game": "stones", "position": position(STACKS, golden=[0, 9, 0, 0])})


def test_while_a_stone_is_in_hand_at_most_four_tiles_are_face_up():
    state = GAME.state(Setup(options(), {"taken": TAKEN, "marker": 1}))
    assert len(state.display) == 4


def test_a_display_that_the_table_has_named_is_told():
    state = GAME.state(Setup(options(), {"marker": 1}))
    for steps in range(1, 6):
        assert "display" not in GAME.position(state)
        state = play(state, f"turn S/{steps}", seat=-1)
    assert GAME.position(state)["display"] == [f"S/{steps}" for steps in range(1, 6)]


def test_next_names_the_seat_in_turn_and_apart_from_it_who_may_exchange():
    """A-ST-17: an exchange waits for nobody, so nobody waits for it."""
    body = answer({"game": "stones", "position": position(golden=[0, 6, 5, 0])})
    assert body["next"] == {"seats": [0], "turn": 0, "phase": "choose", "exchange": [1, 2]}
    assert answer({"game": "stones", "position": position()})["next"] == {"seats": [0], "turn": 0, "phase": "choose"}
    assert answer({"game": "stones", "position": position(), "move": "take SML/1 small"})["next"]["phase"] == "place"
    assert answer({"game": "stones", "position": {"marker": 1}})["next"]["seats"] == [-1, 0]


def test_what_can_be_told_from_the_rest_is_told():
    state = table(STACKS, golden=[3, 0, 0, 0], facedown=20)
    assert (state.river, state.supply, len(state.used)) == ((12, 11, 11), (15, 18, 19, 19), 14)
    state = table(STACKS, golden=None, supply=[15, 18, 19, 19])
    assert state.golden == (3, 0, 0, 0)


def test_an_unread_tile_could_be_any_that_is_out_of_sight():
    state = table(display=["S/1", "?"], used=["S/2"], facedown=32)
    moves = list(map(str, GAME.moves(state, 0)))
    assert moves[0] == "take S/1 small"
    assert "take SM/3 medium" in moves
    assert not any(move.startswith("take S/2") for move in moves)
    assert len(moves) == len(set(moves)) == 60 - 1
    after = play(state, "take SM/3 medium")
    assert list(map(str, after.display)) == ["S/1"]


def test_a_position_says_its_state_again():
    state = start(players=3, seed=5)
    for number in range(60):
        if not (seats := GAME.actors(state)):
            break
        whole = GAME.position(state)
        seen = GAME.view(state, None)
        setup = Setup(options(3), whole, 1)
        assert GAME.state(setup) == seen
        assert GAME.faults(setup) == ()
        moves = GAME.moves(state, seats[0])
        state = GAME.play(state, seats[0], moves[number * 7 % len(moves)])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**12) | st.floats(allow_nan=False) | st.sampled_from(
        ["S/1", "SM/3", "small", "medium", "?", "place", "choose", "over", "set", "0", "x"]
    ),
    lambda inner: st.lists(inner, max_size=6)
    | st.dictionaries(
        st.sampled_from(["stones", "tokens", "tile", "size", "from", "label", "labels", "small", "0", "gold", "S/1"]),
        inner,
        max_size=3,
    ),
    max_leaves=8,
)  # fmt: skip
PARTS = "marker stacks river display facedown used supply golden five phase taken turn aside settling".split()  # noqa: SIM905
MOVES = ["take S/1 small", "place ok", "place fall 0,3", "place culprit 1: 0", "exchange", "refresh", "place source"]


@settings(max_examples=150)
@given(st.dictionaries(st.sampled_from(PARTS), JSON, max_size=4), st.sampled_from(MOVES), st.booleans())
def test_a_strange_position_is_answered_or_refused_in_a_line(parts, move, alone):
    whole = parts if alone else position(STACKS) | parts
    try:
        body = answer({"game": "stones", "position": whole, "move": move})
    except PositionError as wrong:
        assert "\n" not in str(wrong)
        return
    assert {"faults", "moves", "score", "next", "verdict"} <= set(body)
