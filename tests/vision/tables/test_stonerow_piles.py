"""Quarry and brickyard from look to look: cards that are drawn, and cards that lay there for a moment."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from card_films import GAME, film, observed, on_mat, rules_of, stills, turns

from engine.core import Setup
from engine.games.stonerow.cards import cards_of
from engine.games.stonerow.cards import label as label_of
from vision.follow import Commit, Decoder
from vision.mat import mat
from vision.observation import Candidate, Observation, Piece, corners_of
from vision.tables import assembler
from vision.tables.sight import Sight
from vision.tables.stonerow.cards import Card, rectangle
from vision.tables.stonerow.known import GOLD, KEYSTONE, Known, Places
from vision.tables.stonerow.passing import MOST
from vision.tables.stonerow.quarry import Quarry
from vision.tables.stonerow.seats import Seats
from vision.tables.stonerow.seen import Seen, card_json
from vision.tables.stonerow.zones import Zones

SCALE = 1.1
"""Pixels a mm."""
ZONES = Zones(mat("stonerow", 2), np.diag([1 / SCALE, 1 / SCALE, 1.0]))
DRAWN = (0.5, -0.3, 0.004)
"""How a card lies beside the one below it: mm, mm, radians."""


def top(x=0.0, y=0.0, up=np.pi / 2):
    rect = rectangle(x, y, up, (63.0, 88.0))
    return Card(0, "back", {"back": 1.0}, x, y, up, rect * SCALE, rect)


def left_after(*lies, cards=40, quarry=None, zones=ZONES):
    """What the last of several looks tells."""
    quarry = Quarry() if quarry is None else quarry
    return [quarry.left(lie, zones, cards) for lie in lies][-1]


def test_a_pile_at_rest_tells_nothing():
    chance = random.Random(3)
    quarry = Quarry()
    for _ in range(60):
        off = [chance.gauss(0.0, sigma) for sigma in (0.06, 0.06, 0.001)]
        assert left_after(top(off[0], off[1], np.pi / 2 + off[2]), quarry=quarry) is None


@pytest.mark.parametrize("by", [(0.6, 0.0, 0.0), (0.0, -0.6, 0.0), (0.0, 0.0, 0.012), DRAWN])
def test_a_card_that_lies_otherwise_was_below_one_that_was_drawn(by):
    other = top(by[0], by[1], np.pi / 2 + by[2])
    quarry = Quarry()
    assert left_after(top(), top(), other, quarry=quarry) is None
    assert quarry.open  # a look more tells
    assert left_after(other, quarry=quarry) == 39
    assert not quarry.open


def test_a_still_table_shows_smaller_steps():
    looks = [top(0.01 * (number % 3)) for number in range(9)]
    assert left_after(top(), top(0.35), top(0.35)) is None
    assert left_after(*looks, top(0.35), top(0.35)) == 39


def test_a_small_step_of_a_pile_that_seems_to_move_anyway_is_doubted():
    calm, shaky = Quarry(), Quarry()
    left_after(*(top(0.01 * (number % 3)) for number in range(9)), top(0.5), top(0.5), quarry=calm)
    left_after(*(top(0.3 * (number % 2)) for number in range(9)), top(0.76), top(0.76), quarry=shaky)
    assert 10 * calm.doubt < shaky.doubt
    state = play_quarry()
    sure, unsure = (
        GAME.explain(state, Setup(state.options, {"quarry": state.quarry - 1, "lowered": each.doubt}))
        for each in (calm, shaky)
    )
    assert str(sure[0].plays[0][1]) == "draw quarry"
    weigh = {len(way.plays): way.weight for way in unsure if len(way.plays) < 2}
    assert weigh[0] > 0.03 * weigh[1]


@pytest.mark.parametrize(
    ("shaken", "touched", "told"),
    [(0.3, None, 39), (0.3, True, 39), (0.3, False, None), (0.02, None, 39), (0.02, False, 39)],
)
def test_a_pile_that_nobody_was_seen_to_touch_was_hardly_drawn_from(shaken, touched, told):
    quarry = Quarry()
    left_after(*(top(shaken * (number % 2)) for number in range(9)), quarry=quarry)
    assert [quarry.left(top(0.9), ZONES, 40, touched=touched) for _ in range(2)][-1] == told


@pytest.mark.parametrize(("jumped", "touched", "told"), [(0, False, 39), (1, False, None), (1, True, 39)])
def test_a_pile_that_seemed_to_jump_before_may_do_so_again(jumped, touched, told):
    """Its upper edge is found now here, now there, and nobody's fingers were at it."""
    quarry = Quarry()
    left_after(*[top()] * 8, *[top(0.0, 1.5), top()] * jumped, quarry=quarry)
    assert [quarry.left(top(0.0, 2.0), ZONES, 40, touched=touched) for _ in range(2)][-1] == told


