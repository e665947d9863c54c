"""What a hand promises in the Basic game, and a search that goes by it."""

from __future__ import annotations

import random

import pytest
from stonerow_table import GAME, row, start, table

from engine.bots import GreedyBot, RandomBot, SearchBot, lead
from engine.games.stonerow.cards import CARDS, GUILD, gather
from engine.games.stonerow.promise import _laid

TWO = {"rule_set": "basic", "players": 2}
FOUR_FOURS = row(1, "R4 B4 G4 Y4")


def promised(hand, turns, *rows, **house):
    """What seat 0, which begins, may gain with a hand in so many turns."""
    told = {"round": 6 - turns, "quarry": 20, "brickyard": ["G7"], "hand_sizes": [len(hand.split()), 4]}
    return GAME.promise(table(*rows, hand=hand, house=TWO | house, **told), 0)


@pytest.mark.parametrize(
    ("hand", "turns", "points"),
    [
        ("R7 B7 R9 B9", 1, 18),
        ("R7 B7 R9 B9", 2, 32),
        ("R7 B7 R9 B9", 3, 37),  # a turn for which nothing is planned
        ("R5 R6 R7 R8 B8 G8", 2, 60),  # the run of three: that of four leaves a pair, and earns 56
        ("R1 R9", 2, 10),
        ("Hw", 1, 20),  # there will be something to steal
    ],
)
def test_a_hand_promises_what_it_can_lay_in_the_turns_that_are_left(hand, turns, points):
    assert promised(hand, turns) == points


@pytest.mark.parametrize(
    ("hand", "turns", "points"),
    [
        ("Hw R7", 1, 80),  # one gains it, and the other loses it
        ("R3 R7", 1, 40),  # the keystone is a three
        ("R3 B3 G3", 2, 46),  # a blow and a pair, which is more than three threes
        ("Hw R3", 2, 85),  # what is stolen need not be broken
        ("R7 B9", 1, 5),
    ],
)
def test_a_hand_promises_what_it_can_take_from_others(hand, turns, points):
    assert promised(hand, turns, FOUR_FOURS) == points


def test_own_rows_and_broken_rows_are_no_prey():
    broken = row(1, "R6 B6 G6", under="B3", broken=True)
    assert promised("R3 R7", 1, row(0, "R4 B4 G4"), broken) == 5


def test_where_a_run_may_not_be_long_none_is_promised():
    assert promised("R1 R2 R3 R4 R5 R6", 1) == 60
    assert promised("R1 R2 R3 R4 R5 R6", 1, run_overlength="forbid") == 50


def test_a_hand_of_all_cards_is_planned_in_a_few_steps():
    known = _laid.cache_info().misses
    assert _laid(GUILD, 5, start(2, **TWO).options) > 100
    assert _laid.cache_info().misses - known < 1000


def test_many_cards_that_make_no_row_promise_free_turns_alone():
    alternating = "R1 B2 R3 B4 R5 B6 R7 B8 R9 BAp RSu BAr RGM"
    assert _laid(gather(CARDS[label] for label in alternating.split()), 2, start(2, **TWO).options) == 10


def test_a_seat_that_has_had_its_turn_has_one_less():
    """Rounds go on to the dealer, who is seat 1."""
    told = {"round": 5, "quarry": 20, "brickyard": ["G7"], "hand_sizes": [4, 2]}
    state = table(hand="R7 B7 R9 B9", house=TWO, **told)
    after = GAME.play(state, 0, GAME.parse("build R9 B9"))
    assert (GAME.promise(state, 0), GAME.promise(after, 0)) == (18, 0)


def test_what_a_hidden_hand_promises_is_unknown_and_so_it_is_in_other_games():
    state = start(3, **TWO)
    seen = GAME.view(opened(state), 0)
    assert GAME.promise(seen, 0) is not None
    assert GAME.promise(seen, 1) is None
    for other in (start(3, "official", 2), start(3, "basic", 3), start(3, "team", 4)):
        assert GAME.promise(opened(other), 0) is None


def opened(state):
    """The state at the first draw."""
    while state.phase == "deal":
        (seat,) = GAME.actors(state)
        state = GAME.play(state, seat, GAME.moves(state, seat)[0])
    return state


def positions():
    """Some of a game of chance, without those in which nothing is chosen."""
    state, chance = opened(start(5, **TWO)), random.Random(5)
    while actors := GAME.actors(state):
        if len(GAME.moves(state, actors[0])) > 1:
            yield state
        state = GAME.play(state, actors[0], RandomBot(chance).choose(GAME, state, actors[0]))


def test_search_by_promises_looks_at_no_hidden_card():
    for state in list(positions())[::3]:
        hints = [
            SearchBot(random.Random(5), lambda samples: samples >= 4, GreedyBot())(GAME, each, state.turn)
            for each in (state, GAME.view(state, state.turn))
        ]
        assert hints[0] == hints[1]


class Counting:
    """Plays greedily and counts."""

    def __init__(self):
        self.asked = 0

    def choose(self, game, state, seat):
        self.asked += 1
        return GreedyBot().choose(game, state, seat)


def test_a_sampled_game_ends_after_an_answer_with_what_the_hands_promise():
    state = end = next(positions())
    for _ in range(3):
        (seat,) = GAME.actors(end)
        end = GAME.play(end, seat, GreedyBot().choose(GAME, end, seat))
    playout = Counting()
    search = SearchBot(random.Random(1), lambda _: True, playout)
    ahead = lead(GAME, end, 0) + GAME.promise(end, 0) - GAME.promise(end, 1)
    assert search._play_on(GAME, state, 0, random.Random(1)) == ahead
    assert playout.asked == 3
