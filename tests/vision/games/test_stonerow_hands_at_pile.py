"""Hands at the quarry, told from hands that reach elsewhere, and what that says of a draw."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

import cv2
import numpy as np
import pytest
from card_films import GAME, film, observed, on_mat, rules_of, stills, turns
from explaining import explain
from kept import kept_table

from vision.games.stonerow.hands_at_pile import LIES, STAYED, HandAtPile, HandsAtPile, fingers_and_edges, masks
from vision.games.stonerow.model import MODEL
from vision.games.stonerow.tracks import BRICKYARD, QUARRY
from vision.games.stonerow.zones import Zones
from vision.scene.mat import mat
from vision.scene.plane.pose import Plane

SCALE = 0.25
"""Pixels a mm of the small picture, which is as large as the frame."""
BESIDE = 40
"""Pixels of the table beside the mat, at its left and above."""
MAT = mat("stonerow", 2)
ZONES = Zones(Plane(np.array([[1 / SCALE, 0, -BESIDE / SCALE], [0, 1 / SCALE, -BESIDE / SCALE], [0, 0, 1.0]]), MAT))
SIZE = (round(MAT.height * SCALE) + 2 * BESIDE, round(MAT.width * SCALE) + 2 * BESIDE)
EVERY = 0.1
"""s between two frames."""


def table(light: int = 0):
    """A light mat on a dark table."""
    grey = np.full(SIZE, 40, np.uint8)
    grey[BESIDE:-BESIDE, BESIDE:-BESIDE] = 200
    return np.clip(grey.astype(int) + light, 0, 255).astype(np.uint8)


def pixel(pile: str):
    x, y = ZONES.piles()[pile]
    return BESIDE + x * SCALE, BESIDE - y * SCALE


def reached(to: tuple[float, float], arm: int = 40, light: int = 0):
    """A picture of an arm, as dark as the table beside the mat, that comes in from below with its fingers at `to`."""
    grey = table(light)
    x, y = round(to[0]), round(to[1])
    cv2.line(grey, (x + 20, SIZE[0]), (x, y), arm, 9)
    return grey


def followed(*frames, still=(), alone=False):
    """The hands of frames, one after the other, the first of a still table."""
    hands = HandsAtPile(alone=alone)
    for number, frame in enumerate(frames):
        hands = hands.after(frame, number * EVERY, ZONES, still=number == 0 or number in still)
    return hands


def staying(at, seconds: float = STAYED, **how):
    """A hand that comes, stays, and goes again."""
    far = (at[0], at[1] + 70)
    return [table(), reached(far, **how), *[reached(at, **how)] * ceil(seconds / EVERY), reached(far, **how), table()]


def test_fingers_are_where_an_arm_reaches_farthest_in():
    x, y = pixel(QUARRY)
    found = fingers_and_edges(table(), reached((x, y)), *masks(table().shape, ZONES.outline()))
    assert found
    assert all(abs(u - x) < 6 and abs(v - y) < 6 for (u, v), _ in found)
    assert all(abs(v - SIZE[0] + BESIDE) < 6 for _, (_, v) in found)  # over the lower edge


def test_a_shadow_is_none_of_the_arm():
    x, y = pixel(QUARRY)
    grey = reached((x, y))
    lit = grey.copy()
    cv2.line(lit, (round(x) + 55, SIZE[0]), (round(x) + 35, round(y) - 10), 160, 14)
    shaded = np.minimum(grey, lit)
    found = fingers_and_edges(table(), shaded, *masks(table().shape, ZONES.outline()))
    assert any(abs(u - x) < 6 and abs(v - y) < 6 for (u, v), _ in found)


@pytest.mark.parametrize(
    ("at", "seconds", "taken"),
    [
        (QUARRY, STAYED, True),
        (QUARRY, STAYED - 0.25, False),  # passing over it
        (BRICKYARD, 1.0, False),
    ],
)
def test_who_stays_at_the_pile_takes_from_it(at, seconds, taken):
    assert followed(*staying(pixel(at), seconds)).taken() is taken


@pytest.mark.parametrize(
    ("share", "alone", "taken"),
    [
        (0.55, False, False),
        (0.55, True, True),  # a thick pile hides the fingers' ends, and their shadow lies beside it
        (0.8, True, False),  # somebody lays a card there
        (1.0, True, False),
    ],
)
def test_fingers_between_the_pile_and_an_empty_brickyard_are_at_the_pile(share, alone, taken):
    """So three draws were told with the play after them."""
    (x, y), (u, v) = pixel(QUARRY), pixel(BRICKYARD)
    between = staying((x + share * (u - x), y + share * (v - y)))
    assert followed(*between, alone=alone).taken() is taken


def test_a_light_that_changes_is_no_hand():
    assert followed(*staying(pixel(QUARRY), light=30)).taken()
    assert not followed(table(), *[table(-90)] * 9).taken()


def test_an_arm_that_rested_in_a_still_picture_is_no_new_one():
    resting = reached(pixel(QUARRY))
    assert not followed(table(), *[resting] * 9, still={1}).taken()


def test_two_hands_come_one_after_the_other():
    hand = staying(pixel(QUARRY))[1:]
    frames = [table(), *hand, *[table()] * 9, *hand]
    hands = followed(*frames)
    first, second = hands.all
    assert first.end < second.end - second.seconds
    hands = hands.since(first.end)
    assert hands.all == (second,)
    assert second.seat == 0
    hands = hands.since(second.end, but=0)
    assert hands.taken()
    assert not hands.taken(but=0)
    assert hands.taken(by=0)
    assert not hands.taken(by=1)
    assert not hands.since(second.end, but=1).taken()


def test_a_card_that_was_just_laid_beside_the_pile_is_no_part_of_the_arm_that_draws():
    (x, y), (u, v) = pixel(QUARRY), pixel(BRICKYARD)
    lies = table()
    lies[round(v) - 11 : round(v) + 11, round(u) - 8 : round(u) + 8] = 110
    draws = lies.copy()
    cv2.line(draws, (round(x) + 60, SIZE[0]), (round(x), round(y)), 40, 9)
    for seen_first, taken in ((ceil(LIES / EVERY) + 1, True), (0, False)):
        frames = [table(), reached((u, v)), *[lies] * seen_first, *[draws] * ceil(STAYED / EVERY + 1), lies]
        assert followed(*frames).taken() is taken


def test_an_arm_that_rests_is_none_of_what_lies_there():
    hand = staying(pixel(QUARRY), 3 * LIES)
    assert followed(*hand).all[0].seconds >= 3 * LIES - EVERY


def test_an_arm_that_crossed_another_at_first_is_its_own_seats():
    hands = replace(followed(table()), all=(HandAtPile(None, 0.1),))
    hands = hands.after(reached(pixel(QUARRY)), 0.2, ZONES, still=False)
    assert [hand.seat for hand in hands.all] == [0]


def test_who_comes_to_the_pile_right_after_another_is_another_hand():
    hands = replace(followed(table()), all=(HandAtPile(1, 0.1, 0.1),))
    for number, frame in enumerate((*[reached(pixel(QUARRY))] * 6, table()), 2):
        hands = hands.after(frame, number * EVERY, ZONES, still=False)
    assert [hand.seat for hand in hands.all] == [1, 0]
    assert hands.taken(by=0)
    assert not hands.taken(by=1)


def test_who_is_still_there_has_not_taken_it_yet():
    hand = staying(pixel(QUARRY))
    assert followed(*hand).taken()
    assert not followed(*hand[:-1]).taken()


def test_an_arm_from_between_two_seats_may_be_anybodys():
    hands = HandsAtPile(all=(HandAtPile(None, 0.9, STAYED, gone=True),))
    assert hands.taken(by=1)
    assert not hands.taken(but=1)


@pytest.mark.parametrize(
    ("players", "at", "seat"),
    [
        (2, (0.5, 1.0), 0),
        (2, (0.4, 0.0), 1),
        (2, (0.0, 0.5), None),  # nobody sits there
        (4, (0.0, 0.4), 1),
        (4, (1.0, 0.55), 3),
        (4, (0.0, 1.0), None),  # between two
    ],
)
def test_an_arm_comes_from_the_side_of_its_seat(players, at, seat):
    sheet = mat("stonerow", players)
    assert Zones(Plane(np.eye(3), sheet)).beside(at[0] * sheet.width, -at[1] * sheet.height) == seat


def drawing():
    """A look at a filmed table on which somebody is to draw, its assembler, and the state."""
    script = film(1, 2)
    told = turns(script)
    before = next(turn for turn in told if turn.after.phase == "draw")
    time = next(time for time in stills(script) if time >= before.time)
    seen = on_mat(observed(script, time), script, time)
    return seen, kept_table("stonerow", rules_of(script)), before.after


def watched(table_, seen, begin: float, pile: str = QUARRY):
    """What comes into view of a table that looks as it did."""
    zones = Zones(Plane(np.array(seen.mat.homography).reshape(3, 3), MAT))
    scale = 320 / seen.width
    rest = np.full((round(seen.height * scale), 320), 40, np.uint8)
    cv2.fillConvexPoly(rest, np.round(zones.outline() * scale).astype(np.int32), 200)
    x, y = np.round(zones.quad(pile).mean(0) * scale).astype(int).tolist()
    hand = rest.copy()
    cv2.line(hand, (x + 20, rest.shape[0]), (x, y), 40, 9)
    for number in range(8):
        table_.watch(hand if 1 < number < 7 else rest, begin + EVERY * number, still=number in {0, 7})


def plays_of(reading, state):
    """The likeliest explanation, with its likelihood."""
    explanation = explain(MODEL, state, reading.seen)[0]
    return [str(move) for _, move in explanation.plays], explanation.likelihood


def test_fingers_at_the_quarry_of_somebody_who_is_to_draw_are_a_draw():
    seen, table_, state = drawing()
    table_.interpret(seen, state)
    watched(table_, seen, 1.0)
    plays, likelihood = plays_of(table_.interpret(seen, state), state)
    assert plays == ["draw quarry"]
    assert likelihood > 0.97
    after = GAME.play(state, state.turn, GAME.parse("draw quarry"))
    assert plays_of(table_.interpret(seen, after), after)[0] == []  # it is told once
    watched(table_, seen, 3.0)  # who has drawn may touch the pile
    assert plays_of(table_.interpret(seen, after), after)[0] == []


def test_nobody_draws_from_an_empty_quarry():
    """Who is there fills it again."""
    seen, table_, state = drawing()
    empty = replace(state, quarry=0)
    table_.interpret(seen, empty)
    watched(table_, seen, 1.0)
    assert "quarry" not in table_.interpret(seen, empty).position


@pytest.mark.parametrize(("cards", "phase", "alone"), [((), "draw", True), ((0,), "draw", False), ((), "deal", False)])
def test_the_quarry_is_alone_where_the_game_has_nothing_on_the_brickyard(cards, phase, alone):
    seen, table_, state = drawing()
    table_.interpret(seen, replace(state, brickyard=cards, phase=phase))
    watched(table_, seen, 1.0)
    assert table_.hands.alone is alone


@pytest.mark.parametrize("pile", [BRICKYARD, None])
def test_fingers_elsewhere_are_none(pile):
    seen, table_, state = drawing()
    table_.interpret(seen, state)
    if pile is not None:
        watched(table_, seen, 1.0, pile)
    assert plays_of(table_.interpret(seen, state), state)[0] == []


def test_fingers_at_the_quarry_before_somebody_was_to_draw_are_no_draw():
    seen, table_, state = drawing()
    table_.interpret(seen, replace(state, phase="action"))
    watched(table_, seen, 1.0)
    table_.interpret(seen, replace(state, phase="action"))
    assert plays_of(table_.interpret(seen, state), state)[0] == []


@pytest.mark.parametrize(("hand", "drawn"), [(0, ["draw quarry"]), (1, [])])
def test_who_draws_while_another_still_acts_has_drawn(hand, drawn):
    seen, table_, state = drawing()
    state = replace(state, turn=hand)
    acting = replace(state, phase="action", turn=1 - hand)
    table_.interpret(seen, acting)
    watched(table_, seen, 1.0)  # from below, where seat 0 sits
    table_.interpret(seen, acting)
    assert plays_of(table_.interpret(seen, state), state)[0] == drawn


@pytest.mark.parametrize(("turn", "fewer"), [(1, 1), (0, 0)])
def test_another_than_who_acts_has_drawn_already(turn, fewer):
    seen, table_, state = drawing()
    acting = replace(state, phase="action", turn=turn)
    table_.interpret(seen, acting)
    watched(table_, seen, 1.0)  # from below, where seat 0 sits
    position = table_.interpret(seen, acting).position
    assert acting.quarry - position.get("quarry", acting.quarry) == fewer


@pytest.mark.parametrize(("turn", "drawn"), [(0, ["draw quarry"]), (1, [])])
def test_the_fingers_of_who_has_just_played_are_no_draw_of_the_next(turn, drawn):
    script = film(1, 2)
    before = next(each for each in turns(script) if each.after.phase == "draw" and each.after.rows)
    time = next(time for time in stills(script) if time >= before.time)
    seen = on_mat(observed(script, time), script, time)
    table_, state = kept_table("stonerow", rules_of(script)), replace(before.after, turn=turn)
    table_.interpret(seen, state)
    watched(table_, seen, 1.0)  # from below, where seat 0 sits
    assert plays_of(table_.interpret(seen, state), state)[0] == drawn


@pytest.mark.parametrize(("late", "drawn"), [(False, []), (True, ["draw quarry"])])
def test_who_is_at_the_quarry_once_a_card_lies_on_the_brickyard_draws(late, drawn):
    """Before that somebody deals, or replaces the Foreman that was dealt."""
    seen, table_, state = drawing()
    state = GAME.start(state.options)
    table_.interpret(seen, state)
    if late:
        table_.recall(seen)
    watched(table_, seen, 1.0)
    if not late:
        table_.recall(seen)
    plays, _ = plays_of(table_.interpret(seen, state), state)  # whoever begins
    assert [play for play in plays if play.startswith("draw")] == drawn
