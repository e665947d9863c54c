"""What came or went and was not read: a known piece that went is none of that, what lies in its place is."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.games import find_game
from engine.options import read_options
from vision.games import assembler
from vision.games.reading import Shown, TableReading
from vision.games.table import FollowedTable
from vision.observation import Candidate, Observation, Piece, corners_of
from vision.scene.memory.background import parts
from vision.scene.memory.change import Snapshot
from vision.scene.memory.memory import Memory
from vision.tracking.belief import Belief
from vision.tracking.table_state import TableState

GAME = find_game("stones")
OPTIONS = read_options(GAME.options_type, {"players": 2})
SIZE = 320, 180


def box(left, colour, picture):
    picture[80:100, left : left + 40] = colour
    return picture


def table(*boxes):
    picture = np.full((SIZE[1], SIZE[0], 3), (100, 110, 120), np.uint8)
    for left, colour in boxes:
        box(left, colour, picture)
    return picture


def tile(left):
    return Piece("tile", "M/4", 0.9, corners_of(np.array([[left, 80], [left + 40, 80], [left + 40, 100], [left, 100]])))


@pytest.mark.parametrize(("instead", "unread"), [((), False), (((100, 220),), True)])
def test_the_place_of_a_piece_that_went_is_read_unless_something_lies_there(instead, unread):
    first, other = table((100, 180), (200, 180)), table((200, 180), *instead)
    memory = Memory().looked(Observation(*SIZE, "", (tile(100), tile(200))), 0.0).accounted_for()
    moved = Snapshot(first).change(other, SIZE[0])
    memory = memory.looked(Observation(*SIZE, "", (tile(200),)), 1.0, moved, moved)
    state = TableState(assembler("stones", OPTIONS), Belief((GAME.start(OPTIONS),)))
    state = replace(state, memory=memory, background=Snapshot(first))
    assert state.unread_mask(moved, other).any() == unread


def test_what_came_unread_is_told_though_the_camera_moved():
    first, other = table((100, 180), (200, 180)), table((100, 180), (200, 180), (40, 220))
    memory = Memory().looked(Observation(*SIZE, "", (tile(100), tile(200))), 0.0).accounted_for()
    state = TableState(assembler("stones", OPTIONS), Belief((GAME.start(OPTIONS),)))
    state = replace(state, memory=memory, background=Snapshot(first), before=Snapshot(first))
    state = state.with_unknown([tile(40).corners], 1.0)
    motion = np.array([[1.0, 0.0, 12.0], [0.0, 1.0, 5.0], [0.0, 0.0, 1.0]])
    state = state.moved(motion, SIZE[0])
    shown = cv2.warpPerspective(other, motion, SIZE, borderMode=cv2.BORDER_REPLICATE)
    for view in (state.background, state.before):
        assert view.change(shown, SIZE[0]).share(((52, 85), (92, 85), (92, 105), (52, 105))) > 0.8
    left = state.unread_mask(state.background.change(shown, SIZE[0]), shown)
    assert left[90:100, 56:88].all()
    assert left.sum() == left[80:110, 46:98].sum()
    (place,) = parts(left, 1.0)
    state = state.with_unknown([place], 2.0)
    assert state.lay_unknown(2.0, 1.0)


@pytest.mark.parametrize(("shown", "kinds"), [(((100, 180),), ()), (((100, 180), (200, 180)), ("tile",))])
def test_only_what_changed_the_picture_has_come_unread(shown, kinds):
    lying = tuple(replace(tile(left), label=None) for left in (100, 200))
    memory = Memory().looked(Observation(*SIZE, "", lying), 1.0).looked(Observation(*SIZE, "", lying), 2.0)
    state = TableState(assembler("stones", OPTIONS), Belief((GAME.start(OPTIONS),)), memory=memory)
    assert state.unreadable_kinds(Snapshot(table((100, 180))).change(table(*shown), SIZE[0])) == kinds


def test_what_most_likely_lies_face_down_is_not_unread():
    """Tiles of a boneyard that were pushed were said to belong to no set that is known."""
    turned = tuple(replace(tile(left), label=None, candidates=(Candidate("back", 0.9),)) for left in (100, 200))
    memory = Memory().looked(Observation(*SIZE, "", turned), 1.0).looked(Observation(*SIZE, "", turned), 2.0)
    state = TableState(assembler("stones", OPTIONS), Belief((GAME.start(OPTIONS),)), memory=memory)
    assert state.unreadable_kinds(Snapshot(table((100, 180))).change(table((100, 180), (200, 180)), SIZE[0])) == ()


class Tens(FollowedTable):
    """A table whose reading rests on the tens of a state; its options list what it was asked."""

    def interpret(self, observation, state=None, context=None):
        raise NotImplementedError

    def shown_of(self, state):
        return state // 10

    def reading_given(self, observation, state):
        self.options.append(state)
        return TableReading(Shown({"tens": state // 10}), trouble="Out of sight." * (state >= 90))


def test_a_table_is_read_once_for_all_states_in_which_it_shows_the_same():
    table, now = Tens([]), TableReading(Shown({"tens": 0}))
    read = TableState(table, Belief((7,)), now).reads(None)
    assert [read(state).position["tens"] for state in (7, 11, 12, 21, 13)] == [0, 1, 1, 2, 1]
    assert table.options == [11, 21]
    assert read(95) is now  # a state whose table cannot be put together changes nothing of what is seen
