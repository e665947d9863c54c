"""Every rule of the book of Stones is cited where it is kept, and every rule cited is in the book."""

from __future__ import annotations

import re

import pytest
from stones_table import GAME, heights, judge, listed, options, play, points, start, table, tokens

from engine.core import TABLE, Setup
from engine.errors import NotationError
from engine.games import HERE
from engine.games.stones.tile import tiles_of

CITED = re.compile(r"(?<![\w-])(?:[AC]-)?ST-\d+b?")
CODE = HERE / GAME.name


def test_every_cited_rule_exists_and_every_rule_is_cited():
    cited = {name for file in CODE.glob("*.py") for name in CITED.findall(file.read_text(encoding="utf-8"))}
    assert cited - set(GAME.rules) == set()
    assert set(GAME.rules) - cited == set()


def test_every_rule_has_a_title_and_a_source():
    assert len(GAME.rules) == 67 + 18 + 32
    for rule in GAME.rules.values():
        assert rule.title[0].isupper()
        assert rule.source.startswith(("The rules: ", "Contradictions ", "Open questions"))


def test_the_games_other_names():
    from engine.games import find_game

    assert find_game("Stone Layer") is GAME


def test_the_box():
    """ST-6, ST-7, ST-19, ST-20, A-ST-02b: four five-point tokens, a marker, the river, the seat that starts."""
    for players in (2, 3, 4):
        state = start(players)
        assert (state.turn, state.options.five_point_token_count, sum(state.river)) == (0, 4, 37)
        assert 0 <= state.marker < 6
    assert {start(seed=seed).marker for seed in range(60)} == set(range(6))


def test_a_tile_is_sizes_and_one_number_of_steps():
    """ST-27, ST-29, A-ST-26: the colours are the sizes, and the steps do not depend on the size that is chosen."""
    assert len({(tile.sizes, tile.steps) for tile in tiles_of("every_subset_1_to_5")}) == 35
    for size in ("small", "medium", "large"):
        assert play(table(display=["SML/4"]), f"take SML/4 {size}", "place ok").marker == 4


def test_stacks_are_everybodys_and_tokens_are_what_counts():
    """ST-15, C-ST-6: a stone without a token earns its player nothing."""
    state = play(table({0: ("SM", "C1")}), "take SML/1 small", "place lean")
    assert tokens(state, 0) == "C1"
    state = table({0: ("SMS", "C1")}, turn=1)
    assert points(play(state, "take SML/1 small", "place fall")) == [0, 0, 1, 0]


def test_one_stone_falling_is_the_fall_of_its_stack():
    """C-ST-7, A-ST-10: whole or in part is the same move, and the stack is empty after it."""
    assert heights(play(table({0: ("SML", "B1")}), "take SML/1 small", "place fall"))[0] == 0


def test_only_a_stone_without_a_fault_earns():
    """C-ST-14, ST-35: of all outcomes in which the stone stands, one earns."""
    state = play(table({0: ("SM", "B1"), 2: ("S", "")}, house={"touch_scope": "any_stone"}), "take SML/1 small")
    earns = [move for move in listed(state) if "A" in tokens(play(state, move), 0)]
    assert earns == ["place ok"]


def test_several_falls_are_paid_together():
    """A-ST-16b: the win is looked for after all of them."""
    state = table({0: ("S", "B1"), 1: ("S", "C2"), 2: ("S", "B1")}, golden=[0, 9, 9, 0])
    state = play(state, "take SML/1 small", "place fall 1,2")
    assert (points(state), GAME.winners(state)) == ([0, 11, 11, 0], (1, 2))


def test_nobody_passes_and_a_choice_is_final():
    """A-ST-06, A-ST-23: there is no such move, and the stone in hand is the one that is placed."""
    with pytest.raises(NotationError):
        GAME.parse("pass")
    state = play(table(display=["S/1", "M/1"]), "take S/1 small")
    assert judge(state, "take M/1 medium").name == "stone_in_hand"


def test_the_last_stone_of_the_river_is_placed_as_any_other():
    """A-ST-25: only the next player takes from a stack."""
    stacks = {1: ("S" * 12, ""), 2: ("M" * 12, ""), 3: ("L" * 12, "")}
    state = play(table(stacks, display=["S/1", "M/1"]), "take S/1 small")
    assert not any(state.river)
    state = play(state, "place ok")
    assert (heights(state)[0], listed(state)) == (1, ["take M/1 medium from 2"])


@pytest.mark.parametrize(
    "rule",
    [
        "A-ST-24",  # how a stone is held and turned is for the players to watch
        "C-ST-16",  # one pile or several is one count of face-down tiles
        "C-ST-17",  # what the third phase is called
    ],
)
def test_what_makes_no_difference_is_in_the_book(rule):
    assert rule in GAME.rules


def test_st_58_the_table_has_no_tokens_to_exchange():
    """The last player has five golden ones, and a tile is unseen, so that the table may move, too."""
    position = {
        "golden": [0, 5],
        "supply": [19, 14],
        "five": [0, 0],
        "display": ["S/2", "?"],
        "stacks": [{}] * 6,
        "marker": 0,
    }
    state = GAME.state(Setup(options(players=2), position))
    assert TABLE in GAME.actors(state)
    assert GAME.prompt(state)["exchange"] == [1]
    assert "exchange" not in map(str, GAME.moves(state, TABLE))
