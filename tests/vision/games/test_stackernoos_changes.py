"""A followed table of Stackernoos: where the picture changed, and where it did not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from domino_scenes import GAME, ROOT, RUN, START, Recogniser, camera, lying, on, played, plays, yard
from kept import around, kept_table

from vision.games.stackernoos.changes import lies_on
from vision.geometry import part
from vision.observation import Candidate, Piece, corners_of
from vision.scene.masks import painted
from vision.scene.memory.change import Change
from vision.tracking.numbers import Policy

P7 = played(START, *RUN, ROOT[0])
SCALE = 4.0
VIEW = camera()
SURE = Policy().sure


def change(*quads):
    """What changed within these quads alone."""
    mask = np.zeros((180, 320), bool)
    for quad in quads:
        mask |= painted(mask.shape, corners_of(quad), SCALE)
    return Change(mask, SCALE)


def quad(*place):
    return VIEW.quads([on("", *place)[1]])[0]


def seen(state, tiles, moved, unread=(), backs=(), *, taken=()):
    """The second reading of a table that was first seen as the state has it; backs of these numbers are `taken`."""
    table = kept_table("stackernoos", state.options)
    table.interpret(Recogniser().see(VIEW, lying(state), backs), state)
    view = Recogniser().see(VIEW, tiles, [back for n, back in enumerate(backs) if n not in taken])
    return table.interpret(view, state, around(moved, map(corners_of, unread)))


def test_a_tile_across_a_joint_is_told_below_what_lies_on_it():
    across, upon = quad(3, 0, 1), on("5-2", 3, 0, 2)
    reading = seen(P7, [*lying(P7), upon], change(across, VIEW.quads([upon[1]])[0]), [across])
    assert plays(P7, reading.seen)[0] == ["span 5-5 @3,0,1:e", "stack 5-2 @3,0,2:e"]


def test_without_a_change_nothing_was_laid_across_it():
    assert plays(P7, seen(P7, lying(P7), change()).seen)[0] == []


def test_a_change_that_many_tiles_may_have_made_is_told_as_none():
    stacked = quad(0, 0, 1)
    assert plays(P7, seen(P7, lying(P7), change(stacked), [stacked]).seen)[0] == []


def test_a_tile_that_is_taken_from_the_boneyard_is_a_draw():
    bones = yard(VIEW, P7.boneyard)
    reading = seen(P7, lying(P7), change(bones[5]), [bones[5]], bones, taken=[5])
    assert reading.seen.boneyard[P7.boneyard - 1] > 0.9
    assert plays(P7, reading.seen)[0] == ["draw"]


def test_bare_cloth_that_reads_as_a_face_is_no_tile_of_the_boneyard():
    bones, table = yard(VIEW, P7.boneyard), kept_table("stackernoos", P7.options)
    table.interpret(Recogniser().see(VIEW, lying(P7), bones), P7)
    view = Recogniser().see(VIEW, lying(P7), [bone for n, bone in enumerate(bones) if n != 5])
    spotted = replace(view.pieces[-1], corners=corners_of(bones[5]), label="9-9")
    reading = table.interpret(replace(view, pieces=(*view.pieces, spotted)), P7, around(change(bones[5])))
    assert reading.seen.boneyard[P7.boneyard - 1] > 0.9
    assert plays(P7, reading.seen)[0] == ["draw"]


def test_a_blank_of_the_game_that_looked_like_a_back_is_none_that_was_taken():
    """The first look took 0-0 for the boneyard. Then another tile lay on it."""
    state = played("start 0-0", "extend 0-5 @2,0,0:e")
    bones = [VIEW.quads([on("", 0, 0, 0)[1]])[0], *yard(VIEW, state.boneyard - 1)]
    upon = on("0-3", 0, 0, 1)
    reading = seen(state, [*lying(state), upon], change(quad(0, 0, 1)), (), bones, taken=[0])
    assert reading.seen.boneyard == {state.boneyard: 1.0}


def test_tiles_that_are_taken_look_after_look_are_all_counted():
    bones, table = yard(VIEW, P7.boneyard), kept_table("stackernoos", P7.options)
    table.interpret(Recogniser().see(VIEW, lying(P7), bones), P7, around(change()))
    for many in (2, 4, 5):
        gone, left = bones[:many], bones[many:]
        moved = around(change(*gone), tuple(map(corners_of, gone)))
        reading = table.interpret(Recogniser().see(VIEW, lying(P7), left), P7, moved)
    assert reading.seen.boneyard[P7.boneyard - 5] > 0.9


def test_a_boneyard_that_is_pushed_aside_is_not_taken():
    bones, table = yard(VIEW, P7.boneyard), kept_table("stackernoos", P7.options)
    table.interpret(Recogniser().see(VIEW, lying(P7), bones), P7, around(change()))
    moved = around(change(*bones[:6]), tuple(map(corners_of, bones[:6])))
    reading = table.interpret(Recogniser().see(VIEW, lying(P7), bones[6:]), P7, moved)
    assert reading.seen.boneyard == {P7.boneyard: 1.0}


def test_a_tile_that_the_game_knows_to_be_taken_is_not_taken_again():
    bones, table = yard(VIEW, P7.boneyard), kept_table("stackernoos", P7.options)
    left = [bone for n, bone in enumerate(bones) if n not in (5, 9)]
    table.interpret(Recogniser().see(VIEW, lying(P7), bones), P7, around(change()))
    moved = around(change(bones[5], bones[9]), (corners_of(bones[5]), corners_of(bones[9])))
    drawn = GAME.apply(P7, P7.turn, GAME.parse("draw"))
    drawn = GAME.apply(drawn, drawn.turn, GAME.parse("keep"))
    assert plays(drawn, table.interpret(Recogniser().see(VIEW, lying(P7), left), drawn, moved).seen)[0] == ["draw"]
    twice = GAME.apply(drawn, drawn.turn, GAME.parse("draw"))
    assert plays(twice, table.interpret(Recogniser().see(VIEW, lying(P7), left), twice, moved).seen)[0] == []


def test_a_gap_that_looks_like_a_back_may_be_a_tile_that_slipped():
    bones = yard(VIEW, P7.boneyard)
    filled = seen(P7, lying(P7), change(part(bones[5], 0.0, 0.4)), [bones[5]], bones)
    gap = seen(P7, lying(P7), change(bones[5]), [bones[5]], bones, taken=[5])
    assert filled.seen.boneyard[P7.boneyard - 1] < filled.seen.boneyard[P7.boneyard]
    assert plays(P7, gap.seen)[0] == ["draw"]
    assert plays(P7, filled.seen)[0] == []
    assert plays(P7, filled.seen)[2] < SURE < plays(P7, gap.seen)[2]


def test_a_gap_between_tiles_that_is_found_as_a_back_is_a_draw():
    """Nothing slips so far and lies just where it lay: all of the place changed."""
    bones = yard(VIEW, P7.boneyard)
    assert plays(P7, seen(P7, lying(P7), change(bones[5]), [bones[5]], bones).seen)[0] == ["draw"]


def test_a_gap_that_goes_on_being_found_as_a_back_is_drawn_once():
    """The table is not accounted for yet: the place has changed still."""
    bones, table = yard(VIEW, P7.boneyard), kept_table("stackernoos", P7.options)
    view, moved = Recogniser().see(VIEW, lying(P7), bones), around(change(bones[5]), [corners_of(bones[5])])
    table.interpret(view, P7, around(change()))
    assert plays(P7, table.interpret(view, P7, moved).seen)[0] == ["draw"]
    drawn = GAME.apply(P7, P7.turn, GAME.parse("draw"))
    for _ in range(4):
        assert plays(drawn, table.interpret(view, drawn, moved).seen)[0] == []


def test_backs_that_are_not_found_are_there_where_nothing_changed():
    bones = yard(VIEW, P7.boneyard)
    reading = seen(P7, lying(P7), change(), (), bones[:9])
    assert reading.position["boneyard"] == P7.boneyard


def test_a_shadow_beside_the_run_is_no_draw():
    bones, beside = yard(VIEW, P7.boneyard), quad(0, 1, 0)
    assert seen(P7, lying(P7), change(beside), [beside], bones).position["boneyard"] == P7.boneyard


def test_a_known_tile_that_is_not_found_lies_where_nothing_changed():
    without = [tile for tile in lying(P7) if tile[0] != "3-9"]
    place = quad(6, 0, 0)
    assert plays(P7, seen(P7, without, change()).seen)[2] > 0.99
    labels = [tile.get("tile") for tile in seen(P7, without, change(place)).position["tiles"]]
    assert "3-9" not in labels


def test_a_known_tile_that_is_read_as_another_where_nothing_changed_is_misread():
    others = [("3-0", spot) if label == "3-9" else (label, spot) for label, spot in lying(P7)]
    reading = seen(P7, others, change())
    (misread,) = reading.misread
    assert (misread.known, misread.other) == ("3-9", "3-0")
    assert plays(P7, reading.seen)[0] == []


def test_a_false_tile_is_told_surely_where_the_picture_changed():
    tile, place = on("7-8", 0, 0, 1), quad(0, 0, 1)
    reading = seen(P7, [*lying(P7), tile], change(place))
    told, wrong, likelihood = plays(P7, reading.seen)
    assert (told, wrong) == (["stack 7-8 @0,0,1:e"], "no_match")
    assert likelihood > 0.8


def test_tiles_that_the_set_has_not_are_no_start():
    start = played()
    strange = replace(
        Recogniser().see(VIEW, [on("1-1", 0, 0, 0)]), pieces=(Piece("domino", "12-12", 0.9, corners_of(quad(0, 0, 0))),)
    )
    table = kept_table("stackernoos", start.options)
    assert table.interpret(strange, start).position["tiles"] == []
    assert [
        tile["tile"] for tile in table.interpret(Recogniser().see(VIEW, [on("1-1", 0, 0, 0)]), start).position["tiles"]
    ] == ["1-1"]


def test_a_piece_that_cannot_be_read_where_nothing_changed_is_a_known_one():
    tiles = [tile for tile in lying(P7) if tile[1] != (0, 0, 0, "e")]
    table = kept_table("stackernoos", P7.options)
    table.interpret(Recogniser().see(VIEW, lying(P7)), P7)
    view = Recogniser().see(VIEW, tiles)
    nameless = Piece("unknown", None, 0.0, corners_of(quad(0, 0, 0)), level=None)
    reading = table.interpret(replace(view, pieces=(*view.pieces, nameless)), P7, around(change()))
    assert plays(P7, reading.seen)[0] == []


def test_a_tile_that_a_person_entered_is_no_reason_for_another_on_it():
    stacked = on("1-8", 0, 0, 1)
    tiles = [*(tile for tile in lying(P7) if tile[1] != (0, 0, 0, "e")), stacked]
    told = GAME.apply(P7, P7.turn, GAME.parse("stack 1-8 @0,0,1:e"))
    table = kept_table("stackernoos", P7.options)
    table.interpret(Recogniser().see(VIEW, lying(P7)), P7, around(change()))
    table.accounted_for()
    table.interpret(Recogniser().see(VIEW, lying(P7)), P7, around(change()))
    moved = around(change(quad(0, 0, 1)), (corners_of(quad(0, 0, 1)),))
    view = Recogniser().see(VIEW, tiles)
    blurred = unsure_of(view, Candidate("1-8", 0.5), Candidate("1-7", 0.5))
    assert plays(told, table.interpret(blurred, told, moved).seen)[0] == []


def turned(candidate):
    return replace(candidate, label="-".join(reversed(candidate.label.split("-"))))


def unsure_of(view, *candidates):
    """The view in which the 1-8, either way round, may be any of these."""
    found = {"1-8": candidates, "8-1": tuple(map(turned, candidates))}
    unsure = (
        replace(piece, label=None, candidates=found[piece.label]) if piece.label in found else piece
        for piece in view.pieces
    )
    return replace(view, pieces=tuple(unsure))


def test_a_strip_is_no_tile_that_was_taken():
    bones = yard(VIEW, P7.boneyard)
    middle = bones[5].mean(axis=0)
    strip = middle + np.array([[-60, -6], [60, -6], [60, 6], [-60, 6]])
    reading = seen(P7, lying(P7), change(strip), [strip], bones, taken=[5])
    assert reading.position["boneyard"] == P7.boneyard


def test_no_tile_came_where_one_of_its_halves_is_as_it_was():
    place = quad(4, 0, 1)
    assert lies_on(change(part(place, 0.0, 0.4)), place)
    assert lies_on(change(), place)
    assert not lies_on(change(place), place)
    assert not lies_on(Change(), place)
    # A 1-8 on a 1-9 may leave the 1 as it was.
    assert not lies_on(change(part(place, 0.6, 1.0)), place, (True, False))
    assert lies_on(change(part(place, 0.0, 0.4)), place, (True, False))


def test_what_reads_across_the_edge_of_a_new_tile_is_none():
    below = on("1-9", 2, 0, 1)
    tiles = [tile for tile in lying(P7) if tile[1].x != 2]
    reading = seen(P7, [*tiles, below, on("9-5", 3, 0, 2)], change(quad(2, 0, 1)))
    told, wrong, likelihood = plays(P7, reading.seen)
    assert (told, wrong) == (["stack 1-9 @2,0,1:e"], None)
    assert likelihood > 0.5


def test_a_tile_that_was_accounted_for_unread_is_believed_once_it_reads():
    """It came under a hand that left with another play: the picture did not change since."""
    reading = seen(P7, [*lying(P7), on("9-0", 8, 0, 0)], change())
    told, wrong, likelihood = plays(P7, reading.seen)
    assert (told, wrong) == (["extend 9-0 @8,0,0:e"], None)
    assert likelihood > SURE


@pytest.mark.parametrize("share", [0.3, 0.45, 0.6])
@pytest.mark.parametrize("far", [False, True])
def test_a_known_tile_under_a_shadow_is_no_other_one_on_it(share, far):
    """Its likeliest reading is what lies there. The other one begins alike, and would be lawful."""
    state = played(START, *RUN, ROOT[1])
    place = quad(0, 0, 1)
    changed = part(place, 1.0 - share, 1.0) if far else part(place, 0.0, share)
    view = Recogniser().see(VIEW, lying(state))
    table = kept_table("stackernoos", state.options)
    table.interpret(view, state, around(change()))
    table.accounted_for()
    blurred = unsure_of(view, Candidate("1-8", 0.5), Candidate("9-8", 0.48))
    told = plays(state, table.interpret(blurred, state, around(change(changed))).seen)
    assert told[0] == []
