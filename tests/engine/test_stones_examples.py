"""The worked examples of the rule book, each by its name."""

from __future__ import annotations

import pytest
from stones_table import GAME, heights, judge, listed, play, points, start, table, tokens

from engine.games.stones.payout import tokens_for
from engine.games.stones.tile import tiles_of


def test_ex_st_1_set_up():
    """ST-3, ST-9, ST-10, ST-12, ST-13, ST-14: six bases, all stones in the river, nineteen tokens each."""
    state = start(players=3)
    assert state.supply == (19, 19, 19)
    assert sum(state.river) == 37
    assert (len(state.display), len(state.pile), len(state.used)) == (5, 30, 0)
    assert heights(state) == [0] * 6


def test_ex_st_2_ordinary_turn():
    """ST-25, ST-31, ST-34, ST-47, ST-48: a size of two, the first stone, a token, three steps, the tile aside."""
    state = play(table(marker=2, display=["SM/3", "S/1", "S/2", "S/4", "S/5"]), "take SM/3 medium", "place ok")
    assert heights(state) == [0, 0, 1, 0, 0, 0]
    assert (tokens(state, 2), state.supply[0], state.marker, state.turn) == ("A1", 18, 5, 1)
    assert (len(state.display), str(state.used[-1])) == (4, "SM/3")


@pytest.mark.parametrize(("marker", "steps", "end"), [(4, 5, 3), (1, 6, 1)])
def test_ex_st_3_wrap(marker, steps, end):
    state = table(marker=marker, display=[f"S/{steps}"], house={"tile_set": [f"S/{steps}", "S/1"]})
    assert play(state, f"take S/{steps} small", "place ok").marker == end


def test_ex_st_4_high_stack():
    """ST-37, ST-39, ST-40, ST-41, C-ST-3, C-ST-18: bonus tokens, the base not counted or counted."""
    assert [tokens_for(height) for height in range(1, 8)] == [1, 1, 1, 2, 3, 4, 4]
    including_base = {5: 1, 6: 2, 7: 3, 8: 3}
    assert all(tokens_for(height) == 1 + including_base.get(height + 1, 0) for height in range(1, 8))
    state = table({0: ("SMSMSM", "A7 B3")}, marker=0)
    assert tokens(play(state, "take SML/1 large", "place ok"), 0) == "A11 B3"


FALLEN = {3: ("SML", "A3 B2 C1")}


def test_ex_st_5_own_fall():
    """ST-17, ST-52, ST-55, A-ST-08, A-ST-13: the others are paid, the own tokens return."""
    state = play(table(FALLEN, marker=3), "take SML/1 small", "place fall")
    assert points(state) == [0, 2, 1, 0]
    assert (state.supply[0], tokens(state, 3), heights(state)[3], sum(state.river)) == (19, "", 0, 37)
    assert (state.marker, state.turn) == (4, 1)


def test_ex_st_5_own_fall_where_tokens_stay():
    state = play(table(FALLEN, marker=3, house={"own_tokens_on_own_fall": "stay"}), "take SML/1 small", "place fall")
    assert (points(state), tokens(state, 3), state.supply[0]) == ([0, 2, 1, 0], "A3", 16)
    later = table({3: ("SM", "A4 C1")}, marker=3, golden=[0, 2, 1, 0], turn=1, house={"own_tokens_on_own_fall": "stay"})
    assert points(play(later, "take SML/1 small", "place fall")) == [4, 2, 2, 0]


def test_ex_st_6_other_players_fault():
    """ST-56, ST-57, A-ST-15, A-ST-19b: the seat in turn is paid too and goes on."""
    state = play(table(FALLEN, marker=3), "take SML/1 small")
    verdict = judge(state, "place culprit 1: 3")
    assert verdict.points == 3
    assert verdict.lines[0].rules == ("ST-51", "ST-56")
    after = play(state, "place culprit 1: 3")
    assert points(after) == [3, 0, 1, 0]
    assert (after.supply[1], after.turn, after.phase) == (19, 0, "place")
    assert tokens(play(after, "place ok"), 3) == "A1"


def test_ex_st_7_other_stack_falls():
    state = play(table({0: ("S", "C1"), 4: ("SML", "B1 D2")}), "take SML/1 small", "place other 4")
    assert points(state) == [0, 1, 0, 2]
    assert (heights(state), tokens(state, 0), state.marker) == ([2, 0, 0, 0, 0, 0], "C1", 1)


def test_ex_st_8_leaning():
    state = play(table({1: ("SML", "B3")}, marker=1), "take SML/1 small", "place lean")
    assert (heights(state)[1], tokens(state, 1), state.supply[0]) == (4, "B3", 19)
    state = table({1: ("SMLS", "B3")}, marker=1, turn=1)
    assert tokens(play(state, "take SML/1 small", "place ok"), 1) == "B6"


RIVER = {"small": 0, "medium": 3, "large": 5}
NO_SMALL = {0: ("S" * 7 + "M" * 4, ""), 1: ("S" * 6 + "M" * 5, ""), 2: ("L" * 7, "")}


