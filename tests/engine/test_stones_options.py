"""Every house rule of Stones switches what it says."""

from __future__ import annotations

import pytest
from stones_table import GAME, heights, judge, listed, options, play, points, start, table, tokens

from engine.core import TABLE
from engine.errors import OptionError
from engine.options import read_options

STANDS = {0: ("SM", "A1 B1"), 3: ("L", "C1")}


def test_players_have_a_colour_each():
    assert len(start(players=2).supply) == 2
    for players in (1, 5):
        with pytest.raises(OptionError, match="from 2 to 4"):
            options(players)


def test_stones_per_size():
    split = {"small": 20, "medium": 10, "large": 7}
    assert start(stones_per_size=split).river == (20, 10, 7)
    chosen = options(stones_per_size=split)
    assert chosen.to_json()["stones_per_size"] == split
    assert read_options(GAME.options_type, chosen.to_json()) == chosen


@pytest.mark.parametrize("wrong", [{"small": 37}, {"small": 13, "medium": 12, "large": 13}, [37], "37", [40, -3, 0]])
def test_stones_per_size_must_be_37(wrong):
    with pytest.raises(OptionError, match="add up to 37"):
        options(stones_per_size=wrong)


def test_tile_set():
    state = start(tile_set=["S/0", "SM/6", "SM/6"])
    assert sorted(map(str, state.display)) == ["S/0", "SM/6", "SM/6"]
    for wrong in ([], ["XL/3"], ["/3"], ["S/2", 3], "all", 35):
        with pytest.raises(OptionError, match="tile_set"):
            options(tile_set=wrong)


def test_a_marker_with_no_step_stays():
    assert play(table(display=["S/0"], house={"tile_set": ["S/0", "S/1"]}), "take S/0 small", "place ok").marker == 0


@pytest.mark.parametrize(("house", "left", "supply"), [("return", "", 19), ("stay", "A1", 18)])
def test_own_tokens_on_own_fall(house, left, supply):
    for fall in ("place fall", "place other 0"):
        state = table(STANDS, marker=0 if fall == "place fall" else 1, house={"own_tokens_on_own_fall": house})
        state = play(state, "take SML/1 small", fall)
        assert (tokens(state, 0), state.supply[0], points(state)) == (left, supply, [0, 1, 0, 0])


def test_a_culprits_tokens_return_even_where_own_ones_stay():
    state = table(STANDS, house={"own_tokens_on_own_fall": "stay"})
    state = play(state, "take SML/1 small", "place culprit 1: 0")
    assert (tokens(state, 0), state.supply[1], points(state)) == ("", 19, [1, 0, 0, 0])


@pytest.mark.parametrize(("scope", "beside"), [("target_stack", "A2 B1"), ("any_stone", "A1 B1")])
def test_touch_scope(scope, beside):
    state = play(table(STANDS, house={"touch_scope": scope}), "take SML/1 small", "place touch_other")
    assert (tokens(state, 0), heights(state)[0]) == (beside, 3)
    state = play(table(STANDS, house={"touch_scope": scope}), "take SML/1 small", "place touch")
    assert tokens(state, 0) == "A1 B1"


@pytest.mark.parametrize(("house", "marker"), [("move", 1), ("stay", 0)])
def test_marker_after_fall(house, marker):
    taken = play(table(STANDS, house={"marker_after_fall": house}), "take SML/1 small")
    assert play(taken, "place fall").marker == marker
    assert play(taken, "place other 3").marker == 1
    assert play(taken, "place ok").marker == 1


@pytest.mark.parametrize(("house", "height", "small"), [("stays", 3, 11), ("returned_to_river", 2, 12)])
def test_leaning_stone(house, height, small):
    state = play(table(STANDS, house={"leaning_stone": house}), "take SML/1 small", "place lean")
    assert (heights(state)[0], state.river[0], state.marker, tokens(state, 0)) == (height, small, 1, "A1 B1")


@pytest.mark.parametrize(("count", "allowed"), [(4, False), (5, True)])
def test_five_point_token_count(count, allowed):
    house = {"five_point_token_count": count, "win_points": 24}
    state = table(golden=[5, 0, 0, 0], five=[0, 2, 2, 0], house=house)
    assert judge(state, "exchange").legal is allowed
    assert ("exchange" in listed(state)) is allowed