def test_fingers_at_the_pile_tell_of_a_draw_that_its_cards_do_not():
    quarry = Quarry()
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
    quarry = Quarry()
    left_after(*[top()] * 8, *[top(0.0, 7.0)] * 3, *[top(0.7, 7.0)] * 2, *[top(0.0, 1.0)] * 2, quarry=quarry)
    assert quarry.left(top(0.0, 1.0), ZONES, 40, touched=True) == 39
    assert left_after(top(0.0, 1.0), cards=39, quarry=quarry) == 38  # the next look tells of the next draw


def test_draws_are_told_one_by_one_until_the_game_knows_of_them():
    quarry = Quarry()
    assert left_after(top(), top(0.8), top(1.7), quarry=quarry) == 39
    assert left_after(top(1.7), quarry=quarry) == 39
    assert left_after(top(1.7), cards=39, quarry=quarry) == 38
    assert left_after(top(1.7), cards=38, quarry=quarry) is None
    assert left_after(top(2.6), top(2.6), cards=38, quarry=quarry) == 37


def test_a_draw_seen_while_its_card_hardly_lay_still_is_one_draw():
    quarry = Quarry()
    still = [top(0.03 * (number % 3)) for number in range(9)]
    assert left_after(*still, top(1.0), top(1.5), top(1.5), quarry=quarry) == 39
    assert left_after(top(1.5), cards=39, quarry=quarry) is None


def test_a_draw_that_no_play_explains_while_nobody_is_to_draw_was_none():
    quarry = Quarry()
    left_after(top(), top(), quarry=quarry)
    looks = [quarry.left(top(0.9), ZONES, 40, draws=False) for _ in range(5)]
    assert looks == [None, 39, 39, None, None]
    assert quarry.left(top(0.9), ZONES, 40) is None


def test_who_has_drawn_acts_before_the_next_one_draws():
    quarry = Quarry()
    assert left_after(top(), top(0.8), top(1.7), top(1.7), quarry=quarry) == 39
    assert quarry.left(top(1.7), ZONES, 39, draws=False) is None


def test_a_card_that_lies_as_at_first_was_never_drawn():
    assert left_after(top(), top(0.9), top(0.9), top(0.02)) is None


def test_a_draw_that_did_not_show_is_no_draw_more_once_it_is_known():
    quarry = Quarry()
    left_after(top(), top(0.1), quarry=quarry)
    assert left_after(top(0.1), cards=39, quarry=quarry) is None


def test_moves_taken_back_begin_anew():
    quarry = Quarry()
    left_after(top(), top(0.9), top(0.9), quarry=quarry)
    assert left_after(top(0.9), cards=41, quarry=quarry) is None


def test_a_mat_that_was_moved_tells_nothing_of_the_pile():
    moved = replace(ZONES, homography=ZONES.homography @ np.array([[1, 0, 4.0], [0, 1, 0], [0, 0, 1]]))
    quarry = Quarry()
    left_after(top(), quarry=quarry)
    assert left_after(top(1.5), top(1.5), quarry=quarry, zones=moved) is None