def test_ex_st_9_size_empty():
    """ST-28, A-ST-03, A-ST-04: a size that the river lacks; new tiles where none fits."""
    state = table(NO_SMALL, marker=3, river=RIVER, display=["S/2", "SM/1", "SML/4"])
    assert listed(state) == ["take SM/1 medium", "take SML/4 medium", "take SML/4 large"]
    assert judge(state, "take S/2 small").rules == ("ST-28", "A-ST-03")
    state = table(NO_SMALL, marker=3, river=RIVER, display=["S/2", "S/5"], facedown=20)
    assert listed(state) == ["refresh"]
    state = play(state, "refresh")
    assert (len(state.display), len(state.pile), len(state.used), state.turn) == (5, 15, 15, 0)


TOPS = {
    0: ("M" * 5 + "S", ""), 1: ("L" * 5 + "M", "A1 B3"), 2: ("S" * 5 + "M", ""),
    3: ("M" * 5 + "L", ""), 5: ("L" * 6 + "S" * 7, ""),
}  # fmt: skip


def test_ex_st_10_river_empty():
    """ST-42, ST-43, ST-44, C-ST-8: the stone comes from the top of another stack."""
    state = table(TOPS, display=["S/1", "ML/2"])
    assert sum(state.river) == 0
    assert listed(state) == [
        "take S/1 small from 5",
        "take ML/2 medium from 1",
        "take ML/2 medium from 2",
        "take ML/2 large from 3",
    ]
    assert judge(state, "take S/1 small from 0").name == "source_is_target"
    others = dict.fromkeys(range(1, 5), ("S" * 3 + "M" * 3 + "L", "")) | {5: ("L" * 8, "")}
    assert listed(table({0: ("S", "")} | others, display=["S/1"])) == ["refresh"]


def test_ex_st_11_source_topple():
    """ST-45, C-ST-9, A-ST-14: the turn ends at once and the marker stays."""
    state = play(table(TOPS, display=["S/1", "ML/2"]), "take ML/2 medium from 1", "place source")
    assert points(state) == [0, 3, 0, 0]
    assert (state.supply[0], tokens(state, 1), heights(state)[1]) == (19, "", 0)
    assert (state.turn, state.marker, sum(state.river)) == (1, 0, 6)


@pytest.mark.parametrize(
    ("fallen", "elsewhere", "points_after", "winners"),
    [
        ("B1 C4 D2", "", [0, 10, 12, 10], (2,)),
        ("B1 C2 D2", "B3 C5 D5", [0, 10, 10, 10], (2, 3)),
        ("B1 C2 D2", "B3 C5 D4", [0, 10, 10, 10], (2,)),
    ],
)
def test_ex_st_12_win_and_ties(fallen, elsewhere, points_after, winners):
    """ST-18, ST-60, ST-61, ST-62, A-ST-19: most points, then most tokens beside stacks, then shared."""
    state = table({0: ("SMLS", fallen), 1: ("SMLS", elsewhere)}, golden=[0, 9, 8, 8])
    state = play(state, "take SML/1 small", "place fall")
    assert points(state) == points_after
    assert GAME.winners(state) == winners
    assert GAME.actors(state) == ()


def test_ex_st_13_exchange():
    """ST-58, C-ST-11, A-ST-17, A-ST-18b: five golden tokens come back, the score stays."""
    state = table({0: ("SMLSML", "B12")}, golden=[0, 7, 0, 0], supply=[19, 0, 19, 19])
    after = play(state, "exchange", seat=1)
    assert (after.golden[1], after.five[1], after.supply[1]) == (2, 1, 5)
    assert points(state)[1] == points(after)[1] == 7
    assert after.supply[1] + after.on_board(1) + after.golden[1] == 19


def test_ex_st_14_shortage():
    """A-ST-18, C-ST-10: as many tokens as there are; only golden ones are exchanged."""
    state = table({0: ("SMLSM", "A10"), 1: ("SML", "A4")}, golden=[3, 0, 0, 0], supply=[2, 19, 19, 19])
    after = play(state, "take SML/1 small", "place ok")
    assert (tokens(after, 0), after.supply[0]) == ("A12", 0)
    verdict = judge(play(state, "take SML/1 small"), "place ok")
    assert {"ST-41", "A-ST-18"} <= set(verdict.rules)
    assert judge(state, "exchange").name == "too_few_golden"


FOUR = ["set S/2 small", "set M/5 medium", "set L/1 large", "set S/4 small"]


@pytest.mark.parametrize(
    ("steps", "where", "marker"), [("cumulative", [0, 1, 1, 2, 0, 0], 1), ("each_from_marker", [1, 0, 1, 1, 0, 1], 5)]
)
def test_ex_st_15_alternative_start(steps, where, marker):
    """ST-64, ST-65, ST-66, ST-67, C-ST-4, C-ST-13, A-ST-20, A-ST-21, A-ST-22: four stones, no tokens."""
    state = play(start(seed=None, alternative_start=True, alt_start_steps=steps), "marker 1", seat=-1)
    state = play(state, *FOUR)
    assert (heights(state), state.marker, state.phase, state.turn) == (where, marker, "choose", 0)
    assert all(tokens(state, at) == "" for at in range(6))
    assert (len(state.display), len(state.pile), len(state.used)) == (5, 26, 4)


def test_ex_st_16_refill():
    """ST-49, ST-50, A-ST-07: the used tiles, the one just played among them, complete the five."""
    used = [str(tile) for tile in tiles_of("every_subset_1_to_5")][:31]
    state = table(display=["SML/5"], facedown=3, used=used)
    state = play(state, "take SML/5 small", "place ok")
    assert (len(state.display), len(state.pile), len(state.used)) == (5, 30, 0)
