"""States with some fields changed."""

import pickle
from functools import cached_property

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


@pytest.mark.parametrize("name", games())
def test_what_a_state_keeps_beside_its_fields_cannot_be_set(name):
    game = games()[name]
    state = game.start(read_options(game.options_type, {"players": 2}), seed=1)
    state.__dict__["reckoned"] = 1
    with pytest.raises(TypeError, match="a state has no reckoned, turns"):
        state.but(turns=1, reckoned=2)


@pytest.mark.parametrize("name", games())
def test_what_a_state_has_reckoned_is_not_that_of_a_changed_one(name):
    game = games()[name]
    state = game.start(read_options(game.options_type, {"players": 2}), seed=1)
    members = {name: member for kind in type(state).__mro__ for name, member in vars(kind).items()}
    cached = [name for name, member in members.items() if isinstance(member, cached_property)]
    for each in cached:
        getattr(state, each)
    assert not state.but(turn=1 - state.turn).__dict__.keys() & set(cached)
