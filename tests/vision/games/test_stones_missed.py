"""Stones and tokens that are not found: whether they have gone, lie hidden, or were only missed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from kept import kept_table
from stone_games import later, text
from stone_scenes import Table, explanations, known, play, without

from engine.games.stones.tile import SIZES
from vision.games.stones.board_pieces import BoardPiece, upright
from vision.games.stones.board_pose import find_board_pose
from vision.games.stones.model.likelihood import GHOST
from vision.games.stones.tracks import COVERED, MISSED, RIVER, PieceTrack, match


def test_what_was_never_in_view_has_not_gone():
    state, table = later(7), Table()
    recogniser = kept_table("stones", state.options)
    bottom = next(at for at in range(6) if len(state.stacks[at]) > 1)

    def hidden(seen):
        low = (piece for piece in seen.pieces if piece.stack == bottom and piece.position == 1)
        return replace(seen, pieces=tuple(piece for piece in seen.pieces if piece is not next(low, None)))

    recogniser.interpret(without(hidden(table.see(state)), "small"), known(state))
    best = explanations(known(state), recogniser.interpret(without(hidden(table.see(state)), "small"), known(state)))[0]
    assert best.plays == ()
    assert best.likelihood > 0.9


def test_a_stone_that_was_never_found_is_taken_by_the_rules():
    state, table = later(2), Table()
    tile = next(tile for tile in state.display if len(tile.sizes) < 3)
    size, other = SIZES[tile.sizes[0]], next(label for n, label in enumerate(SIZES) if n not in tile.sizes)
    take = f"take {tile} {size}"
    before, after = (table.see(each) for each in (state, play(state, take)))
    taken = {piece.corners for piece in before.pieces if piece.label == size} - {p.corners for p in after.pieces}
    before = replace(before, pieces=tuple(piece for piece in before.pieces if piece.corners not in taken))
    recogniser = kept_table("stones", state.options)
    recogniser.interpret(without(before, other), known(state))
    best = explanations(known(state), recogniser.interpret(without(after, other), known(state)))[0]
    assert text(best) == [f"{state.turn} {take}"]
    assert best.illegal is None


def test_a_stone_that_is_missed_once_was_not_taken():
    state = later(3)
    recogniser, table = kept_table("stones", state.options), Table()
    recogniser.interpret(table.see(state), known(state))
    best = explanations(known(state), recogniser.interpret(without(table.see(state), "large"), known(state)))[0]
    assert best.plays == ()


def test_what_lies_under_a_hand_is_not_gone():
    state = later(5)
    recogniser, table = kept_table("stones", state.options), Table()
    whole = table.see(state)
    recogniser.interpret(whole, known(state))
    tokens = [piece for piece in whole.pieces if piece.kind == "token"]
    x, y = np.mean([piece.corners for piece in tokens[:1]], axis=(0, 1))
    box = ((x - 40, y - 40), (x + 40, y - 40), (x + 40, y + 40), (x - 40, y + 40))
    hand = replace(whole.pieces[0], kind="hand", label=None, corners=box)
    left = tuple(p for p in whole.pieces if not (abs(np.mean(p.corners, axis=0) - (x, y)) < 30).all())
    covered = replace(whole, pieces=(*left, hand))
    best = explanations(known(state), recogniser.interpret(covered, known(state)))[0]
    assert best.plays == ()


def test_what_lies_flat_hides_no_stone_and_where_the_marker_lies_is_none():
    place, size, pose = np.array([0.0, 50.0]), np.array([20.0, 20.0]), find_board_pose(Table().see(later(2)))
    box = upright(pose.pixels(place[None])[0], size)
    stone = PieceTrack("stone", "medium", RIVER, place, size)
    token = PieceTrack("token", "token:red", ("beside", 0), place, size)

    def missed(known_piece, kind, at):
        found = BoardPiece(0, kind, {"large": 1.0}, True, np.array(at), box + 5.0, None)
        return match((known_piece,), (found,), (), pose).absent[0][1]

    assert missed(stone, "stone", (15.0, 40.0)) == COVERED
    assert missed(stone, "marker", (15.0, 40.0)) == MISSED
    assert missed(stone, "marker", (3.0, 55.0)) == GHOST
    assert missed(token, "marker", (15.0, 40.0)) == COVERED
