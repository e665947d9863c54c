"""What came or went and was not read: a known piece that went is none of that, what lies in its place is."""

from dataclasses import replace

import numpy as np
import pytest

from engine.games import find_game
from engine.options import read_options
from vision.games import assembler
from vision.observation import Observation, Piece, corners_of
from vision.scene.memory.background import Background
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
    memory = Memory().looked(Observation(*SIZE, "", (tile(100), tile(200))), 0.0).settled()
    moved = Background(first).change(other, SIZE[0])
    memory = memory.looked(Observation(*SIZE, "", (tile(200),)), 1.0, moved, moved)
    state = TableState(assembler("stones", OPTIONS), Belief((GAME.start(OPTIONS),)))
    state = replace(state, memory=memory, background=Background(first))
    assert state.unread(moved, other).any() == unread
