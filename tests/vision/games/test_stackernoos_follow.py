"""A followed table of Stackernoos: every reading is laid over the tiles that are known to lie there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from domino_scenes import ARM, GAME, ROOT, RUN, START, Recogniser, camera, lying, on, options, played, plays, yard
from explaining import explain
from kept import kept_table

from tests.benchmarks.explain import Film, Tally, follow
from vision.games import LookContext
from vision.games.stackernoos.grid import Spot
from vision.games.stackernoos.model import MODEL
from vision.observation import Candidate, Piece, corners_of
from vision.scene.masks import painted
from vision.scene.memory.change import Change

P6 = played(START, *RUN)
P7 = played(START, *RUN, ROOT[0])
ROOTED = played(START, *RUN, *ROOT)
BRANCHED = played(START, *RUN, *ROOT, *ARM)
VIEWS = [camera(), camera(spin=170), camera(spin=-35, slope=0.8, at=(1, 1)), camera(slope=0.05, at=(0, -3))]


def see(state, tiles, view=None, recogniser=None, **around):
    """The reading of an assembler that sees the table for the first time."""
    return kept_table("stackernoos", state.options).interpret(
        (recogniser or Recogniser()).see(view or camera(), tiles, **around), state
    )


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    ("state", "move"),
    [
        (P7, "extend 9-0 @8,0,0:e"),
        (P7, "extend 8-4 @-8,0,0:e"),
        (P7, "stack 1-8 @0,0,1:e"),
        (P7, "cap 0-9 @6,0,1:e"),
        (P7, "span 5-5 @3,0,1:e"),
        (ROOTED, "bridge 8-5 @1.5,0,2:e"),
        (ROOTED, "stack 9-8 @0,0,2:e"),
        (ROOTED, "branch 4-1 @2,-2,0:n"),
        (BRANCHED, "stacked_branch 1-9 @2,0,1:n"),
        (BRANCHED, "extend 7-2 @2,5,0:n"),
    ],
)
def test_every_kind_of_play_is_seen_and_explained(state, move, view):
    after = GAME.play(state, state.turn, GAME.parse(move))
    told, wrong, likelihood = plays(state, see(state, lying(after), view).seen)
    assert (told, wrong) == ([move], None)
    assert likelihood > 0.9


def test_the_grid_holds_where_many_new_tiles_lie_on_known_ones():
    """Nobody told them in time: what still reads as known tells where the grid lies."""
    table, eye = kept_table("stackernoos", P7.options), Recogniser()
    table.interpret(eye.see(camera(), lying(P7)), P7)
    upon = [on("1-8", 0, 0, 1), on("1-7", 2, 0, 1), on("6-8", -2, 0, 1), on("5-9", 4, 0, 1), on("2-9", -4, 0, 1)]
    reading = table.interpret(eye.see(camera(), [*lying(P7), *upon]), P7)
    assert reading.trouble == ""
    assert {tuple(tile["at"]) for tile in reading.position["tiles"]} >= {(spot.x, spot.y, 1) for _, spot in upon}


def test_two_plays_between_two_looks():
    reading = see(ROOTED, [*lying(ROOTED), on("9-8", 0, 0, 2), on("8-4", -8, 0, 0)])
    assert set(plays(ROOTED, reading.seen)[0]) == {"stack 9-8 @0,0,2:e", "extend 8-4 @-8,0,0:e"}


def test_two_tiles_on_top_of_each_other_of_which_the_lower_was_seen_before():
    below, above = on("9-8", 0, 0, 2), on("9-7", 0, 0, 3)
    tiles = [tile for tile in lying(ROOTED) if tile[1] != below[1]._replace(z=1)]
    both = [Recogniser().see(camera(), [*tiles, tile]) for tile in (below, above)]
    lower = next(piece for piece in both[0].pieces if piece.label in ("9-8", "8-9"))
    reading = kept_table("stackernoos", ROOTED.options).interpret(
        replace(both[1], pieces=(lower, *both[1].pieces)), ROOTED
    )
    assert plays(ROOTED, reading.seen)[0] == ["stack 9-8 @0,0,2:e", "stack 9-7 @0,0,3:e"]


def test_a_sight_as_if_the_last_move_were_none_remembers_nothing():
    state, before = played(START, *RUN, ROOT[0]), played(START, *RUN)
    table, seen = kept_table("stackernoos", state.options), Recogniser().see(camera(), lying(state))
    assert plays(state, table.interpret(seen, state).seen)[0] == []
    assert plays(before, table.reading_given(seen, before).seen)[0] == [str(GAME.parse(ROOT[0]))]
    assert plays(state, table.interpret(seen, state).seen)[0] == []


def test_a_stack_grows_by_its_history():
    state = played(START, *RUN, *ROOT, "stack 9-8 @0,0,2:e", "stack 9-7 @0,0,3:e", "stack 6-7 @0,0,4:e")
    after = GAME.play(state, state.turn, GAME.parse("stack 6-3 @0,0,5:e"))
    assert plays(state, see(state, lying(after)).seen)[0] == ["stack 6-3 @0,0,5:e"]


@pytest.mark.parametrize(
    ("tile", "name"),
    [
        (on("4-0", 8, 0, 0), "no_match"),
        (on("7-8", 0, 0, 1), "no_match"),
        (on("3-7", 8, -1, 0, "n"), "no_root"),
        (on("9-7", 6, 0, 1), "run_too_short"),
    ],
)
def test_what_is_against_the_rules_is_told_where_it_lies(tile, name):
    reading = see(P6, [*lying(P6), tile])
    told, wrong, _ = plays(P6, reading.seen)
    assert wrong == name
    assert len(told) == 1


def test_a_table_that_did_not_change():
    reading = see(BRANCHED, lying(BRANCHED))
    assert plays(BRANCHED, reading.seen)[0] == []
    assert reading.loose == ()
    assert reading.trouble == ""


def test_a_known_tile_that_is_read_unsurely_is_no_change():
    scene = Recogniser().see(camera(), lying(P7))
    unsure = replace(scene.pieces[3], label=None, candidates=(Candidate("6-3", 0.5), Candidate("0-8", 0.3)))
    pieces = (*scene.pieces[:3], unsure, *scene.pieces[4:])
    reading = kept_table("stackernoos", P7.options).interpret(replace(scene, pieces=pieces), P7)
    assert plays(P7, reading.seen)[0] == []


def test_a_tile_under_a_hand_is_not_gone_and_one_in_plain_view_is():
    gone = [tile for tile in lying(P7) if tile[0] != "3-9"]
    place = camera().quads([on("3-9", 6, 0, 0)[1]])[0]
    told = see(P7, gone).position["tiles"]
    assert [6, 0, 0] not in [tile["at"] for tile in told]
    told = see(P7, gone, hands=[place]).position["tiles"]
    assert [6, 0, 0] in [tile["at"] for tile in told]


def test_a_tile_behind_a_high_stack_is_not_gone():
    stack = (
        "stack 9-8 @0,0,2:e",
        "stack 9-7 @0,0,3:e",
        "stack 6-7 @0,0,4:e",
        "stack 6-3 @0,0,5:e",
        "stack 4-3 @0,0,6:e",
    )
    state = played(START, *RUN, *ROOT, *stack, *ARM)
    tiles = [tile for tile in lying(state) if tile[0] != "1-7"]
    slanted = camera(slope=1.6, lean=-1.2, distance=40.0, focal=1800.0)
    assert [2, 1, 0] in [tile["at"] for tile in see(state, tiles, slanted).position["tiles"]]
    assert [2, 1, 0] not in [tile["at"] for tile in see(state, tiles).position["tiles"]]


def test_a_tile_is_gone_where_the_one_below_it_reads_whatever_lies_beside_it():
    state = played(START, *RUN, "stack 1-8 @0,0,1:e")
    table, eye = kept_table("stackernoos", state.options), Recogniser(noise=0.0)
    table.interpret(eye.see(camera(), lying(state)), state)
    edge = camera().quads([on("1-8", 0, 0, 1)[1]])[0]
    nameless = Piece("unknown", None, 0.0, corners_of(edge * (1, 0.5) + edge.mean(axis=0) * (0, 0.45)), None)
    seen = eye.see(camera(), lying(played(START, *RUN)))
    reading = table.interpret(replace(seen, pieces=(*seen.pieces, nameless)), state)
    told = [tile.get("tile") for tile in reading.position["tiles"]]
    assert "1-1" in told
    assert "1-8" not in told


def test_a_tile_that_reads_as_the_one_below_it_is_still_there_where_nothing_changed():
    state = played(START, *RUN, "stack 1-8 @0,0,1:e", "stack 9-8 @0,0,2:e")
    table, eye = kept_table("stackernoos", state.options), Recogniser(noise=0.0)
    table.interpret(eye.see(camera(), lying(state)), state)
    misread = [("1-8" if label == "9-8" else label, spot) for label, spot in lying(state)]
    still = LookContext(1.0, Change(np.zeros((180, 320), bool), 4.0), ())
    reading = table.interpret(eye.see(camera(), misread), state, still)
    assert "9-8" in [tile.get("tile") for tile in reading.position["tiles"]]


def test_a_tile_that_was_laid_since_by_another_history_is_not_there_where_nothing_changed():
    before = played(START, *RUN)
    after = played(START, *RUN, "stack 1-8 @0,0,1:e", "stack 9-8 @0,0,2:e")
    table, eye = kept_table("stackernoos", before.options), Recogniser(noise=0.0)
    table.interpret(eye.see(camera(), lying(before)), before)
    still = LookContext(1.0, Change(np.zeros((180, 320), bool), 4.0), ())
    seen = eye.see(camera(), lying(before))
    table.interpret(seen, before, still)
    told = {tile.get("tile") for tile in table.reading_given(seen, after).position["tiles"]}
    assert "1-1" in told
    assert not told & {"1-8", "9-8"}


def test_a_tile_on_another_is_no_misread_one_where_its_pips_changed_the_picture():
    """White lies on white: less changes than where a tile is laid on the cloth."""
    table, eye = kept_table("stackernoos", P6.options), Recogniser(noise=0.0)
    table.interpret(eye.see(camera(), lying(P6)), P6)
    place = painted((180, 320), camera().quads([on("7-8", 0, 0, 1)[1]])[0], 4.0)
    doubts = []
    for share in (0.0, 0.2):
        change = Change(place & (np.random.default_rng(1).random(place.shape) < share), 4.0)
        reading = table.interpret(eye.see(camera(), [*lying(P6), on("7-8", 0, 0, 1)]), P6, LookContext(1.0, change))
        doubts.append(next(tile.nothing for tile in reading.seen.tiles if tile.spot[:3] == (0, 0, 1)))
    assert doubts[1] < doubts[0] / 5


def test_what_was_taken_back_explains_the_table_worse():
    after = played(START, *RUN, ROOT[0], "stack 1-8 @0,0,1:e")
    table = kept_table("stackernoos", after.options)
    table.interpret(Recogniser().see(camera(), lying(after)), after)
    seen = table.interpret(Recogniser().see(camera(), lying(P7)), after).seen
    now, before = (explain(MODEL, state, seen, 1)[0] for state in (after, P7))
    assert now.plays == before.plays == ()
    assert now.weight < 0.05 * before.weight


def test_a_moved_camera_is_noticed_and_the_grid_found_again():
    table = kept_table("stackernoos", P7.options)
    for view in (camera(), camera(at=(0.2, 0.2)), camera(at=(2, -3), spin=8), camera(spin=185, at=(0, 2))):
        reading = table.interpret(Recogniser().see(view, lying(P7)), P7)
        assert reading.trouble == ""
        assert plays(P7, reading.seen)[0] == []
        assert len(reading.cells) == 7


def test_where_a_moved_camera_is_known_the_grid_moves_with_it():
    """Turned a little about the middle of the run, most tiles lie where they lay, and the ends do not."""
    table, turned = kept_table("stackernoos", P7.options), camera(spin=2)
    for _ in range(8):
        table.interpret(Recogniser().see(camera(), lying(P7)), P7)
    spots = [spot for _, spot in lying(P7)]
    there, here = (view.quads(spots).reshape(-1, 2) for view in (camera(), turned))
    table.moved(cv2.findHomography(there, here)[0])
    reading = table.interpret(Recogniser(missed=0.3, seed=1).see(turned, [*lying(P7), on("9-0", 8, 0, 0)]), P7)
    assert plays(P7, reading.seen)[0] == ["extend 9-0 @8,0,0:e"]
    ends = [on("", x, 0, 0)[1] for x in (-6, 8)]
    assert np.abs(table.registration.grid.quads(ends) - turned.quads(ends)).max() < 3.0


def test_a_remembered_grid_is_enough_for_what_lies_beside_one_tile():
    table = kept_table("stackernoos", P7.options)
    table.interpret(Recogniser().see(camera(), lying(P7)), P7)
    hand = camera().quads([on("", x, 0, 0)[1] for x in (-6, -4, -2, 0)])
    tiles = [tile for tile in lying(P7) if tile[1].x >= 2]
    reading = table.interpret(Recogniser().see(camera(), [*tiles, on("9-0", 8, 0, 0)], hands=list(hand)), P7)
    assert plays(P7, reading.seen)[0] == ["extend 9-0 @8,0,0:e"]


def test_one_misread_tile_of_two_is_no_moved_camera():
    table = kept_table("stackernoos", P7.options)
    table.interpret(Recogniser().see(camera(), lying(P7)), P7)
    scene = Recogniser(noise=0.0).see(camera(), lying(P7)[:2])
    quad = np.array(scene.pieces[0].corners)
    quad += 0.3 * (quad[1] - quad[0])
    pieces = (replace(scene.pieces[0], corners=corners_of(quad)), scene.pieces[1])
    table.interpret(replace(scene, pieces=pieces), P7)
    assert len(table.registration.quads) == 7


def test_other_tiles_than_those_of_the_game_are_trouble():
    reading = see(P7, [on("0-0", 0, 0, 0), on("4-4", 5, 3, 0, "n")])
    assert "put the camera" in reading.trouble
    assert reading.position["tiles"] == [{"tile": "0-0", "at": [0, 0, 0], "dir": "e"}]  # it may be the table now


def test_a_tile_at_no_place_of_the_grid_is_loose():
    for spot in ((9.25, 0.3, 0, "e"), (2, 3, 0, "n")):
        reading = see(P7, [*lying(P7), on("9-0", *spot)])
        assert reading.loose == (7,)
        assert plays(P7, reading.seen)[0] == []


def test_a_tile_that_lies_askew_is_loose_and_a_pushed_one_is_still_known():
    scene = Recogniser(noise=0.0).see(camera(), lying(P7))
    for angle, known in ((30.0, False), (4.0, True)):
        quad = np.array(scene.pieces[6].corners)
        spin = np.exp(1j * np.radians(angle))
        points = (quad - quad.mean(axis=0)) @ np.array([[spin.real, spin.imag], [-spin.imag, spin.real]])
        pushed = replace(scene.pieces[6], corners=corners_of(points + quad.mean(axis=0) + (5.0, 3.0)))
        reading = kept_table("stackernoos", P7.options).interpret(
            replace(scene, pieces=(*scene.pieces[:6], pushed)), P7
        )
        assert (6 in reading.cells) is known
        assert plays(P7, reading.seen)[0] == []


def test_a_known_tile_that_fell_beside_the_run_is_no_play():
    after = played(START, *RUN, ROOT[0], "stack 1-8 @0,0,1:e")
    reading = see(after, [*lying(P7), on("1-8", 0, 1, 0)])
    assert plays(after, reading.seen)[0] == []
    assert len(reading.loose) == 1


def test_sides_and_faces_that_nobody_can_read_are_no_tiles():
    scene = Recogniser().see(camera(), [*lying(P7), on("9-0", 8, 0, 0)])
    standing = replace(scene.pieces[7], label=None, candidates=(), level=None)
    reading = kept_table("stackernoos", P7.options).interpret(replace(scene, pieces=(*scene.pieces[:7], standing)), P7)
    assert plays(P7, reading.seen)[0] == []
    assert reading.loose == (7,)


def test_noisy_corners_missed_and_unsure_tiles():
    right = 0
    for seed in range(20):
        recogniser = Recogniser(noise=2.0, missed=0.05, unsure=0.1, seed=seed)
        after = GAME.play(BRANCHED, BRANCHED.turn, GAME.parse("extend 7-2 @2,5,0:n"))
        tiles = lying(after)
        told, wrong, _ = plays(BRANCHED, see(BRANCHED, tiles, recogniser=recogniser).seen)
        right += told == ["extend 7-2 @2,5,0:n"]
        assert wrong is None
    assert right >= 16


def test_the_first_tile_and_a_table_joined_in_the_middle():
    start = GAME.start(options(), None)
    reading = see(start, [on("1-1", 0, 0, 0)])
    assert plays(start, reading.seen)[0] == ["start 1-1"]
    joined = see(start, lying(P7))
    assert len(joined.position["tiles"]) == 7
    alone = kept_table("stackernoos", options()).interpret(Recogniser().see(camera(), lying(P7)))
    assert len(alone.position["tiles"]) == 7


def followed(table, state, looks, taken=()):
    """What is told of the boneyard, look after look; `looks` are the numbers of the backs that are in sight.

    The picture changed where backs were `taken`, once they are not in sight; it is not known where it changed if none
    was.
    """
    view = camera()
    bones, told = yard(view, state.boneyard), []
    for look in looks:
        mask, boxes = np.zeros((180, 320), bool), [corners_of(bones[n]) for n in taken if n not in look]
        for box in boxes:
            mask |= painted(mask.shape, box, 4.0)
        change = LookContext(0.0, Change(mask, 4.0), tuple(boxes)) if taken else None
        seen = Recogniser().see(view, lying(state), backs=[bones[n] for n in look])
        told.append(table.interpret(seen, state, change).seen)
    return told


def test_a_boneyard_that_shrinks_where_the_picture_changed_is_a_draw():
    state = played(START, *RUN)
    every = list(range(state.boneyard))
    without = [n for n in every if n != 5]
    table = kept_table("stackernoos", state.options)
    told = followed(table, state, [every] * 2, [5])
    assert told[-1].boneyard == {state.boneyard: 1.0}
    told = followed(table, state, [without], [5])
    assert plays(state, told[-1])[0] == ["draw"]
    assert plays(state, told[-1])[2] > 0.9


def test_a_back_that_is_overlooked_now_and_then_is_no_draw():
    state = played(START, *RUN)
    every = list(range(state.boneyard))
    chance = np.random.default_rng(1)
    flicker = [[n for n in every if chance.random() > 0.05] for _ in range(25)]
    told = followed(kept_table("stackernoos", state.options), state, flicker)
    explanations = [plays(state, seen) for seen in told]
    assert all(moves == [] or likelihood < 0.8 for moves, _, likelihood in explanations)
    assert sum(moves == [] for moves, _, _ in explanations) >= 23


def test_a_boneyard_of_which_a_part_is_out_of_sight_is_not_counted():
    state = played(START, *RUN)
    told = followed(kept_table("stackernoos", state.options), state, [list(range(20))] * 5)
    assert not any(seen.boneyard for seen in told)


def test_the_film_of_the_demonstration_is_explained_look_by_look():
    tally = Tally()
    film = Film.open(Path(__file__).parents[3] / "datasets/demo/films/stackernoos")
    follow(film, lambda still: still.observation, tally, 0.5)
    assert tally.verdicts["wrong"] == 0
    assert tally.kinds["play right"] >= 10
    assert tally.kinds["cheat right"] == 3


def test_a_first_double_that_was_not_read_is_known_by_the_tile_beside_it():
    start = GAME.start(options(), None)
    seen = Recogniser(noise=0.0).see(camera(), lying(played("start 0-0", "extend 0-5 @2,0,0:e")))
    blank = next(n for n, piece in enumerate(seen.pieces) if piece.label == "0-0")
    unread = replace(seen.pieces[blank], kind="unknown", label=None, candidates=())
    pieces = (*seen.pieces[:blank], unread, *seen.pieces[blank + 1 :])
    reading = kept_table("stackernoos", start.options).interpret(replace(seen, pieces=pieces), start)
    assert plays(start, reading.seen)[0] == ["start 0-0", "extend 0-5 @2,0,0:e"]


def test_a_first_tile_that_shows_nothing_is_the_double_blank_whatever_lies_beside_it():
    start = GAME.start(options(), None)
    seen = Recogniser(noise=0.0).see(camera(), [("0-0", on("0-0", 0, 0, 0)[1]), ("3-4", on("3-4", -2, 0, 0)[1])])
    blank = next(n for n, piece in enumerate(seen.pieces) if piece.label == "0-0")
    back = replace(seen.pieces[blank], label=None, candidates=(Candidate("back", 0.8),))
    pieces = (*seen.pieces[:blank], back, *seen.pieces[blank + 1 :])
    reading = kept_table("stackernoos", start.options).interpret(replace(seen, pieces=pieces), start)
    told, wrong, _ = plays(start, reading.seen)
    assert told[0] == "start 0-0"
    assert wrong is not None


def test_a_pattern_of_the_cloth_that_seems_to_be_tiles_hides_no_line():
    start, back = GAME.start(options(), None), (Candidate("back", 0.8),)
    seen = Recogniser(noise=0.0).see(camera(), lying(played("start 0-0", "extend 0-6 @2,0,0:e")))
    pieces = [replace(p, label=None, candidates=back) if p.label == "0-0" else p for p in seen.pieces]
    cloth = camera(spin=40.0, slope=0.0, distance=40.0).quads(
        [Spot(3 * x, 4 * y, 0, "e") for x in range(-8, 9) for y in range(-5, 6) if x * x + y * y > 9]
    )
    pieces += [Piece("domino", None, 0.8, corners_of(quad), candidates=back) for quad in cloth]
    reading = kept_table("stackernoos", start.options).interpret(replace(seen, pieces=tuple(pieces)), start)
    assert plays(start, reading.seen)[0] == ["start 0-0", "extend 0-6 @2,0,0:e"]


def test_a_few_weak_backs_of_a_cloth_hide_no_line_of_faces():
    """In warm light a printed cloth showed eight backs. The camera was fitted to these, and no tile was in the line."""
    start, back = GAME.start(options(), None), (Candidate("back", 0.3),)
    seen = Recogniser(noise=0.0).see(
        camera(), lying(played("start 0-0", "extend 0-6 @2,0,0:e", "extend 7-0 @-2,0,0:e"))
    )
    cloth = camera(spin=40.0, slope=0.0, distance=60.0).quads(
        [Spot(9 * x, 9 * y, 0, "e") for x in range(-2, 3) for y in range(-1, 2) if x or y]
    )
    pieces = [*seen.pieces, *(Piece("domino", None, 0.3, corners_of(quad), candidates=back) for quad in cloth)]
    reading = kept_table("stackernoos", start.options).interpret(replace(seen, pieces=tuple(pieces)), start)
    assert len(reading.seen.tiles) == 3


def test_a_grid_that_known_tiles_deny_is_looked_for_anew():
    wrong, right = played("start 5-5"), played("start 0-0", "extend 0-5 @2,0,0:e")
    tiles = [("0-0", on("0-0", 0, 0, 0)[1]), ("0-5", on("0-5", 2, 0, 0)[1])]
    table = kept_table("stackernoos", right.options)
    table.interpret(Recogniser(noise=0.0).see(camera(), [("5-5", tiles[1][1])]), wrong)
    reading = table.interpret(Recogniser(noise=0.0).see(camera(), tiles), right)
    assert plays(right, reading.seen)[0] == []


def test_a_grid_holds_where_a_new_tile_hides_all_that_is_known():
    state = played("start 0-0", "extend 0-5 @2,0,0:e")
    table, across = kept_table("stackernoos", state.options), on("4-4", 1, 0, 1)
    table.interpret(Recogniser().see(camera(), lying(state)), state)
    reading = table.interpret(Recogniser().see(camera(), [across]), state)
    assert not reading.trouble
    assert plays(state, reading.seen)[0] == ["span 4-4 @1,0,1:e"]