def others(by: float):
    """Three open cards, so many mm from where they first lay."""
    return [replace(top(100.0 * n + by, 50.0), label=label) for n, label in enumerate(("R7", "G2", "T1"))]


@pytest.mark.parametrize(("by", "told"), [(0.7, None), (0.02, 39)])
def test_a_table_that_was_knocked_tells_nothing_of_the_pile(by, told):
    quarry = Quarry()
    quarry.left(top(), ZONES, 40, others(0.0))
    quarry.left(top(0.9), ZONES, 40, others(by))
    assert quarry.left(top(0.9), ZONES, 40, others(by)) == told


def test_a_draw_that_was_seen_before_the_table_was_knocked_is_told():
    quarry = Quarry()
    quarry.left(top(), ZONES, 40, others(0.0))
    quarry.left(top(0.9), ZONES, 40, others(0.0))
    quarry.left(top(1.6), ZONES, 40, others(0.7))
    assert quarry.left(top(1.6), ZONES, 40, others(0.7)) == 39


def test_what_one_player_takes_several_of_is_no_draw_of_the_next():
    quarry = Quarry()
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
    table, found = assembler("stonerow", options), 0
    cheats = [play for play in script.plays if play.kind == "cheat"]
    for time in stills(script):
        done = [turn for turn in told if turn.time <= time]
        alone = len(done) > 1 and [move for _, move in done[-1].plays] == ["draw quarry"]
        before = (done[-2] if alone else done[-1]).after
        seen = on_mat(observed(script, time), script, time)
        sight = table.see(seen, before)
        sight = table.see(seen, before) if sight.open else sight
        if alone and not any(cheat.laid <= time < (cheat.back or 1e9) for cheat in cheats):
            way = GAME.explain(before, Setup(options, sight.position))[0]
            assert [(seat, str(move)) for seat, move in way.plays] == list(done[-1].plays)
            found += 1
    assert found


def on_yard(seen: Observation, script, label: str, aside: float = 0.0) -> Observation:
    """The observation of a hand, and of a card on the brickyard in place of its top, so many pixels aside."""
    sheet = mat("stonerow", script.record.header.players)
    homography = np.array(seen.mat.homography).reshape(3, 3)
    corners = Zones(sheet, homography).quad("yard") + np.array([aside, 0.0])
    bare = tuple(p for p in seen.pieces if np.linalg.norm(np.mean(p.corners, 0) - corners.mean(0)) > 60)
    hand = Piece("hand", None, 1.0, corners_of(corners + np.array([0.0, 200.0])), None)
    return replace(seen, pieces=(*bare, Piece("card", label, 1.0, corners_of(corners), None), hand))


def passed(aside: float, times: int = 2):
    """What an assembler tells of a card that was glimpsed at the brickyard of a film, the state, and the card."""
    script = film(1, 2)
    options, told = rules_of(script), turns(script)
    acting = next(turn for turn in told if turn.after.phase == "action")
    time = next(time for time in stills(script) if time >= acting.time)
    seen = on_mat(observed(script, time), script, time)
    lying = {piece.label for piece in seen.pieces}
    label = next(name for name in ("GSu", "R3", "Y8") if name not in lying)
    table = assembler("stonerow", options)
    table.see(seen, acting.after)
    for _ in range(times):
        table.recall(on_yard(seen, script, label, aside))
    return table.see(seen, acting.after), acting.after, options, label


def test_a_card_that_was_discarded_and_drawn_at_once_was_played():
    sight, state, options, label = passed(0.0)
    assert [each["brickyard"] for each in sight.passed] == [[label]]
    decision = Decoder(GAME, options).decide([state], sight, 1.0)
    assert isinstance(decision, Commit)
    assert not decision.whole
    assert [(seat, str(move)) for seat, move in decision.way.plays] == [(state.turn, f"discard {label}")]


