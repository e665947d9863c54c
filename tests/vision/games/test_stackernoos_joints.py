"""A tile across two others is found though it is read as the two."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
import pytest
from domino_scenes import ARM, ROOT, RUN, START, Recogniser, camera, lying, on, played
from kept import kept_table

from vision.games import LookContext
from vision.games.stackernoos.grid import Spot
from vision.games.stackernoos.rereading import read_at, with_joint_tiles
from vision.geometry import part, through
from vision.observation import Piece, corners_of
from vision.recognise.read import Reading
from vision.scene.masks import painted
from vision.scene.memory.change import Change, Snapshot, thumbnail

P7 = played(START, *RUN, ROOT[0])
VIEW = camera()
PICTURE = np.zeros((720, 1280, 3), np.uint8)
GREY = np.full_like(PICTURE, 90)
SCALE = 4.0
FALSE = on("7-8", 3, 0, 1)
"""Across the joint of 1-5 and 5-3."""


def rejoined(seen, changed, state, label):
    return with_joint_tiles(seen, state, VIEW, changed, partial(read_at, PICTURE, Sees(label)))


@dataclass(frozen=True)
class Sees:
    """Reads one label wherever it is asked."""

    label: str
    name: str = "sees/1"

    def read(self, picture, detections):
        return tuple(Reading(self.label, 0.9, ()) for _ in detections)


def quad(tile):
    return VIEW.quads([tile[1]])[0]


def change(*quads):
    """What changed within these quads alone."""
    mask = np.zeros((180, 320), bool)
    for each in quads:
        mask |= painted(mask.shape, corners_of(each), SCALE)
    return Change(mask, SCALE)


def slight(changed):
    """The same, but of every six pixels in a row only one changed."""
    return Change(changed.mask & (np.arange(changed.mask.shape[1]) % 6 == 0), SCALE)


def taken_for_two(state, *tiles):
    """The table, with these tiles read in the place of the known ones on which they seem to lie."""
    seen = Recogniser(noise=0.0).see(
        VIEW, [tile for tile in lying(state) if tile[1] not in {spot for _, spot in tiles}]
    )
    pieces = (Piece("domino", tile[0], 0.9, corners_of(quad(tile))) for tile in tiles)
    return replace(seen, pieces=(*seen.pieces, *pieces))


def told(state, seen, changed, label):
    pieces = rejoined(seen, changed, state, label).pieces
    return {(piece.label, piece.corners) for piece in pieces}


def test_what_lies_across_a_joint_is_one_tile():
    seen = taken_for_two(P7, on("1-7", 2, 0, 0), on("8-3", 4, 0, 0))
    found = told(P7, seen, change(quad(on("", 3, 0, 0))), "7-8")
    assert ("7-8", corners_of(quad(FALSE))) in found
    assert not {"1-7", "8-3"} & {label for label, _ in found}


@pytest.mark.parametrize("label", ["5-5", "5-8"])
def test_a_tile_across_a_joint_may_show_what_the_joint_shows(label):
    seen = taken_for_two(P7, on("1-5", 2, 0, 0), on("8-3" if label == "5-8" else "5-3", 4, 0, 0))
    found = told(P7, seen, change(quad(on("", 3, 0, 0))), label)
    assert (label, corners_of(quad(FALSE))) in found


@pytest.mark.parametrize(
    ("changed", "label"),
    [
        (change(quad(on("", 2, 0, 0))), "7-8"),  # the tile lies on one of the two
        (change(), "7-8"),  # nothing came
        (slight(change(quad(on("", 3, 0, 0)))), "5-5"),  # as the joint reads, and hardly anything changed
        (change(quad(on("", 3, 0, 0))), "6-1"),  # that tile lies elsewhere
        (change(quad(on("", 3, 0, 0))), "back"),
        (Change(), "7-8"),  # nothing is known of what changed
    ],
)
def test_else_nothing_is_made_of_two_tiles(changed, label):
    seen = taken_for_two(P7, on("1-7", 2, 0, 0), on("8-3", 4, 0, 0))
    assert rejoined(seen, changed, P7, label) == seen


STACKED = played(START, *RUN, ROOT[0], "span 5-5 @3,0,1:e")
"""A double across the joint of 1-5 and 5-3."""
TOP = on("5-8", 3, 0, 2)


@pytest.mark.parametrize("label", ["5-8", "8-5"])
def test_what_lies_on_a_tile_across_a_joint_is_found_where_it_lies(label):
    seen = taken_for_two(STACKED, on("1-5", 2, 0, 0), on("8-3", 4, 0, 0))
    seen = replace(seen, pieces=tuple(each for each in seen.pieces if each.label != "5-5"))
    found = told(STACKED, seen, change(quad(TOP)), label)
    assert (label, corners_of(quad(TOP))) in found
    assert not {"1-5", "8-3"} & {label for label, _ in found}


@pytest.mark.parametrize(("changed", "label"), [(change(), "5-8"), (change(quad(TOP)), "5-5"), (Change(), "5-8")])
def test_else_a_tile_across_a_joint_bears_nothing(changed, label):
    seen = taken_for_two(STACKED, on("1-5", 2, 0, 0), on("8-3", 4, 0, 0))
    seen = replace(seen, pieces=tuple(each for each in seen.pieces if each.label != "5-5"))
    assert rejoined(seen, changed, STACKED, label) == seen


def test_a_tile_on_one_whose_outer_half_is_as_blank_is_not_taken_for_one_across():
    blank = played("start 0-0", "extend 0-5 @2,0,0:e")
    seen = taken_for_two(blank, on("0-6", 0, 0, 0))
    changed = change(part(quad(on("", 0, 0, 0)), 0.5, 1.0), part(quad(on("", 2, 0, 0)), 0.0, 0.5))
    assert rejoined(seen, changed, blank, "6-0") == seen


def test_what_came_across_a_joint_is_found_though_the_camera_moved_and_nothing_by_the_move():
    table, seen = kept_table("stackernoos", P7.options, Sees("7-8")), Recogniser(noise=0.0).see(VIEW, lying(P7))
    shown = GREY.copy()
    shown[painted(PICTURE.shape, corners_of(quad(on("", 3, 0, 0))), 1.0)] = 200
    table.interpret(table.again(GREY, seen, P7, Change()), P7)
    before = Snapshot(thumbnail(GREY))
    changed = before.change(thumbnail(shown), 1280)
    assert "7-8" in {piece.label for piece in table.value.again(shown, seen, P7, changed)[0].pieces}
    motion = np.array([[1.0, 0.0, 40.0], [0.0, 1.0, 8.0], [0.0, 0.0, 1.0]])
    table.moved(motion)
    before = before.moved(motion, 1280)
    moved = replace(seen, pieces=tuple(replace(p, corners=corners_of(through(motion, p.quad))) for p in seen.pieces))
    for picture, found in ((GREY, False), (shown, True)):
        there = cv2.warpPerspective(picture, motion, (1280, 720), borderMode=cv2.BORDER_REPLICATE)
        changed = before.change(thumbnail(there), 1280)
        assert ("7-8" in {piece.label for piece in table.value.again(there, moved, P7, changed)[0].pieces}) == found


def test_a_tile_laid_beyond_the_end_denies_none_across_nor_makes_one():
    seen = taken_for_two(P7, on("1-7", 2, 0, 0), on("8-3", 4, 0, 0))
    end, beyond = part(quad(on("", 4, 0, 0)), 0.95, 1.0), on("9-0", 8, 0, 0)
    assert "7-8" in {label for label, _ in told(P7, seen, change(quad(on("", 3, 0, 0)), end), "7-8")}
    state = played(START, *RUN[:-1], "extend 3-9 @6,0,0:e")
    seen = Recogniser(noise=0.0).see(VIEW, [*lying(state), beyond])
    end = part(quad(on("", 6, 0, 0)), 0.95, 1.0)
    assert rejoined(seen, change(end, quad(beyond)), state, "9-9") == seen


def test_the_first_tile_of_a_stacked_branch_is_found_across_arm_and_root():
    state = played(START, *RUN, *ROOT, *ARM)
    seen = taken_for_two(state, on("9-7", 2, 1, 0, "n"))
    seen = replace(seen, pieces=tuple(piece for piece in seen.pieces if piece.label not in ("1-7", "7-1")))
    across = on("1-9", 2, 0, 1, "n")
    pieces = rejoined(seen, change(quad(across)), state, "1-9").pieces
    assert ("1-9", corners_of(quad(across))) in {(piece.label, piece.corners) for piece in pieces}


def test_what_covers_the_other_half_tells_that_nothing_came_there():
    """Beside the joint lie a blank, on which nothing would show, and a half under a tile across the next joint."""
    runs = ("extend 0-5 @2,0,0:e", "extend 5-3 @4,0,0:e", "extend 3-4 @6,0,0:e", "span 3-3 @5,0,1:e")
    table, across = played("start 0-0", *runs), on("5-5", 3, 0, 1)
    seen = Recogniser(noise=0.0).see(VIEW, lying(table))
    assert ("5-5", corners_of(quad(across))) in told(table, seen, change(quad(across)), "5-5")


def test_two_like_halves_side_by_side_may_look_like_one_tile_unless_one_came_there():
    """5 and 5 of a joint read as 5-5 where nobody knows what the table looked like."""

    def nothing(label, level, changed=None):
        spot = Spot(3, 0, level, "e")
        seen = Recogniser(noise=0.0).see(VIEW, [*lying(P7), (label, spot)])
        table = kept_table("stackernoos", P7.options)
        table.interpret(Recogniser(noise=0.0).see(VIEW, lying(P7)), P7)
        tiles = table.interpret(seen, P7, LookContext(change=changed or Change())).seen.tiles
        return next(tile.nothing for tile in tiles if tile.spot == spot._replace(z=1))

    came = change(quad(on("", 3, 0, 0)))
    assert nothing("5-5", 0) > 10 * nothing("7-8", 0)
    assert nothing("5-5", 0, came) == nothing("7-8", 0, came)
    assert nothing("5-5", 1) == nothing("7-8", 1)  # a tile on them is seen to lie higher
