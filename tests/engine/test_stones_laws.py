"""What never changes, whatever is played: 37 stones, 35 tiles, 19 tokens a player, nothing golden beside a stack."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stones_slow import NAMES, NOTATION, TILES
from stones_table import GAME, options

from engine.core import TABLE, Setup
from engine.games.stones.payout import tokens_for

BOUND = 5000
"""Moves after which a game of random moves has ended, with room to spare: of 120,000 the longest took 411."""

HOUSES = st.fixed_dictionaries(
    {
        "players": st.integers(2, 4),
        "own_tokens_on_own_fall": st.sampled_from(["return", "stay"]),
        "touch_scope": st.sampled_from(["target_stack", "any_stone"]),
        "marker_after_fall": st.sampled_from(["move", "stay"]),
        "leaning_stone": st.sampled_from(["stays", "returned_to_river"]),
        "five_point_token_count": st.sampled_from([4, 5]),
        "win_points": st.sampled_from([1, 10, 20]),
        "end_timing": st.sampled_from(["immediate", "finish_turn"]),
        "alternative_start": st.booleans(),
        "alt_start_steps": st.sampled_from(["cumulative", "each_from_marker"]),
        "alt_start_tiles": st.sampled_from(["remaining", "all"]),
        "stones_per_size": st.sampled_from([(13, 12, 12), (37, 0, 0), (1, 1, 35)]),
    }
)


def hold(state) -> None:
    """The laws of one state."""
    house = state.options
    standing = [size for stack in state.stacks for size in stack]
    if state.taken is not None:
        standing.append(state.taken.size)
    assert tuple(state.river[size] + standing.count(size) for size in range(3)) == house.stones_per_size
    tiles = [*state.display, *state.pile, *state.used] + ([state.taken.tile] if state.taken else [])
    assert len(tiles) == 35
    assert None in tiles or len(set(tiles)) == 35
    assert len(state.display) <= 5
    for seat in range(house.players):
        parts = state.supply[seat], state.on_board(seat), state.golden[seat]
        assert sum(parts) == 19
        assert min(parts) >= 0
    assert sum(state.five) <= house.five_point_token_count
    assert -1 <= state.marker <= 5


def steps(house, seed, careful):
    """A game of random moves, stones placed with more or less care: its states, seats and moves."""
    state, dice = GAME.start(house, seed), random.Random(seed)
    for _ in range(BOUND):
        if not (seats := GAME.actors(state)):
            return
        seat = dice.choice(seats)
        moves = GAME.moves(state, seat)
        move = moves[0] if dice.random() < careful else dice.choice(moves)
        after = GAME.apply(state, seat, move)
        yield state, seat, move, after
        state = after
    raise AssertionError("the game does not end")


@settings(max_examples=60)
@given(HOUSES, st.integers(0, 10**6), st.sampled_from([0.0, 0.5, 0.8]))
def test_laws_of_a_whole_game(house, seed, careful):
    if house["stones_per_size"] != (13, 12, 12):
        careful = 0.0
    earlier = [0] * house["players"]
    state = None
    for before, seat, move, state in steps(options(**house), seed, careful):
        hold(state)
        after = [state.points(player) for player in range(house["players"])]
        assert all(has >= had for has, had in zip(after, earlier, strict=True))  # ST-53
        gain = GAME.judge(before, seat, move).points
        assert seat == TABLE or after[seat] - earlier[seat] == gain
        earlier = after
    assert state is not None
    winners = GAME.winners(state)
    assert winners
    assert all(state.points(seat) == max(earlier) >= house["win_points"] for seat in winners)


@settings(max_examples=25)
@given(st.integers(2, 4), st.booleans(), st.integers(0, 10**6))
def test_laws_where_nothing_hidden_is_known(players, alternative, seed):
    state, dice = GAME.start(options(players, alternative_start=alternative), None), random.Random(seed)
    for _ in range(120):
        if not (seats := GAME.actors(state)):
            break
        seat = dice.choice(seats)
        moves = GAME.moves(state, seat)
        assert len(moves) == len(set(moves))
        state = GAME.apply(state, seat, dice.choice(moves))
        hold(state)
        assert GAME.faults(Setup(state.options, GAME.position(state), 0)) == ()


EVERY_MOVE = [
    GAME.parse(text)
    for text in NOTATION
    + [f"set {tile} {size}" for tile in TILES for size in NAMES.values()]
    + [f"turn {tile}" for tile in TILES]
    + [f"marker {place}" for place in range(6)]
]


@settings(max_examples=12)
@given(HOUSES, st.none() | st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_move_is_legal_exactly_when_it_is_listed(house, seed, luck):
    state, dice = GAME.start(options(**house), seed), random.Random(luck)
    for number in range(60):
        if not (seats := GAME.actors(state)):
            break
        for seat in range(TABLE, house["players"]) if number % 4 == 0 else ():
            legal = {move for move in EVERY_MOVE if GAME.judge(state, seat, move).legal}
            if seat == TABLE:
                legal = {move for move in legal if not str(move).startswith("place")}
            assert legal == set(GAME.moves(state, seat))
            assert bool(legal) == (seat in seats)
        seat = dice.choice(seats)
        moves = GAME.moves(state, seat)
        state = GAME.play(state, seat, moves[0] if dice.random() < 0.7 else dice.choice(moves))


@settings(max_examples=25)
@given(HOUSES, st.integers(0, 10**6))
def test_the_same_seed_gives_the_same_game(house, seed):
    chosen = options(**house)
    assert GAME.start(chosen, seed) == GAME.start(chosen, seed)
    once, again = (list(steps(chosen, seed, 0.0))[-1][-1] for _ in range(2))
    assert once == again


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_reach_high_stacks_an_empty_river_and_new_piles(players):
    dice, tallest, dry, shuffles = random.Random(players), 0, 0, 0
    for seed in range(3):
        state = GAME.start(options(players, win_points=24, five_point_token_count=4), seed)
        for _ in range(400):
            if state.phase == "over":
                break
            moves = GAME.moves(state, state.turn)
            at = dice.randrange(len(moves)) if state.phase == "choose" or dice.random() < 0.01 else 0
            state = GAME.apply(state, state.turn, moves[at])
            tallest = max(tallest, *map(len, state.stacks))
            dry += not any(state.river)
            shuffles = max(shuffles, state.shuffles)
        hold(state)
    assert tallest >= 6
    assert dry
    assert shuffles


def test_no_turn_lays_more_tokens_than_four():
    assert max(map(tokens_for, range(1, 38))) == 4


def test_what_is_hidden_is_dealt_as_it_may_be():
    state = GAME.deal(GAME.start(options(3), None), random.Random(4))
    hold(state)
    assert None not in (*state.display, *state.pile)
    assert GAME.actors(state) == (0,)
    known = GAME.start(options(3), 4)
    seen = GAME.deal(GAME.view(known, 0), random.Random(4))
    assert (seen.display, sorted(seen.pile)) == (known.display, sorted(known.pile))
    assert GAME.deal(known, random.Random(4)) == known
