"""What could not be read where it was found is read again where the grid has places for tiles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pytest
from domino_scenes import GAME, ROOT, RUN, START, Recogniser, camera, lying, on, played, plays
from kept import kept_table

from vision.games.stackernoos.grid import Spot
from vision.games.stackernoos.rereading import read_again, read_at
from vision.observation import Candidate, Piece, corners_of
from vision.recognise.read import Reading
from vision.scene.memory.change import Change

P7 = played(START, *RUN, ROOT[0])
VIEW = camera()
PICTURE = np.zeros((720, 1280, 3), np.uint8)
NEAR = 1.5
"""So exactly (px) a tile is found by a reader that reads it."""


@dataclass(frozen=True)
class Exact:
    """Reads the tiles that lie there, where it is shown their very corners."""

    tiles: tuple = ()
    name: str = "exact/1"

    def read(self, picture, detections):
        return tuple(map(self._reading, detections))

    def _reading(self, detection):
        for label, spot in self.tiles:
            if np.abs(detection.corners - VIEW.quads([spot])[0]).max() < NEAR:
                return Reading(label, 0.9, ())
        return Reading(None, 0.0, ())


def unread(spot, longer=1.2):
    """A piece whose corners were found too far apart."""
    quad = VIEW.quads([spot])[0]
    return Piece("unknown", None, 0.0, corners_of(quad.mean(axis=0) + longer * (quad - quad.mean(axis=0))), None)


def reread(observation, state, *tiles):
    return read_again(observation, state, VIEW, partial(read_at, PICTURE, Exact(tiles)))


def again(state, spot, *tiles):
    """The new piece at a spot, read once more."""
    seen = Recogniser().see(VIEW, lying(state))
    return reread(replace(seen, pieces=(unread(spot), *seen.pieces)), state, *tiles).pieces[0]


def test_a_new_tile_on_a_stack_is_read_at_its_level():
    tile = on("0-1", 0, 0, 1)
    piece = again(P7, tile[1], tile)
    assert (piece.kind, piece.label) == ("domino", "0-1")
    assert piece.corners == corners_of(VIEW.quads([tile[1]])[0])


def test_a_known_tile_is_read_where_it_lies_and_no_other_is_there():
    known = next(tile for tile in lying(P7) if tile[0] == "1-5")
    assert again(P7, known[1], known).label == "1-5"
    assert again(P7, known[1], ("1-6", known[1])).label is None
    assert again(P7, known[1], ("6-1", known[1]._replace(z=1))).label is None


@pytest.mark.parametrize("label", ["back", None], ids=["surely", "rather"])
def test_what_looks_like_a_back_where_the_double_blank_lies_is_it(label):
    state = played("start 0-0", "extend 0-5 @2,0,0:e")
    first, second = Recogniser(noise=0.0).see(VIEW, lying(state)).pieces
    bare = replace(first, label=label, candidates=(Candidate("back", 0.7),))
    seen = replace(Recogniser(noise=0.0).see(VIEW, lying(state)), pieces=(bare, second))
    told = reread(seen, state, ("back", Spot(0, 0, 0, "e")))
    assert [piece.label for piece in told.pieces] == ["0-0", second.label]


def test_where_the_rules_have_no_place_nothing_is_read():
    tile = on("0-1", 1, 3, 0)
    assert again(P7, tile[1], tile).label is None


def test_what_was_read_is_not_read_again():
    seen = Recogniser().see(VIEW, lying(P7))
    assert reread(seen, P7) == seen


def test_a_followed_table_reads_again_once_it_knows_the_grid_by_the_reader_of_its_set():
    tile = on("0-1", 0, 0, 1)
    table = kept_table("stackernoos", P7.options, Exact((tile,)))
    seen = Recogniser(noise=0.0).see(VIEW, lying(P7))
    observation = replace(seen, pieces=(unread(tile[1]), *(piece for piece in seen.pieces if piece.label != "1-1")))
    assert table.again(PICTURE, observation, P7, Change()) == observation
    for _ in range(3):
        table.interpret(seen, P7)
    told = table.interpret(table.again(PICTURE, observation, P7, Change()), P7)
    assert plays(P7, told.seen)[0] == ["stack 0-1 @0,0,1:e"]
    assert GAME.judge(P7, P7.turn, GAME.parse("stack 0-1 @0,0,1:e")).legal
