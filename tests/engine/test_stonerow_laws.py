"""Laws that hold in every game: no card is made or lost, towers show rounds, sheets add up, games end."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from stonerow_table import GAME, options, totals

from engine.core import Setup
from engine.games.stonerow.cards import UNKNOWN, cards_of, count, size
from engine.games.stonerow.options import deck, numbers
from engine.games.stonerow.state import in_sight

TABLES = [(rule_set, players) for rule_set in ("official", "basic") for players in (2, 3, 4)] + [("team", 4)]
PLIES = {"official": 90, "basic": 90, "team": 220}
"""So many moves of a game are looked at; the single games end before."""

tables = st.sampled_from(TABLES)
seeds = st.integers(0, 2**32)


def walk(table, seed, plies=None, deal=True):
    """(state, seat, move, state after) of a random game; hands are dealt or hidden."""
    rule_set, players = table
    chance = random.Random(seed)
    state = GAME.start(options(rule_set, players), seed if deal else None)
    for _ in range(plies or PLIES[rule_set]):
        actors = GAME.actors(state)
        if not actors:
            return
        seat = chance.choice(actors)
        move = chance.choice(GAME.moves(state, seat))
        after = GAME.apply(state, seat, move)
        yield state, seat, move, after
        state = after


@settings(max_examples=60)
@given(tables, seeds)
def test_every_card_is_somewhere_exactly_once(table, seed):
    """The whole deck is on the table, in the hands and in the quarry, no card twice (A-SR-01, A-SR-02)."""
    for _, _, _, state in walk(table, seed):
        whole = sorted((*cards_of(in_sight(state)), *state.order[: state.quarry]))
        assert whole == list(cards_of(deck(state.options)))


@settings(max_examples=40)
@given(tables, seeds)
def test_hidden_hands_never_hold_more_than_is_out_of_sight(table, seed):
    """What a camera counts adds up to the deck: SRO-9, SRT-2, SRB-1. The brickyard may begin with a card unseen."""
    for _, _, _, state in walk(table, seed, deal=False):
        hidden = sum(number or 0 for number in state.hidden) + state.brickyard.count(UNKNOWN)
        assert size(in_sight(state)) + hidden + state.quarry == size(deck(state.options))
        for card, most in numbers(state.options).items():
            assert count(in_sight(state), card) <= most


@settings(max_examples=40)
@given(st.sampled_from(TABLES[:-1]), seeds)
def test_face_up_tower_cards_equal_the_round(table, seed):
    """SRO-22, SRO-23, A-SR-11; a game of five rounds, or six after the Foreman (SRO-20), each seat once a round."""
    players, turns, last = table[1], 0, None
    for state, _, move, after in walk(table, seed):
        result = GAME.position(state)
        assert result["tower"] == result["round"] <= 6
        assert result["round"] <= 5 or result["overtime"]
        turns += str(move).startswith("draw")
        last = after
    assert GAME.actors(last) == ()
    assert GAME.winners(last)
    assert turns == players * (6 if last.overtime else 5)
    assert last.round == (6 if last.overtime else 5)


@settings(max_examples=40)
@given(tables, seeds)
def test_points_are_what_the_mover_gains(table, seed):
    """A verdict's points are the change of the mover's own total, in TeamPlay of the team's; a break is 0."""
    for state, seat, move, after in walk(table, seed):
        if str(move).split()[0] in ("break", "decline", "attract", "deal"):
            assert GAME.judge(state, seat, move).points == 0
            continue
        mine = [other for other in range(table[1]) if state.options.team(other) == state.options.team(seat)]
        gained = sum(totals(after)[other] - totals(state)[other] for other in mine)
        assert GAME.judge(state, seat, move).points == gained


@settings(max_examples=30)
@given(tables, seeds, st.booleans())
def test_positions_rebuild_the_view_of_a_seat(table, seed, deal):
    """A position and a hand say all that a seat can see; it has no faults."""
    for state, seat, _, _ in walk(table, seed, 60, deal):
        if seat < 0:
            continue
        setup = Setup(state.options, GAME.position(state), seat, GAME.hand(state, seat))
        assert GAME.faults(setup) == ()
        assert GAME.state(setup) == GAME.view(state, seat) or not deal
        assert GAME.position(GAME.state(setup)) == GAME.position(state)


@settings(max_examples=30)
@given(tables, seeds)
def test_a_hidden_hand_allows_all_that_the_true_one_does(table, seed):
    """A-SR-80: without a hand, every move that cards out of sight could make, the true ones among them."""
    for state, seat, _, _ in walk(table, seed, 40):
        if seat >= 0 and seat in GAME.actors(GAME.view(state, None)):
            assert set(GAME.moves(state, seat)) <= set(GAME.moves(GAME.view(state, None), seat))


@settings(max_examples=40)
@given(tables, seeds, st.booleans())
def test_a_sampled_deal_is_whole_and_keeps_what_is_known(table, seed, deal):
    """All cards are dealt, the hand that was seen stays, and the game can be played on."""
    chance = random.Random(seed)
    for state, seat, move, _ in walk(table, seed, 40, deal):
        if seat < 0 or chance.random() < 0.8:
            continue
        sampled = GAME.deal(GAME.view(state, seat), chance)
        whole = sorted((*cards_of(in_sight(sampled)), *sampled.order[: sampled.quarry]))
        assert whole == list(cards_of(deck(state.options)))
        assert [GAME.hand(sampled, other) is None for other in range(table[1])] == [False] * table[1]
        if state.hidden[seat] == 0:
            assert sampled.hands[seat] == state.hands[seat]
            assert GAME.judge(sampled, seat, move).legal
        assert GAME.actors(sampled)


def test_a_match_of_teams_ends():
    """First to six towers: at most eleven rounds that somebody wins (SRT-6)."""
    state, chance, plies = GAME.start(options("team"), 2), random.Random(2), 0
    while actors := GAME.actors(state):
        seat = chance.choice(actors)
        state = GAME.play(state, seat, chance.choice(GAME.moves(state, seat)))
        plies += 1
        assert plies < 20_000
    assert max(state.towers) == 6 > min(state.towers)
    assert GAME.winners(state) in ((0, 2), (1, 3))