def test_a_card_that_is_carried_across_the_brickyard_was_not():
    assert passed(25.0)[0].passed == ()
    assert passed(0.0, times=1)[0].passed == ()


def test_what_lies_on_the_brickyard_before_the_game_begins_is_its_first_card():
    script = film(1, 2)
    time = next(iter(stills(script)))
    seen = on_mat(observed(script, time), script, time)
    options = rules_of(script)
    before = GAME.start(options, None)
    table = assembler("stonerow", options)
    # Once may be a card that is carried over it.
    table.recall(on_yard(seen, script, "R3"))
    assert "first" not in table.see(seen, before).position
    for label in ("Y8", "Y8", *("GSu",) * (MOST + 1), "R3"):
        table.recall(on_yard(seen, script, label))
    assert table.see(seen, before).position["first"] == "Y8"
    known = next(turn.after for turn in turns(script) if turn.after.phase == "draw")
    after = table.see(seen, known)
    assert "first" not in after.position
    # What lay there before the game began was not discarded since.
    assert after.passed == ()


def test_a_top_of_the_brickyard_that_cannot_be_read_is_no_card_that_passed():
    script = film(1, 2)
    acting = next(turn for turn in turns(script) if turn.after.phase == "action")
    time = next(time for time in stills(script) if time >= acting.time)
    seen = on_mat(observed(script, time), script, time)
    yard = label_of(acting.after.brickyard[-1])
    blurred = tuple(
        replace(p, label=None, candidates=(Candidate(yard, 0.4), Candidate("R3", 0.3))) if p.label == yard else p
        for p in seen.pieces
    )
    table = assembler("stonerow", rules_of(script))
    table.see(seen, acting.after)
    for _ in range(3):
        table.recall(on_yard(seen, script, "R3"))
    assert table.see(replace(seen, pieces=blurred), acting.after).passed == ()


def test_what_passed_without_a_play_changes_nothing():
    sight, state, options, _ = passed(0.0)
    top_ = GAME.position(state)["brickyard"][-1]
    quiet = Sight(sight.position, (), (), {}, passed=({"brickyard": [top_]},))
    assert not isinstance(Decoder(GAME, options).decide([state], quiet, 1.0), Commit)


@pytest.mark.parametrize(("label", "kind"), [("Gd", "golddiggers"), ("Di", "deflectors")])
def test_a_card_laid_on_its_like_is_one_more(label, kind):
    script = film(1, 2)
    options = rules_of(script)
    time = list(stills(script))[-1]
    seen = on_mat(observed(script, time), script, time)
    seen = replace(seen, pieces=tuple(piece for piece in seen.pieces if piece.label != label))
    state = [turn for turn in turns(script) if turn.time <= time][-1].after
    one, two = (state.but(golddiggers=count) if label == "Gd" else state.but(deflectors=(count, 0)) for count in (1, 2))
    homography = np.linalg.inv(np.array(seen.mat.homography).reshape(3, 3))

    def with_one(off: float) -> Observation:
        """The observation with one such card, so many mm from where the first was laid."""
        x, y = (600.0, 220.0) if label == "Gd" else (700.0, 500.0)
        corners = np.array([(0, 0), (63, 0), (63, 88), (0, 88)]) + (x + off, y)  # noqa: RUF005
        pixels = np.column_stack((corners, np.ones(4))) @ homography.T
        piece = Piece("card", label, 1.0, corners_of(pixels[:, :2] / pixels[:, 2:]), None)
        return replace(seen, pieces=(*seen.pieces, piece))

    def count(off: float, now) -> int:
        told = table.see(with_one(off), now).position[kind]
        return told if label == "Gd" else told[0]

    table = assembler("stonerow", options)
    assert count(0.0, one) == 1
    assert count(2.0, one) == 1
    assert [count(13.0, one), count(13.0, one)] == [2, 2]
    assert [count(13.0, two), count(13.0, two)] == [2, 2]
    assert count(26.0, two) == 3


