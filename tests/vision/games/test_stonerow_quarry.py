"""The quarry from look to look: which cards were drawn."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from card_films import film, observed, on_mat, rules_of, stills, turns
from card_places import ZONES, top
from kept import Kept, kept_table

from engine.core import Setup
from vision.games.stonerow.model import MODEL
from vision.games.stonerow.quarry import Quarry

DRAWN = (0.5, -0.3, 0.004)
"""How a card lies beside the one below it: mm, mm, radians."""


def left_after(*lies, cards=40, quarry=None, zones=ZONES):
    """What the last of several looks tells."""
    quarry = Kept(Quarry()) if quarry is None else quarry
    return [quarry.left(lie, zones, cards) for lie in lies][-1]


def test_a_pile_at_rest_tells_nothing():
    chance = random.Random(3)
    quarry = Kept(Quarry())
    for _ in range(60):
        off = [chance.gauss(0.0, sigma) for sigma in (0.06, 0.06, 0.001)]
        assert left_after(top(off[0], off[1], np.pi / 2 + off[2]), quarry=quarry) is None


@pytest.mark.parametrize("by", [(0.6, 0.0, 0.0), (0.0, -0.6, 0.0), (0.0, 0.0, 0.012), DRAWN])
def test_a_card_that_lies_otherwise_was_below_one_that_was_drawn(by):
    other = top(by[0], by[1], np.pi / 2 + by[2])
    quarry = Kept(Quarry())
    assert left_after(top(), top(), other, quarry=quarry) is None
    assert quarry.open  # a look more tells
    assert left_after(other, quarry=quarry) == 39
    assert not quarry.open


def test_a_still_table_shows_smaller_steps():
    looks = [top(0.01 * (number % 3)) for number in range(9)]
    assert left_after(top(), top(0.35), top(0.35)) is None
    assert left_after(*looks, top(0.35), top(0.35)) == 39


def test_a_small_step_of_a_pile_that_seems_to_move_anyway_is_doubted():
    calm, shaky = Kept(Quarry()), Kept(Quarry())
    left_after(*(top(0.01 * (number % 3)) for number in range(9)), top(0.5), top(0.5), quarry=calm)
    left_after(*(top(0.3 * (number % 2)) for number in range(9)), top(0.76), top(0.76), quarry=shaky)
    assert 10 * calm.doubt < shaky.doubt
    state = play_quarry()
    sure, unsure = (
        MODEL.explain(state, Setup(state.options, {"quarry": state.quarry - 1, "lowered": each.doubt}))
        for each in (calm, shaky)
    )
    assert str(sure[0].plays[0][1]) == "draw quarry"
    weigh = {len(explanation.plays): explanation.weight for explanation in unsure if len(explanation.plays) < 2}
    assert weigh[0] > 0.03 * weigh[1]


@pytest.mark.parametrize(
    ("shaken", "touched", "told"),
    [(0.3, None, 39), (0.3, True, 39), (0.3, False, None), (0.02, None, 39), (0.02, False, 39)],
)
def test_a_pile_that_nobody_was_seen_to_touch_was_hardly_drawn_from(shaken, touched, told):
    quarry = Kept(Quarry())
    left_after(*(top(shaken * (number % 2)) for number in range(9)), quarry=quarry)
    assert [quarry.left(top(0.9), ZONES, 40, touched=touched) for _ in range(2)][-1] == told


@pytest.mark.parametrize(("jumped", "touched", "told"), [(0, False, 39), (1, False, None), (1, True, 39)])
def test_a_pile_that_seemed_to_jump_before_may_do_so_again(jumped, touched, told):
    """Its upper edge is found now here, now there, and nobody's fingers were at it."""
    quarry = Kept(Quarry())
    left_after(*[top()] * 8, *[top(0.0, 1.5), top()] * jumped, quarry=quarry)
    assert [quarry.left(top(0.0, 2.0), ZONES, 40, touched=touched) for _ in range(2)][-1] == told


def test_fingers_at_the_pile_tell_of_a_draw_that_its_cards_do_not():
    quarry = Kept(Quarry())
    left_after(top(), top(), quarry=quarry)
    assert quarry.left(top(), ZONES, 40, touched=False) is None
    assert quarry.left(top(), ZONES, 40, touched=True) == 39
    assert quarry.doubt < 0.05
    assert quarry.left(top(0.6), ZONES, 39, draws=False, touched=False) is None  # the card below lies as it does


def play_quarry():
    """A game in which somebody is to draw."""
    return next(turn.after for turn in turns(film(1, 2)) if turn.after.phase == "draw")


def test_a_pile_whose_top_lay_in_many_places_has_fewer_cards_nobody_knows_how_many():
    """In another light its upper edge is found now here, now there."""
    quarry = Kept(Quarry())
    left_after(*[top()] * 8, *[top(0.0, 7.0)] * 3, *[top(0.7, 7.0)] * 2, *[top(0.0, 1.0)] * 2, quarry=quarry)
    assert quarry.left(top(0.0, 1.0), ZONES, 40, touched=True) == 39
    assert left_after(top(0.0, 1.0), cards=39, quarry=quarry) == 38  # the next look tells of the next draw


