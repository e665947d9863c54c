"""The boneyard by its colours: an empty place that is found as a tile, a tile that is overlooked, the double blank."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from kept import Kept

from vision.games.stackernoos.boneyard import Boneyard
from vision.games.stackernoos.colours import Colours, cleared
from vision.games.stackernoos.occlusion import Occluders
from vision.games.table import LookContext
from vision.observation import Observation, Piece, corners_of
from vision.scene.memory.change import Change

TABLE, BACK, FACE = (60, 110, 150), (190, 190, 60), (230, 235, 235)
WIDE, LONG = 40, 70


def quad(column, row=0):
    x, y = 200 + 48 * column, 100 + 80 * row
    return np.array([[x, y], [x + WIDE, y], [x + WIDE, y + LONG], [x, y + LONG]], dtype=np.float64)


@cache
def noise():
    return np.random.default_rng(1).normal(0, 3, (720, 1280, 3))


def picture(tiles, table=TABLE):
    """A picture of tiles by their quads and colours, on a table of a little noise."""
    flat = np.zeros((720, 1280, 3)) + table
    for each, colour in tiles:
        cv2.fillConvexPoly(flat, each.astype(np.int32), colour)
    return np.clip(flat + noise(), 0, 255).astype(np.uint8)


ROW = [quad(column) for column in range(8)]
GAP = 3


@cache
def row_with_a_gap():
    return picture([(each, BACK) for n, each in enumerate(ROW) if n != GAP])


def back(corners):
    return Piece("domino", "back", 0.8, corners_of(corners))


def seen(quads):
    return Observation(1280, 720, "", tuple(map(back, quads)))


def test_an_empty_place_between_tiles_is_bare_and_a_tile_is_not():
    colours = Colours(row_with_a_gap(), ROW, ROW)
    assert colours.tell
    assert [n for n, each in enumerate(ROW) if colours.bare(each)] == [GAP]
    assert [n for n, each in enumerate(ROW) if colours.strange(each)] == [GAP]


def test_where_tiles_look_like_the_table_nobody_can_tell():
    alike = picture([(each, TABLE) for each in ROW])
    colours = Colours(alike, ROW, ROW)
    assert not colours.tell
    assert not any(colours.bare(each) for each in ROW)


def test_of_few_tiles_nothing_is_learnt():
    assert not Colours(row_with_a_gap(), ROW[:3], ROW[:3]).tell


def test_a_tile_that_is_found_where_none_lies_is_left_out():
    assert cleared(seen(ROW), Colours(row_with_a_gap(), ROW, ROW), blank=True).pieces == tuple(
        back(each) for n, each in enumerate(ROW) if n != GAP
    )


@pytest.mark.parametrize(("blank", "label"), [(True, "0-0"), (False, "back")])
def test_a_back_unlike_the_others_is_the_double_blank_if_that_lies_nowhere_else(blank, label):
    alone = quad(3, 4)
    shown = picture([*((each, BACK) for each in ROW), (alone, FACE)])
    observation = seen([*ROW, alone])
    pieces = cleared(observation, Colours(shown, [*ROW, alone], [*ROW, alone]), blank=blank).pieces
    assert [piece.label for piece in pieces] == ["back"] * len(ROW) + [label]


def test_a_back_of_the_boneyard_on_which_light_falls_is_no_double_blank():
    shown = picture([*((each, BACK) for n, each in enumerate(ROW) if n != GAP), (ROW[GAP], FACE)])
    pieces = cleared(seen(ROW), Colours(shown, ROW, ROW), blank=True).pieces
    assert [piece.label for piece in pieces] == ["back"] * len(ROW)


def count(yard, quads, colours, traces):
    return yard.count(quads, Occluders(seen(quads)), len(ROW), traces, colours)


KNOWN = LookContext(0.0, Change(np.ones((180, 320), bool), 4.0))
"""It is known that all changed."""
STILL = LookContext(0.0, Change(np.zeros((180, 320), bool), 4.0))
"""It is known that nothing did."""


def shown(quads):
    """The colours of a picture in which tiles lie in these places alone."""
    return Colours(picture([(each, BACK) for each in quads]), quads, quads)


def test_a_draw_is_told_by_the_empty_place_and_once_only():
    yard, left = Kept(Boneyard()), [each for n, each in enumerate(ROW) if n != GAP]
    count(yard, ROW, shown(ROW), KNOWN)
    assert count(yard, left, shown(left), KNOWN)[len(ROW) - 1] > 0.9
    assert yard.open
    drawn = yard.count(left, Occluders(seen(left)), len(ROW) - 1, KNOWN, shown(left))
    assert (drawn, yard.open) == ({len(ROW) - 1: 1.0}, ())
    yard.settled()
    assert yard.count(left, Occluders(seen(left)), len(ROW) - 1, KNOWN, shown(left)) == {len(ROW) - 1: 1.0}


def test_what_looks_like_a_tile_apart_from_the_boneyard_is_none():
    yard, apart = Kept(Boneyard()), quad(2, 4)
    more, left = [apart, *ROW], [apart, *(each for n, each in enumerate(ROW) if n != GAP)]
    for _ in range(2):
        count(yard, more, shown(ROW), KNOWN)
    assert count(yard, left, shown(left[1:]), KNOWN)[len(ROW) - 1] > 0.9
    assert count(yard, left[1:], shown(left[1:]), KNOWN)[len(ROW) - 1] > 0.9


def test_a_draw_that_nobody_told_is_told_still_once_another_play_was():
    """The table was accounted for, but for where the tile lay."""
    yard, left = Kept(Boneyard()), [each for n, each in enumerate(ROW) if n != GAP]
    count(yard, ROW, shown(ROW), KNOWN)
    count(yard, left, shown(left), KNOWN)
    yard.settled()
    assert count(yard, left, shown(left), KNOWN)[len(ROW) - 1] > 0.9


def test_the_place_of_a_tile_that_was_drawn_is_none_of_the_boneyard_any_more():
    yard, left = Kept(Boneyard()), [each for n, each in enumerate(ROW) if n != GAP]
    count(yard, ROW, shown(ROW), KNOWN)
    count(yard, left, shown(left), KNOWN)
    yard.settled()
    fewer = len(left)
    assert yard.count(left, Occluders(seen(left)), fewer, STILL, shown(left)) == {fewer: 1.0}
    assert yard.count(left, Occluders(seen(left)), fewer, KNOWN, shown(left)) == {fewer: 1.0}
    assert yard.count(left[1:], Occluders(seen(left)), fewer, KNOWN, shown(left[1:]))[fewer - 1] > 0.9


def test_where_nothing_changed_none_was_drawn():
    yard, left = Kept(Boneyard()), [each for n, each in enumerate(ROW) if n != GAP]
    count(yard, ROW, shown(ROW), STILL)
    assert count(yard, left, shown(left), STILL) == {len(ROW): 1.0}


def test_a_tile_that_slipped_was_not_drawn():
    yard, slipped = Kept(Boneyard()), [*ROW[:GAP], ROW[GAP] + [0.0, 50.0], *ROW[GAP + 1 :]]
    count(yard, ROW, shown(ROW), KNOWN)
    assert count(yard, slipped, shown(slipped), KNOWN) == {len(ROW): 1.0}


def test_of_two_empty_places_the_nearer_one_is_that_of_a_tile_that_slipped():
    yard, nearer = Kept(Boneyard()), GAP + 1
    slipped = [*(each for n, each in enumerate(ROW) if n not in (GAP, nearer)), ROW[nearer] + [0.0, 50.0]]
    count(yard, ROW, shown(ROW), KNOWN)
    assert count(yard, slipped, shown(slipped), KNOWN)[len(ROW) - 1] > 0.9
    assert yard.open == (corners_of(ROW[GAP]),)


def test_a_boneyard_that_was_wholly_overlooked_is_the_same_one_when_it_is_seen_again():
    yard = Kept(Boneyard())
    count(yard, ROW, None, STILL)
    count(yard, [], None, STILL)
    pushed = [each + 1.0 for each in ROW]
    assert count(yard, pushed, None, STILL) == {len(ROW): 1.0}
    np.testing.assert_allclose(sorted(yard.value.places, key=lambda place: place[0, 0]), pushed)
    left = [each for n, each in enumerate(pushed) if n != GAP]
    assert count(yard, left, shown(left), KNOWN)[len(ROW) - 1] > 0.9


def test_what_turned_up_beside_the_boneyard_and_went_again_was_not_drawn():
    yard, more = Kept(Boneyard()), [*ROW, quad(3, 4)]
    count(yard, ROW, shown(ROW), KNOWN)
    for _ in range(3):
        count(yard, more, shown(more), KNOWN)
        yard.settled()
    assert count(yard, ROW, shown(ROW), KNOWN) == {len(ROW): 1.0}


def test_what_cannot_be_read_where_a_tile_lay_may_be_the_place_that_it_left():
    yard, left = Kept(Boneyard()), [each for n, each in enumerate(ROW) if n != GAP]
    thing = Piece("domino", None, 0.4, corners_of(ROW[GAP]), level=None)
    there = replace(seen(left), pieces=(*seen(left).pieces, thing))
    count(yard, ROW, None, KNOWN)
    assert yard.count(left, Occluders(there), len(ROW), STILL, None) == {len(ROW): 1.0}
    counts = yard.count(left, Occluders(there), len(ROW), KNOWN, None)
    assert set(counts) == {len(ROW), len(ROW) - 1}
    assert 0.2 < counts[len(ROW) - 1] < 0.8
