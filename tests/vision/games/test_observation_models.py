"""What every observation model keeps, and what an answer rests on; the games are found as the engine finds them."""

from __future__ import annotations

import functools

import pytest
from explaining import explain
from games_played import NAMES, in_sight, playthrough
from hypothesis import given, settings
from hypothesis import strategies as st
from seen_tables import seen_table
from stones_table import GAME, position
from stones_table import options as of_stones

from engine.core import Setup
from engine.errors import PositionError
from engine.games import find_game
from service.judging import answer
from vision.games.model import Budget, observation_model

STACKS = {0: ("SM", "A1 B1"), 2: ("S", "C1")}


@pytest.mark.parametrize("name", NAMES)
def test_seen_as_it_is_nothing_happened(name):
    game = find_game(name)
    for state, _, _, _ in playthrough(game, 9, plies=20):
        found = explain(observation_model(name), state, seen_table(name, in_sight(game, state)))
        weights = [one.likelihood for one in found]
        assert weights == sorted(weights, reverse=True)
        assert not weights or abs(sum(weights) - 1) < 1e-6
        assert all(one.illegal is None or not one.illegal.legal for one in found)


def test_a_game_without_a_model_is_named():
    with pytest.raises(LookupError, match="tables of chess cannot be followed yet"):
        observation_model("chess")


def test_pieces_may_come_with_likelihoods():
    told = position(display=[{"labels": {"S/1": 0.2, "SM/1": 0.8}}, {"label": "S/4"}])
    told["stacks"][1]["stones"] = [{"labels": {"small": 0.6, "large": 0.4}}]
    state = GAME.state(observation_model("stones").likeliest(Setup(of_stones(), told)))
    assert (list(map(str, state.display)), state.stacks[1]) == (["SM/1", "S/4"], (0,))


@pytest.mark.parametrize(
    ("game", "part"),
    [
        ("stones", {"display": [{"labels": {"S/1": 2}}]}),
        ("stones", {"display": [{"labels": ["S/1"]}]}),
        ("stones", {"river": {"small": {"counts": {"two": 1.0}}}}),
        ("stackernoos", {"tiles": [{"labels": {}, "at": [0, 0, 0], "dir": "e"}]}),
        ("stonerow", {"keystone": {"labels": {"R7": -1}}}),
    ],
)
def test_what_is_no_likelihood_is_refused_in_a_line(game, part):
    with pytest.raises(PositionError, match="its likelihood") as wrong:
        answer({"game": game, "position": part})
    assert "\n" not in str(wrong.value)


NESTED = functools.reduce(lambda inner, _: [inner], range(600), [])


@pytest.mark.parametrize(
    ("river", "wrong"),
    [(NESTED, "nested too deeply"), ({"small": {"counts": {"9" * 5000: 1.0}}}, "a number of 5000 digits is too long")],
    ids=["deep", "long"],
)
def test_what_is_too_deep_or_too_long_is_refused_in_a_line(river, wrong):
    with pytest.raises(PositionError, match=wrong) as refused:
        answer({"game": "stones", "position": {"river": river}})
    assert len(str(refused.value)) < 120


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 30) | st.floats(0, 2) | st.sampled_from(["S/1", "SM/3", "small", "?"]),
    lambda inner: st.lists(inner, max_size=6)
    | st.dictionaries(
        st.sampled_from(["stones", "tokens", "ways", "there", "counts", "label", "labels", "small", "0", "S/1"]),
        inner,
        max_size=3,
    ),
    max_leaves=8,
)  # fmt: skip
PARTS = "stacks river display facedown used supply golden five apart".split()  # noqa: SIM905


@settings(max_examples=150)
@given(st.dictionaries(st.sampled_from(PARTS), JSON, max_size=4), st.booleans())
def test_a_strange_reading_is_answered_or_refused_in_a_line(parts, alone):
    whole = parts if alone else position(STACKS) | parts
    try:
        answer({"game": "stones", "position": whole})
    except PositionError as wrong:
        assert "\n" not in str(wrong)


def crowded():
    """Tables of which nothing is what it was, by game."""
    tiles = [{"labels": {f"{n}-{m}": 0.3 for m in range(6)}, "at": [2 * n, 0, 0], "dir": "e"} for n in range(9)]
    cards = [{"labels": {f"{c}{n}": 0.2 for c in "RG" for n in (1, 2, 3)}} for _ in range(4)]
    row = {"holder": 0, "cards": cards, "markers": []}
    stacks = dict.fromkeys(range(6), ("SL", "A2 B1"))
    river = {"small": 1, "medium": 0, "large": 0}
    return {
        "stackernoos": {"tiles": tiles, "boneyard": 3},
        "stonerow": {"rows": [row] * 5, "golddiggers": 2, "brickyard": ["G2"], "keystone": "Y9"},
        "stones": position(stacks, display=["S/1", "M/2"], river=river),
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_search_ends_with_its_budget_and_says_what_it_left(name):
    game = find_game(name)
    seen = seen_table(name, crowded()[name])
    state = next(state for n, (_, _, _, state) in enumerate(playthrough(game, 4)) if n == 8)
    whole, some = Budget(1e9), Budget(40)
    of_all = observation_model(name).explain(state, seen, 3, whole)
    few = [observation_model(name).explain(state, seen, 3, budget) for budget in (some, Budget(40))]
    assert few[0] == few[1]  # nothing but steps is counted
    assert some.is_spent
    assert few[0].unexplored > 0.0 == of_all.unexplored
    assert 1e9 - whole.left > 40 - some.left  # the other went on
    assert any(not explanation.plays for explanation in few[0].lines)
    assert any(len(explanation.plays) > len(other.plays) for explanation in of_all.lines for other in few[0].lines)