def test_a_golddigger_of_a_table_that_was_knocked_is_no_other():
    def lying(x: float) -> Known:
        return Known(GOLD if x else KEYSTONE, 0, "Gd" if x else "Y3")

    def after(*by: float) -> Seen:
        """Keystone and GoldDigger so many mm from where they lay."""
        lie = zip((0.0, 70.0), by, strict=True)
        found = {lying(x): replace(top(x + off, 0.0), label=lying(x).label) for x, off in lie}
        places = {lying(x): (top(x, 0.0).x, top(x, 0.0).y) for x in (0.0, 70.0)}
        return Seen([], None, [], found, places, [], Places(), Seats(2), ZONES)

    assert after(0.0, 13.0).is_another(lying(70.0))
    assert after(1.5, 7.0).is_another(lying(70.0))
    assert after(2.0, 7.5).is_another(lying(70.0))
    assert not after(12.0, 13.0).is_another(lying(70.0))
    assert not after(5.0, 8.0).is_another(lying(70.0))
    assert not after(0.0, 2.0).is_another(lying(70.0))


def test_a_brickyard_that_something_lies_over_is_not_told_to_be_empty():
    script = film(1, 2)
    options, told = rules_of(script), turns(script)
    time = next(time for time in stills(script) if len([turn for turn in told if turn.time <= time]) > 1)
    state = [turn for turn in told if turn.time <= time][-1].after
    seen = on_mat(observed(script, time), script, time)
    place = Zones(mat("stonerow", 2), np.array(seen.mat.homography).reshape(3, 3)).quad("yard")
    bare = tuple(p for p in seen.pieces if np.linalg.norm(np.mean(p.corners, 0) - place.mean(0)) > 40)
    thing = Piece("unknown", None, 1.0, corners_of(place), None)
    position = [
        assembler("stonerow", options).see(replace(seen, pieces=pieces), state).position
        for pieces in (bare, (*bare, thing))
    ]
    assert position[0]["brickyard"] == []
    assert "brickyard" not in position[1]


def test_a_row_that_was_seen_with_a_card_that_passed_was_laid_before():
    script = film(1, 2)
    told = turns(script)
    before, laid = next(
        (one.after, other) for one, other in pairwise(told) if len(other.after.rows) == 1 and not one.after.rows
    )
    time = next(time for time in stills(script) if time >= laid.time)
    seen = on_mat(observed(script, time), script, time)
    table = assembler("stonerow", rules_of(script))
    table.see(seen, before)
    table.recall(on_yard(seen, script, "Y8"))
    table.recall(on_yard(seen, script, "Y8"))
    (passed_,) = table.see(seen, before).passed
    assert [len(row["cards"]) for row in passed_["rows"]] == [laid.after.rows[0].cards.bit_count()]
    # A row that was laid since was not.
    bare = replace(seen, pieces=tuple(p for p in seen.pieces if p.label not in known_labels(laid.after.rows[0])))
    table.recall(on_yard(bare, script, "Y8"))
    table.recall(on_yard(bare, script, "Y8"))
    (passed_,) = table.see(seen, before).passed
    assert passed_["rows"] == []


def known_labels(row) -> set[str]:
    """The labels of a row's cards."""
    return {label_of(card) for card in cards_of(row.cards)}


@pytest.mark.parametrize(
    ("guess", "told"),
    [({"R7": 0.3, "back": 0.6}, {"labels": {"R7": 0.3, "back": 0.6}}), ({"back": 0.6}, "?"), ({}, "?")],
)
def test_a_card_that_may_be_none_is_told_so(guess, told):
    assert card_json(replace(top(), label=None, guess=guess)) == told


def test_nobody_draws_from_an_empty_quarry():
    quarry = Quarry()
    assert quarry.left(top(), ZONES, 0, touched=False) is None
    assert quarry.left(top(0.9), ZONES, 0, touched=True) is None
