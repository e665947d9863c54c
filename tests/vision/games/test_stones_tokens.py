"""The token of a stone that was put up: it has come, may yet come, or did not, and the stone leans or touched one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from kept import around, kept_table
from looked import looks
from stone_games import BEGUN, GROWN, followed, later, same_but, text, turn_of
from stone_scenes import GAME, Table, explanations, known, play

from vision.games.stones.assembler import bare, beside
from vision.games.stones.board_pose import find_board_pose
from vision.scene.memory.change import Change
from vision.tracking import Ask


def test_a_stone_without_a_token_leans_or_was_touched():
    taken, after, _ = turn_of(later(GROWN), "place touch")
    first, second = explanations(known(taken), followed(GROWN, taken, after))[:2]
    assert {first.plays[0][1].outcome, second.plays[0][1].outcome} == {"lean", "touch"}
    assert first.likelihood + second.likelihood > 0.75  # the rest: a token that was not found


def test_nobody_is_asked_about_a_stone_before_its_tokens_had_time_to_come():
    taken, _, _ = turn_of(later(2))
    leaning = play(taken, "place lean")
    recogniser, table = kept_table("stones", BEGUN.options), Table()
    recogniser.interpret(table.see(taken), known(taken))
    reading = recogniser.interpret(table.see(leaning), known(taken))
    told = looks(GAME, BEGUN.options, known(taken), [reading] * 20)
    asked = [0.3 * number for number, decision in enumerate(told) if isinstance(decision, Ask)]
    assert asked[0] > 3
    assert recogniser.interpret(table.see(leaning), known(leaning)).patience == 0


@pytest.mark.parametrize(
    ("seconds", "laid", "sure"),
    [
        (3.3, False, True),
        (1.0, False, False),  # the token may yet come
        (3.3, True, False),  # something lies there that was not read
    ],
)
def test_a_stone_beside_which_the_picture_stays_as_it_was_got_no_token(seconds, laid, sure):
    taken, _, _ = turn_of(BEGUN)
    leaning, table, recogniser = play(taken, "place lean"), Table(), kept_table("stones", BEGUN.options)
    recogniser.interpret(table.see(taken), known(taken))
    seen = table.see(leaning)
    ground = find_board_pose(seen)
    token = ground.pixels(np.array([Table._side(taken.marker, 0)]))
    for time in (10.0, 10.0 + seconds):
        change = around(same_but(token if laid else ()), time=time)
        best = explanations(known(taken), recogniser.interpret(seen, known(taken), change))[0]
    assert text(best) == [f"{taken.turn} place lean"]
    assert (best.likelihood > 0.9) is sure


def test_a_token_that_lies_out_of_view_may_have_come():
    ground = find_board_pose(Table().see(BEGUN))
    whole, (_, y) = same_but(), ground.pixels(np.array([Table._side(3, 0)]))[0]
    assert bare(whole, ground, 3, ())
    assert not bare(replace(whole, mask=whole.mask[: int(y / 4)]), ground, 3, ())
    assert not bare(Change(), ground, 3, ())


def test_tokens_lie_round_the_stack_that_they_lie_beside():
    assert all(np.hypot(*(place - (0.0, 99.0))) < 90 for place in beside(0))
    assert len(beside(0)) > 20
