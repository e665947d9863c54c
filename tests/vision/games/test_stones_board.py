"""The board of Stones in the picture: its mark, its places, and a camera that was moved."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from kept import kept_table
from stone_games import BEGUN, GROWN, VIEWS, later, text, turn_of
from stone_scenes import Table, camera, explanations, known, see

from vision.games.stones import NOT_IN_VIEW
from vision.games.stones.board_pieces import upright
from vision.games.stones.board_pose import find_board_pose
from vision.games.stones.tracks import COVERED


def test_no_board_is_trouble():
    seen = Table().see(BEGUN)
    stones = replace(seen, pieces=tuple(piece for piece in seen.pieces if piece.label != "base"))
    reading = kept_table("stones", BEGUN.options).interpret(stones, known(BEGUN))
    assert reading.trouble == reading.unjudged == NOT_IN_VIEW


def test_a_board_without_its_mark_has_no_first_stack():
    assert see(Table().see(BEGUN, numbered=False)).trouble == NOT_IN_VIEW


def test_a_mark_that_is_covered_later_is_remembered():
    state, table = later(3), Table()
    recogniser = kept_table("stones", state.options)
    recogniser.interpret(table.see(state), known(state))
    taken, after, _ = turn_of(state)
    recogniser.interpret(table.see(taken, numbered=False), known(state))
    best = explanations(known(taken), recogniser.interpret(table.see(after, numbered=False), known(taken)))[0]
    assert text(best) == [f"{state.turn} place ok"]


def test_a_camera_that_was_moved_finds_the_board_again():
    state = later(3)
    recogniser, table = kept_table("stones", state.options), Table()
    recogniser.interpret(table.see(state), known(state))
    reading = recogniser.interpret(Table(camera(62.0, shift=30.0)).see(state, numbered=False), known(state))
    assert not reading.trouble
    assert explanations(known(state), reading)[0].plays == ()


PUSH = 80.0


def pushed(by=PUSH):
    """A game whose camera is pushed aside (px) after a look: its state, what follows it, and the table by now."""
    state, table = later(GROWN), Table()
    recogniser = kept_table("stones", state.options)
    recogniser.interpret(table.see(state), known(state))
    recogniser.moved(np.array([[1.0, 0.0, by], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]))
    return state, recogniser, replace(table, view=camera(shift=by))


def test_a_mark_that_is_covered_after_the_camera_was_pushed_is_remembered():
    state, recogniser, table = pushed(2 * PUSH)
    reading = recogniser.interpret(table.see(state, numbered=False), known(state))
    best = explanations(known(state), reading)[0]
    assert (best.plays, best.likelihood > 0.9) == ((), True)


def test_what_lies_under_a_hand_after_the_camera_was_pushed_is_not_gone():
    state, recogniser, table = pushed()
    whole = table.see(state)
    top = max((p for p in whole.pieces if p.stack == state.marker), key=lambda piece: piece.position or 0)
    hand = replace(top, kind="hand", label=None, stack=None, position=None)
    covered = replace(whole, pieces=(*(piece for piece in whole.pieces if piece is not top), hand))
    recogniser.interpret(covered, known(state))
    assert [missed for _, missed in recogniser.matches.absent] == [COVERED]


def test_a_board_that_nobody_sees_after_the_camera_was_pushed_is_in_doubt():
    state, recogniser, table = pushed()
    seen = table.see(state)
    stones = replace(seen, pieces=tuple(piece for piece in seen.pieces if piece.label != "base"))
    assert recogniser.interpret(stones, known(state)).trouble == NOT_IN_VIEW


def test_a_push_that_was_none_is_forgotten_once_the_bases_are_seen_where_they_stood():
    state, recogniser, table = pushed()
    recogniser.interpret(replace(table, view=camera()).see(state), known(state))
    hidden = replace(table, view=camera()).see(state)
    stones = replace(hidden, pieces=tuple(piece for piece in hidden.pieces if piece.label != "base"))
    assert recogniser.interpret(stones, known(state)).trouble == ""


def test_what_was_matched_before_the_camera_was_pushed_is_known_by_where_it_is_now():
    state, recogniser, table = pushed()
    taken, _, _ = turn_of(state)
    recogniser.interpret(table.see(taken), known(taken))
    seen = {id(track): found for track, found in recogniser.matches.seen}
    tracks = [track for track in recogniser.tracks if id(track) in seen]
    boxes = map(upright, recogniser.pose.pixels(np.array([track.at for track in tracks])), [t.size for t in tracks])
    apart = [np.abs(box - seen[id(track)].box).max() for track, box in zip(tracks, boxes, strict=True)]
    assert len(apart) > 20
    assert max(apart) < PUSH / 2


def test_places_are_the_same_from_wherever_the_camera_looks():
    places = []
    for view in VIEWS:
        seen = Table(view).see(BEGUN)
        ground = find_board_pose(seen)
        tile = next(piece for piece in seen.pieces if piece.label == str(BEGUN.display[0]))
        places.append(ground.at(np.mean(tile.corners, axis=0)[None])[0])
    assert np.ptp(places, axis=0).max() < 10
