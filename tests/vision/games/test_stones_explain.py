"""What was seen on a table of Stones, told as the moves that made it."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest
from explaining import explain
from seen_tables import seen_table
from stones_table import GAME, play, start, table

from engine.games.stones.tile import SIZES
from vision.games.stones.model import MODEL
from vision.games.stones.model.candidates import falls_between

STACKS = {0: ("SM", "A1 B1"), 2: ("S", "C1"), 3: ("LM", "B2"), 4: ("SML", "A2 C1 D1")}
DISPLAY = ["S/1", "ML/2", "SML/3"]
BEFORE = table(STACKS, display=DISPLAY, facedown=20)
SEEN_KEYS = ("marker", "stacks", "display", "river", "golden", "five")


def camera(state, **changed):
    """What a camera sees of a state: pieces and counts, neither turn nor hand."""
    told = {key: value for key, value in GAME.position(state).items() if key in SEEN_KEYS}
    return seen_table("stones", told | changed)


def explanations(state, seen, plies=2):
    return explain(MODEL, state, seen, plies)


def text(explanation):
    return [f"{seat} {move}" for seat, move in explanation.plays]


def test_nothing_happened():
    found = explanations(BEFORE, camera(BEFORE))
    assert text(found[0]) == []
    assert found[0].likelihood > 0.9


@pytest.mark.parametrize(
    "moves",
    [
        ["take S/1 small", "place ok"],
        ["take S/1 small", "place fall"],
        ["take SML/3 large", "place other 3"],
        ["take S/1 small", "place fall 2,4"],
        ["take ML/2 large"],
    ],
)
def test_one_and_two_plies_are_found_first(moves):
    found = explanations(BEFORE, camera(play(BEFORE, *moves)))
    assert text(found[0]) == [f"0 {move}" for move in moves]
    assert found[0].likelihood > 0.5
    assert sum(explanation.likelihood for explanation in found) == pytest.approx(1)
    assert any(not explanation.plays for explanation in found)


def test_the_size_of_a_stone_that_fell_into_the_river_stays_open():
    found = explanations(BEFORE, camera(play(BEFORE, "take ML/2 medium", "place fall")))
    assert [text(explanation)[0] for explanation in found[:2]] == ["0 take ML/2 medium", "0 take ML/2 large"]
    assert found[0].likelihood == found[1].likelihood


def test_what_only_people_see_stays_open():
    found = explanations(BEFORE, camera(play(BEFORE, "take S/1 small", "place lean")))
    open_ways = {explanation.plays[-1][1].outcome: explanation.likelihood for explanation in found[:2]}
    assert set(open_ways) == {"lean", "touch"}
    assert open_ways["lean"] > open_ways["touch"] > 0.1


def test_tokens_tell_who_was_to_blame():
    taken = play(BEFORE, "take S/1 small")
    found = explanations(taken, camera(play(taken, "place culprit 2: 4", "place ok")))
    assert text(found[0]) == ["0 place culprit 2: 4", "0 place ok"]


def test_another_size_than_the_tile_shows_is_the_nearest_illegal_way():
    right = GAME.position(play(BEFORE, "take S/1 small", "place ok"))
    right["stacks"][0]["stones"][-1] = "large"
    right["river"] = dict(zip(("small", "medium", "large"), (*BEFORE.river[:2], BEFORE.river[2] - 1), strict=True))
    found = explanations(BEFORE, camera(BEFORE, **{key: right[key] for key in SEEN_KEYS}))
    assert text(found[0]) == ["0 take S/1 large", "0 place ok"]
    assert found[0].illegal.name == "size_not_on_tile"
    assert "ST-24" in found[0].illegal.rules


def test_somebody_out_of_turn_is_told_by_the_token():
    after = GAME.position(play(BEFORE, "take S/1 small", "place ok"))
    after["stacks"][0]["tokens"] = {"0": 1, "1": 2}
    after["supply"] = [BEFORE.supply[0], BEFORE.supply[1] - 1, *BEFORE.supply[2:]]
    found = explanations(BEFORE, camera(BEFORE, **{key: after[key] for key in SEEN_KEYS}))
    assert text(found[0]) == ["1 take S/1 small", "1 place ok"]
    assert found[0].illegal.name == "not_your_turn"


def test_a_stone_from_a_stack_while_the_river_has_some():
    after = GAME.position(BEFORE)
    after["stacks"][0]["stones"].append("large")
    after["stacks"][0]["tokens"]["0"] = 2
    after["supply"] = [BEFORE.supply[0] - 1, *BEFORE.supply[1:]]
    after["stacks"][4]["stones"].pop()
    after |= {"marker": 3, "display": ["S/1", "ML/2"]}
    found = explanations(BEFORE, camera(BEFORE, **{key: after[key] for key in SEEN_KEYS}))
    refused = [
        explanation
        for explanation in found
        if explanation.illegal is not None and explanation.illegal.name == "river_not_empty"
    ]
    assert text(refused[0]) == ["0 take SML/3 large from 4", "0 place ok"]


def test_a_fall_while_the_turn_before_settles():
    state = play(BEFORE, "take S/1 small", "place ok")
    found = explanations(state, camera(play(state, "place other 3", seat=-1)))
    assert text(found[0]) == ["-1 place other 3"]


def test_anothers_fault_between_stones():
    found = explanations(BEFORE, camera(play(BEFORE, "place culprit 1: 0", seat=-1)))
    assert text(found[0]) == ["-1 place culprit 1: 0"]


def test_an_exchange_too_soon():
    state = table({0: ("S", "A1")}, golden=[4, 0, 0, 0])
    seen = camera(state, golden=[0, 0, 0, 0], five=[1, 0, 0, 0], supply=[18, 19, 19, 19])
    refused = [explanation for explanation in explanations(state, seen) if explanation.illegal is not None]
    assert refused[0].illegal.name == "too_few_golden"


def test_display_put_aside_although_a_tile_fits():
    seen = camera(BEFORE, display=["L/1", "L/2", "L/3", "L/4", "L/5"])
    refused = [explanation for explanation in explanations(BEFORE, seen) if explanation.illegal is not None]
    assert refused[0].illegal.name == "tile_fits"


def test_likelihoods_of_a_doubtful_stone():
    after = GAME.position(play(BEFORE, "take SML/3 medium", "place ok"))
    below = after["stacks"][0]["stones"][:-1]
    after["stacks"][0]["ways"] = [
        {"stones": [*below, "small"], "likelihood": 0.55},
        {"stones": [*below, "medium"], "likelihood": 0.45},
    ]
    after["river"] = {
        size: {"counts": {count: 1.0, count - 1: 1.0}} for size, count in zip(SIZES, BEFORE.river, strict=True)
    }
    found = explanations(BEFORE, camera(BEFORE, **{key: after[key] for key in SEEN_KEYS}))
    assert [text(explanation)[0] for explanation in found[:2]] == ["0 take SML/3 small", "0 take SML/3 medium"]
    assert found[0].likelihood / found[1].likelihood == pytest.approx(55 / 45)


def test_new_tiles_fit_a_pile_that_nobody_knows():
    state = table({1: ("S", "A1")}, display=["S/1"], facedown=20)
    after = play(state, "take S/1 small", "place ok")
    found = explanations(state, camera(after, display=["L/1", "L/2", "L/3", "L/4", "L/5"]))
    assert text(found[0]) == ["0 take S/1 small", "0 place ok"]


def test_the_alternative_start_is_seen_stone_by_stone():
    state = play(start(seed=None, alternative_start=True), "marker 1", seat=-1)
    after = play(state, "set SM/2 small", "set L/5 large")
    found = explanations(state, seen_table("stones", {key: GAME.position(after)[key] for key in SEEN_KEYS}))
    assert ["0 set SM/2 small", "0 set L/5 large"] in [text(explanation) for explanation in found]


def walk(seed, careful=0.8):
    """States on the way of a game, each with one or two moves on."""
    state, dice = start(players=3, seed=seed), random.Random(seed)

    def step(state):
        seats = GAME.actors(state)
        seat = state.turn if state.turn in seats and dice.random() < 0.95 else dice.choice(seats)
        moves = GAME.moves(state, seat)
        move = moves[0] if state.phase == "place" and dice.random() < careful else dice.choice(moves)
        return (seat, move), GAME.play(state, seat, move)

    while GAME.actors(state):
        first, after = step(state)
        plays, last = (first,), after
        if GAME.actors(after) and dice.random() < 0.5:
            second, last = step(after)
            plays = (first, second)
        yield state, plays, last
        state = after


@pytest.mark.parametrize("seed", range(6))
def test_the_way_that_was_played_is_among_those_told(seed):
    for number, (state, plays, last) in enumerate(walk(seed)):
        whole = GAME.position(last)
        if number % 2:
            whole = {key: whole[key] for key in SEEN_KEYS}
        known = state if number % 3 else GAME.view(state, None)
        found = explanations(known, seen_table("stones", whole))
        assert plays in [explanation.plays for explanation in found]
        assert sum(explanation.likelihood for explanation in found) == pytest.approx(1)
        for explanation in found:
            assert 0 <= explanation.likelihood <= 1
            played = known
            for seat, move in () if explanation.illegal else explanation.plays:
                played = GAME.apply(played, seat, move)


def test_little_known_is_explained_in_time():
    for state in (BEFORE, play(BEFORE, "take S/1 small"), start(seed=None), start(seed=None, alternative_start=True)):
        began = time.process_time()
        assert explanations(state, camera(state))
        assert time.process_time() - began < 1


def test_one_ply_takes_no_longer_than_a_frame_has():
    took = []
    for state, _, last in walk(1):
        seen = camera(last)
        began = time.process_time()
        explanations(state, seen, plies=1)
        took.append(time.process_time() - began)
    assert sorted(took)[len(took) // 2] < 0.005


def test_of_many_stacks_that_may_have_fallen_the_likeliest_are_tried_and_not_every_choice():
    state = table(dict.fromkeys(range(6), ("SM", "A1 B1")), display=DISPLAY, facedown=20)
    told = camera(state)
    doubted = tuple(dict(each) | {(): 0.3 + n / 10} for n, each in enumerate(told.contents))
    falls = [str(move) for _, move in falls_between(state, replace(told, contents=doubted))]
    assert "place culprit 1: 5" in falls
    assert "place culprit 1: 4,5" in falls
    assert "place culprit 1: 0" not in falls
    assert len(falls) <= 6 * (1 + state.options.players)