def test_draws_are_told_one_by_one_until_the_game_knows_of_them():
    quarry = Kept(Quarry())
    assert left_after(top(), top(0.8), top(1.7), quarry=quarry) == 39
    assert left_after(top(1.7), quarry=quarry) == 39
    assert left_after(top(1.7), cards=39, quarry=quarry) == 38
    assert left_after(top(1.7), cards=38, quarry=quarry) is None
    assert left_after(top(2.6), top(2.6), cards=38, quarry=quarry) == 37


def test_a_draw_seen_while_its_card_hardly_lay_still_is_one_draw():
    quarry = Kept(Quarry())
    still = [top(0.03 * (number % 3)) for number in range(9)]
    assert left_after(*still, top(1.0), top(1.5), top(1.5), quarry=quarry) == 39
    assert left_after(top(1.5), cards=39, quarry=quarry) is None


def test_a_draw_that_no_play_explains_while_nobody_is_to_draw_was_none():
    quarry = Kept(Quarry())
    left_after(top(), top(), quarry=quarry)
    looks = [quarry.left(top(0.9), ZONES, 40, draws=False) for _ in range(5)]
    assert looks == [None, 39, 39, None, None]
    assert quarry.left(top(0.9), ZONES, 40) is None


def test_who_has_drawn_acts_before_the_next_one_draws():
    quarry = Kept(Quarry())
    assert left_after(top(), top(0.8), top(1.7), top(1.7), quarry=quarry) == 39
    assert quarry.left(top(1.7), ZONES, 39, draws=False) is None


def test_a_card_that_lies_as_at_first_was_never_drawn():
    assert left_after(top(), top(0.9), top(0.9), top(0.02)) is None


def test_a_draw_that_did_not_show_is_no_draw_more_once_it_is_known():
    quarry = Kept(Quarry())
    left_after(top(), top(0.1), quarry=quarry)
    assert left_after(top(0.1), cards=39, quarry=quarry) is None


def test_moves_taken_back_begin_anew():
    quarry = Kept(Quarry())
    left_after(top(), top(0.9), top(0.9), quarry=quarry)
    assert left_after(top(0.9), cards=41, quarry=quarry) is None


def test_a_mat_that_was_moved_tells_nothing_of_the_pile():
    moved = replace(ZONES, homography=ZONES.homography @ np.array([[1, 0, 4.0], [0, 1, 0], [0, 0, 1]]))
    quarry = Kept(Quarry())
    left_after(top(), quarry=quarry)
    assert left_after(top(1.5), top(1.5), quarry=quarry, zones=moved) is None


def others(by: float):
    """Three open cards, so many mm from where they first lay."""
    return [replace(top(100.0 * n + by, 50.0), label=label) for n, label in enumerate(("R7", "G2", "T1"))]


@pytest.mark.parametrize(("by", "told"), [(0.7, None), (0.02, 39)])
def test_a_table_that_was_knocked_tells_nothing_of_the_pile(by, told):
    quarry = Kept(Quarry())
    quarry.left(top(), ZONES, 40, others(0.0))
    quarry.left(top(0.9), ZONES, 40, others(by))
    assert quarry.left(top(0.9), ZONES, 40, others(by)) == told


def test_a_draw_that_was_seen_before_the_table_was_knocked_is_told():
    quarry = Kept(Quarry())
    quarry.left(top(), ZONES, 40, others(0.0))
    quarry.left(top(0.9), ZONES, 40, others(0.0))
    quarry.left(top(1.6), ZONES, 40, others(0.7))
    assert quarry.left(top(1.6), ZONES, 40, others(0.7)) == 39


def test_what_one_player_takes_several_of_is_no_draw_of_the_next():
    quarry = Kept(Quarry())
    left_after(top(), top(), quarry=quarry)
    assert left_after(top(), cards=37, quarry=quarry) is None
    assert left_after(top(0.9), top(0.9), cards=37, quarry=quarry) is None
    assert left_after(top(1.8), top(1.8), cards=37, quarry=quarry) == 36


def test_without_a_mat_or_a_count_nothing_is_told():
    assert left_after(top(), top(0.9), top(0.9), zones=None) is None
    assert left_after(top(), top(0.9), top(0.9), cards=None) is None
    assert left_after(top(), None) is None


def test_a_draw_is_told_before_anything_followed_it():
    script = film(1, 2)
    options, told = rules_of(script), turns(script)
    table, found = kept_table("stonerow", options), 0
    cheats = [play for play in script.plays if play.kind == "cheat"]
    for time in stills(script):
        done = [turn for turn in told if turn.time <= time]
        alone = len(done) > 1 and [move for _, move in done[-1].plays] == ["draw quarry"]
        before = (done[-2] if alone else done[-1]).after
        seen = on_mat(observed(script, time), script, time)
        reading = table.interpret(seen, before)
        reading = table.interpret(seen, before) if reading.open else reading
        if alone and not any(cheat.laid <= time < (cheat.back or 1e9) for cheat in cheats):
            explanation = MODEL.explain(before, Setup(options, reading.position))[0]
            assert [(seat, str(move)) for seat, move in explanation.plays] == list(done[-1].plays)
            found += 1
    assert found


def test_nobody_draws_from_an_empty_quarry():
    quarry = Kept(Quarry())
    assert quarry.left(top(), ZONES, 0, touched=False) is None
    assert quarry.left(top(0.9), ZONES, 0, touched=True) is None
