"""States with some fields changed."""

import pickle

import pytest

from engine.games import games
from engine.options import read_options


@pytest.mark.parametrize("name", games())
def test_a_changed_state_is_another_one_and_leaves_the_first_as_it_was(name):
    game = games()[name]
    state = game.start(read_options(game.options_type, {"players": 2}), seed=1)
    changed = state.but(turn=1 - state.turn)
    assert changed.turn != state.turn
    assert changed != state
    assert changed.but(turn=state.turn) == state
    assert hash(changed.but(turn=state.turn)) == hash(state)
    assert pickle.loads(pickle.dumps(changed)) == changed


@pytest.mark.parametrize("name", games())
def test_a_state_says_what_is_none_of_its_fields(name):
    game = games()[name]
    state = game.start(read_options(game.options_type, {"players": 2}), seed=1)
    with pytest.raises(TypeError, match="a state has no turns"):
        state.but(turns=1)
