"""The first tile of a game of Stackernoos, where it has no pips or where the boneyard is hard to read."""

from dataclasses import replace

import numpy as np
import pytest
from domino_scenes import GAME, Recogniser, camera, on, options, plays, yard
from kept import around, kept_table

from vision.observation import Candidate, corners_of
from vision.scene.masks import painted
from vision.scene.memory.change import Change

VIEW = camera()
SCALE = 4.0
START = GAME.start(options(), None)
YARD = yard(VIEW, START.boneyard)
FIRST = on("0-0", 0, 0, 0)[1]
BACK = (Candidate("back", 0.8),)
BLANK = Candidate("0-0", 0.02)


def changed(*quads):
    """What differs from the empty table: what lies in these quads."""
    mask = np.zeros((180, 320), np.bool_)
    for quad in quads:
        mask |= painted(mask.shape, corners_of(quad), SCALE)
    return Change(mask, SCALE)


def told(tiles, read, change=None):
    """The plays told of tiles that came to an empty table with a boneyard; `read` says what each piece is seen as."""
    table = kept_table("stackernoos", START.options)
    table.interpret(Recogniser(noise=0.0).see(VIEW, [], YARD), START)
    seen = Recogniser(noise=0.0).see(VIEW, tiles, YARD)
    change = changed(*VIEW.quads([spot for _, spot in tiles])) if change is None else change
    reading = table.interpret(replace(seen, pieces=tuple(map(read, seen.pieces))), START, around(change))
    return plays(START, reading.seen)[0], reading.position


def unread(piece, *labels):
    """A piece that is not read surely."""
    return replace(piece, label=None, candidates=tuple(Candidate(label, 0.5) for label in labels))


def bare(label):
    """What sees a tile of that label as one that lies face down."""
    return lambda piece: replace(piece, label="back", candidates=BACK) if piece.label == label else piece


@pytest.mark.parametrize(
    "read",
    [bare("0-0"), lambda piece: unread(piece, "0-0", "6-0") if piece.label == "0-0" else piece],
    ids=["as a back", "unsurely"],
)
def test_what_came_to_lie_by_itself_without_pips_is_the_double_blank(read):
    moves, position = told([("0-0", FIRST)], read)
    assert moves == ["start 0-0"]
    assert position["boneyard"] == len(YARD)


def test_what_lay_there_from_the_beginning_is_none():
    assert told([("0-0", FIRST)], bare("0-0"), changed())[0] == []


@pytest.mark.parametrize(("change", "moves"), [(changed(), []), (None, ["start 6-6"])])
def test_a_face_of_which_nobody_can_be_sure_is_the_first_tile_only_if_it_came(change, moves):
    """A die lies on the table from the beginning."""
    assert (
        told([("6-6", FIRST)], lambda piece: unread(piece, "6-6") if piece.label == "6-6" else piece, change)[0]
        == moves
    )


def test_what_lay_there_from_the_beginning_and_reads_as_the_double_blank_is_none():
    """A print on the cloth; what came is the first tile, and beside a tile that was read it is the first tile, too."""
    assert told([("0-0", FIRST)], lambda piece: piece, changed())[0] == []
    assert told([("0-0", FIRST)], lambda piece: piece)[0] == ["start 0-0"]
    beside = [("0-0", FIRST), ("0-4", on("0-4", 2, 0, 0)[1])]
    assert told(beside, lambda piece: piece, changed())[0] == ["start 0-0", "extend 0-4 @2,0,0:e"]


def test_two_that_came_without_pips_are_none():
    tiles = [("0-0", FIRST), ("0-0", on("0-0", 6, -4, 0)[1])]
    assert told(tiles, bare("0-0"))[0] == []


def test_beside_a_face_that_was_read_it_is_a_tile_face_down():
    tiles = [("3-3", FIRST), ("0-0", on("0-0", 8, -4, 0)[1])]
    assert told(tiles, bare("0-0"))[0] == ["start 3-3"]


def test_a_first_tile_is_told_though_no_tile_of_the_boneyard_is_read_surely():
    def read(piece):
        return unread(piece, "back") if piece.label == "back" else piece

    assert told([("0-0", FIRST)], read)[0] == ["start 0-0"]


def test_tiles_face_down_that_are_read_unsurely_are_no_line():
    """They lie in line with each other, and the first tile lies by itself."""

    def read(piece):
        likely = Candidate("back", 0.7), Candidate("0-0", 0.01)
        return replace(piece, label=None, candidates=likely) if piece.label == "back" else piece

    line = [("back", on("0-0", x, -6, 0)[1]) for x in (4, 6)]
    assert told([("2-2", FIRST), *line], read)[0] == ["start 2-2"]


def test_a_thing_that_looks_like_a_tile_without_pips_does_not_become_the_grid():
    """A die lies on the table from the beginning; the next tile lies beside the first all the same."""
    table = kept_table("stackernoos", START.options)
    die = replace(
        unread(Recogniser(noise=0.0).see(VIEW, [("0-0", on("0-0", -9, -5, 0)[1])]).pieces[0], "0-0"), confidence=0.4
    )
    empty = Recogniser(noise=0.0).see(VIEW, [], YARD)
    table.interpret(replace(empty, pieces=(die, *empty.pieces)), START)
    seen = Recogniser(noise=0.0).see(VIEW, [("0-0", FIRST)], YARD)
    blank = unread(seen.pieces[0], "0-0", "6-0")
    came = around(changed(*VIEW.quads([FIRST])))
    table.interpret(replace(seen, pieces=(die, blank, *seen.pieces[1:])), START, came)
    started = GAME.play(START, START.turn, GAME.parse("start 0-0"))
    spots = [("0-0", FIRST), on("0-5", 2, 0, 0)]
    seen = Recogniser(noise=0.0).see(VIEW, spots, YARD)
    came = around(changed(*VIEW.quads([spots[1][1]])))
    reading = table.interpret(replace(seen, pieces=(die, blank, *seen.pieces[1:])), started, came)
    assert plays(started, reading.seen)[0] == ["extend 0-5 @2,0,0:e"]


@pytest.mark.parametrize(
    "read",
    [
        bare("0-0"),
        lambda piece: replace(piece, label=None, confidence=0.6, candidates=(Candidate("back", 0.6), BLANK)),
    ],
    ids=["as a back", "as a back or a blank"],
)
def test_the_double_blank_stays_the_first_tile_whatever_it_is_read_as(read):
    """What decides is where it lies: nothing else may be the double blank there."""
    table = kept_table("stackernoos", START.options)
    table.interpret(Recogniser(noise=0.0).see(VIEW, [], YARD), START)
    seen = Recogniser(noise=0.0).see(VIEW, [("0-0", FIRST)], YARD)
    came = around(changed(*VIEW.quads([FIRST])))
    seen = replace(seen, pieces=(read(seen.pieces[0]), *seen.pieces[1:]))
    table.interpret(seen, START, came)
    started = GAME.play(START, START.turn, GAME.parse("start 0-0"))
    reading = table.interpret(seen, started, came)
    assert not reading.trouble
    assert plays(started, reading.seen)[0] == []
