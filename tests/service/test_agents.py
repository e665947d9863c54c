"""Games for programs that learn: PettingZoo's own tests, hidden hands, masks, chance, and a policy that learns."""

import pickle
import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from engine.games import games
from service.agents import PASS, SLOTS, Playing
from service.agents.encoding import encoding
from service.agents.environment import env
from service.agents.example import compare, train
from service.agents.vectors import bits, part, vector

TABLES = [
    ("stackernoos", {"players": 2}),
    ("stones", {"players": 3}),
    ("stonerow", {"players": 4, "rule_set": "team"}),
    ("stonerow", {"players": 2, "rule_set": "basic"}),
    ("stonerow", {"players": 3}),
]


def finished(playing, seed=0):
    chance = random.Random(seed)
    while not playing.is_terminal():
        playing.apply_chance() if playing.is_chance_node() else playing.apply_action(
            chance.choice(playing.legal_actions())
        )
        yield playing


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_pettingzoo_finds_nothing_wrong(game, options, capsys):
    with warnings.catch_warnings():
        # PettingZoo warns of every observation that is a mapping, as its own card games have them.
        warnings.simplefilter("ignore", UserWarning)
        api_test(env(game, **options), num_cycles=150)
        seed_test(lambda: env(game, **options), num_cycles=100)
    assert "Passed" in capsys.readouterr().out


def test_every_game_has_an_encoding_that_fits_its_space():
    for game in games():
        result = encoding(game)
        table = Playing(game, {"players": 3})
        for now in finished(table):
            for seat in range(3):
                assert now.observation(seat).shape == (result.size(table.options),)


def test_a_vector_is_its_parts_and_may_be_written_to():
    held, most = 0b1_0000_0101, 11
    told = vector((part((-1, 300)), bits(held, most)))
    assert told.dtype == np.int16
    assert told.tolist() == [-1, 300, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0]
    told[:] = 7
    assert vector((bits(held, most),)).tolist() == [1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0]


def test_a_game_without_an_encoding_is_told_in_one_line():
    with pytest.raises(LookupError, match=r"chess has no encoding: write service/agents/encoding/chess\.py"):
        encoding("chess")


@pytest.mark.parametrize("game", ["stackernoos", "stonerow"])
def test_a_vector_tells_nothing_of_other_hands(game):
    """Two states that differ in hidden cards alone look the same."""
    playing = Playing(game, {"players": 2}, seed=4)
    rules = games()[game]
    for now in finished(playing):
        for seat in range(2):
            other = rules.deal(rules.view(now.state, seat), random.Random(9))
            result = encoding(game)
            same = result.encode(rules.view(other, seat), seat)
            assert np.array_equal(result.encode(rules.view(now.state, seat), seat), same)


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_a_state_can_be_pickled_and_cloned_midway_and_goes_on_alike(game, options):
    playing = Playing(game, options, seed=2)
    for step, _ in enumerate(finished(playing, seed=5)):
        if step == 25:
            break
    twins = [pickle.loads(pickle.dumps(playing)), playing.clone()]
    for twin in (playing, *twins):
        for _ in finished(twin, seed=8):
            pass
    assert {str(each.state) for each in (playing, *twins)} == {str(playing.state)}


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_a_child_is_the_state_after_an_action_and_leaves_its_parent_alone(game, options):
    playing = Playing(game, options, seed=3)
    for step, _ in enumerate(finished(playing, seed=1)):
        if step == 12:
            break
    before, actions = str(playing.state), playing.legal_actions()
    children = [playing.child(action) for action in actions]
    assert str(playing.state) == before
    rules = games()[game]
    for action, child in zip(actions, children, strict=True):
        said = playing.action_to_string(action)
        assert said == "pass" or child.state == rules.play(playing.state, playing._actor, rules.parse(said))


def test_whether_a_stone_stands_is_no_choice():
    playing = Playing("stones", {"players": 2}, seed=1)
    playing.apply_action(playing.legal_actions()[0])
    assert playing.is_chance_node()
    assert sum(share for _, share in playing.chance_outcomes()) == pytest.approx(1.0)


def test_an_optional_move_may_be_let_be_and_a_turn_may_not():
    asked = 0
    for seed in range(40):
        playing, chance = Playing("stones", {"players": 3}, seed), random.Random(seed)
        while not playing.is_terminal():
            if playing.is_chance_node():
                playing.apply_chance()
            elif PASS in playing.legal_actions():
                asked += 1
                before, seat = playing.state, playing.current_player()
                assert seat != before.turn
                playing.apply_action(PASS)
                assert playing.state is before
                assert playing.current_player() != seat
            else:
                playing.apply_action(chance.choice(playing.legal_actions()))
    assert asked > 0


def test_what_is_not_legal_is_refused():
    playing = Playing("stackernoos", {"players": 2}, seed=1)
    assert not playing.is_legal(PASS)
    with pytest.raises(ValueError, match="is not legal: take one of 0"):
        playing.apply_action(PASS)


@pytest.mark.parametrize("action", [0, np.int64(0), np.array(0)])
def test_a_whole_number_of_any_kind_is_an_action(action):
    table = env("stackernoos", players=2)
    table.reset(seed=1)
    said = table.playing.action_to_string(0)
    assert table.playing.action_to_string(action) == said
    table.step(action)
    assert not any(table.terminations.values())


@pytest.mark.parametrize("action", [PASS, -1, SLOTS, None, 0.9, 0.0, False, np.False_, np.float64(0)])
def test_what_is_not_legal_ends_an_environment_to_the_cost_of_who_took_it(action):
    table = env("stackernoos", players=2)
    table.reset(seed=1)
    who = table.agent_selection
    table.step(action)
    assert {agent: table.rewards[agent] for agent in table.agents} == {
        agent: -1.0 if agent == who else 0.0 for agent in table.possible_agents
    }
    for _ in table.possible_agents:
        seen, _, ended, _, _ = table.last()
        assert ended
        assert not seen["action_mask"].any()
        table.step(None)
    assert table.agents == []
    assert not table.observe(who)["action_mask"].any()
    table.step(None)
    assert table.agents == []


def test_before_a_reset_an_environment_says_what_it_waits_for():
    table = env("stones", players=2)
    for ask in (table.last, table.render, lambda: table.observe("player_0")):
        with pytest.raises(AttributeError, match=r"is there after reset\(\)"):
            ask()
    with pytest.raises(AssertionError, match=r"^reset\(\) needs to be called before step\.$"):
        table.step(0)


def test_a_small_policy_learns_to_beat_random():
    value, _ = train("stackernoos", {"players": 2}, lambda games: games >= 250)
    assert compare(value, {"players": 2}, 60) > 36
