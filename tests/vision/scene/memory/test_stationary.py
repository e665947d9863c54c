"""What a look need not read again."""

from dataclasses import replace

import numpy as np
import pytest

from vision.observation import Candidate, Observation, Piece
from vision.scene.memory.change import Change
from vision.scene.memory.memory import Memory
from vision.scene.memory.stationary import READ, stationary

UNSURE = (Candidate("3-5", 0.5), Candidate("3-4", 0.4))


def domino(label, x, candidates=()):
    return Piece("domino", label, 0.95, ((x, 120.0), (x, 100), (x + 40, 100), (x + 40, 120)), candidates=candidates)


def changed(*boxes):
    """A change within the boxes (x0, y0, x1, y1) alone; a pixel of the mask is four of the picture."""
    mask = np.zeros((120, 160), bool)
    for x0, y0, x1, y1 in boxes:
        mask[y0 // 4 : y1 // 4, x0 // 4 : x1 // 4] = True
    return Change(mask, 4.0)


def looked(*pieces, looks=READ, settled=True):
    memory = Memory()
    for time in range(looks):
        memory = memory.looked(Observation(640, 480, "", pieces), float(time), changed(), changed())
    return memory.accounted_for() if settled else memory


def test_what_was_read_surely_look_after_look_is_known_while_it_lies_there():
    told = stationary(looked(domino("3-5", 40.0), domino("1-1", 400.0)), changed())
    assert [piece.label for piece in told.pieces] == ["3-5", "1-1"]
    assert told.boxes == ()


@pytest.mark.parametrize("why", ["too few looks", "not accounted for", "unsure", "changed", "hidden"])
def test_what_is_not_known_is_looked_at(why):
    piece, moved = domino("3-5", 40.0), changed((40, 100, 60, 120)) if why == "changed" else changed()
    if why == "unsure":
        piece = replace(piece, label=None, candidates=UNSURE)
    memory = looked(piece, looks=READ - (why == "too few looks"), settled=why != "not accounted for")
    if why == "hidden":
        hand = replace(piece, kind="hand", label=None)
        memory = memory.looked(Observation(640, 480, "", (hand,)), 9.0, changed(), changed())
    other = looked(domino("1-1", 400.0)).tracks
    told = stationary(replace(memory, tracks=(*memory.tracks, *other)), moved)
    assert [each.label for each in told.pieces] == ["1-1"]
    assert any(left <= 50 <= right and top <= 110 <= bottom for left, top, right, bottom in told.boxes)


def test_where_the_picture_changed_there_is_more_to_see_and_a_speck_is_noise():
    told = stationary(looked(domino("1-1", 400.0)), changed((200, 300, 240, 320), (40, 40, 44, 44)))
    ((left, top, right, bottom),) = told.boxes
    assert 180 < left <= 200
    assert 240 <= right < 260
    assert 280 < top <= 300
    assert 320 <= bottom < 340


def test_before_the_table_was_accounted_for_nothing_is_known():
    assert stationary(looked(domino("1-1", 400.0)), Change()) is None
    assert stationary(Memory(), changed()) is None