@pytest.mark.parametrize(("need", "over"), [(3, True), (4, False)])
def test_win_points(need, over):
    state = table({0: ("SML", "B3")}, house={"win_points": need})
    assert (GAME.winners(play(state, "take SML/1 small", "place fall")) is not None) is over


@pytest.mark.parametrize(("timing", "marker", "phase"), [("immediate", 0, "over"), ("finish_turn", 1, "over")])
def test_end_timing_after_a_fall(timing, marker, phase):
    state = table({0: ("SML", "B3")}, golden=[0, 7, 0, 0], house={"end_timing": timing})
    state = play(state, "take SML/1 small", "place fall")
    assert (state.marker, state.phase, GAME.winners(state)) == (marker, phase, (1,))


def test_end_timing_after_anothers_fault():
    stacks = {0: ("S", "A1 B1"), 1: ("SML", "A1 B2")}
    document = {"golden": [9, 8, 0, 0]}
    at_once = play(table(stacks, **document), "take SML/1 small", "place culprit 2: 1")
    assert (GAME.winners(at_once), sum(at_once.river), at_once.taken) == ((0, 1), 36, None)
    later = play(
        table(stacks, **document, house={"end_timing": "finish_turn"}), "take SML/1 small", "place culprit 2: 1"
    )
    assert (later.phase, GAME.winners(later)) == ("place", None)
    assert GAME.winners(play(later, "place ok")) == (0,)  # the token just laid breaks the tie (ST-61)


def test_alternative_start_is_off_by_default():
    assert start().phase == "choose"
    assert judge(start(), "set S/1 small").name == "no_stone_to_set"


def test_alternative_start_sets_four_stones_of_the_drawn_tiles():
    state = start(alternative_start=True)
    for _ in range(4):
        assert state.phase == "set"
        assert GAME.actors(state) == (0,)
        state = play(state, listed(state)[-1])
    assert (sum(heights(state)), state.phase, len(state.display)) == (4, "choose", 5)
    assert state.supply == (19,) * 4


@pytest.mark.parametrize(("house", "used", "down"), [("remaining", 4, 26), ("all", 0, 30)])
def test_alt_start_tiles(house, used, down):
    state = start(alternative_start=True, alt_start_tiles=house)
    while state.phase == "set":
        state = play(state, listed(state)[0])
    assert (len(state.used), len(state.pile)) == (used, down)


def test_alternative_start_passes_over_a_tile_without_a_stone():
    split = {"small": 0, "medium": 0, "large": 37}
    state = start(alternative_start=True, stones_per_size=split, tile_set=["S/1", "M/2", "L/3", "SL/4"])
    while state.phase == "set":
        state = play(state, *listed(state))
    assert (sum(heights(state)), len(state.display)) == (2, 4)


@pytest.mark.parametrize(("seconds", "legal"), [(3, True), (0, False)])
def test_settle_seconds_let_a_late_fall_belong_to_the_turn_before(seconds, legal):
    state = play(table(STANDS, house={"settle_seconds": seconds}), "take SML/1 small", "place ok")
    assert judge(state, "place other 0,3", seat=TABLE).legal is legal
    if legal:
        later = play(state, "place other 3", "place other 0", seat=TABLE)
        state = play(state, "place other 0,3", seat=TABLE)
        assert later == state
        assert (points(state), state.supply[0], state.turn, state.marker) == ([0, 1, 1, 0], 19, 1, 1)
        assert judge(state, "place other 0", seat=TABLE).name == "nothing_to_fall"


def test_a_late_fall_may_end_the_game():
    state = play(table(STANDS, golden=[0, 9, 0, 0]), "take SML/1 small", "place ok")
    assert GAME.winners(play(state, "place other 0", seat=TABLE)) == (1,)


def test_anothers_fault_before_a_tile_is_taken():
    state = table(STANDS)
    assert judge(state, "place culprit 0: 0", seat=TABLE).name == "own_fault"
    assert judge(state, "place culprit 1: 0", seat=TABLE).rules[0] == "ST-51"
    state = play(state, "place culprit 1: 0", seat=TABLE)
    assert (points(state), state.supply[1], state.turn, state.phase) == ([1, 0, 0, 0], 19, 0, "choose")


def test_while_a_turn_settles_the_next_player_may_be_to_blame():
    state = play(table(STANDS), "take SML/1 small", "place ok")
    assert judge(state, "place culprit 0: 3", seat=TABLE).name == "own_fault"
    assert points(play(state, "place culprit 1: 0", seat=TABLE)) == [2, 0, 0, 0]
