"""Pieces that are known are not looked for again."""

import numpy as np
import pytest

from vision.geometry import quad
from vision.observation import Piece, corners_of
from vision.recognise.detect import Detection
from vision.recognise.trained.detector import TrainedDetector
from vision.recognise.trained.regions import beside, regions
from vision.scene.memory.stationary import NOTHING, Stationary

PICTURE = np.zeros((720, 1280, 3), np.uint8)
EVERYWHERE = (0.0, 0.0, 1280.0, 720.0)


def tile(x, y, kind="domino"):
    return Detection(quad([[x, y], [x, y + 20], [x + 40, y + 20], [x + 40, y]]), kind, 0.9, kind)


def piece(found):
    return Piece(found.kind, None, 0.9, corners_of(found.corners))


def test_a_find_on_known_pieces_or_across_their_joint_is_none_of_the_others():
    known = Stationary((piece(tile(100, 100)), piece(tile(140, 100))), (EVERYWHERE,))
    found = [tile(103, 101), tile(120, 100), tile(170, 100), tile(300, 300), tile(110, 100, "hand")]
    assert beside(found, known) == found[2:]


def test_where_nothing_changed_nothing_new_is_found_but_hands():
    known = Stationary((), ((90.0, 90.0, 110.0, 110.0),))
    found = [tile(100, 100), tile(600, 300), tile(600, 300, "hand")]
    assert beside(found, known) == [found[0], found[2]]


def test_a_part_shows_what_lies_around():
    ((left, top, right, bottom),) = regions([(600.0, 300.0, 620.0, 310.0)], 50.0, PICTURE)
    assert (right - left, bottom - top) == (250, 250)
    assert left < 560
    assert right > 660


def test_a_part_at_the_edge_reaches_further_inwards():
    ((left, top, right, bottom),) = regions([(0.0, 700.0, 20.0, 720.0)], 50.0, PICTURE)
    assert (left, top, right, bottom) == (0, 470, 250, 720)


def test_parts_that_meet_are_one_and_many_are_the_whole_picture():
    near = [(100.0, 100.0, 120.0, 120.0), (250.0, 100.0, 270.0, 120.0)]
    assert len(regions(near, 50.0, PICTURE)) == 1
    apart = [(100.0, 100.0, 120.0, 120.0), (900.0, 600.0, 920.0, 620.0)]
    assert len(regions(apart, 50.0, PICTURE)) == 2
    assert regions([(100.0, 100.0, 1200.0, 700.0)], 50.0, PICTURE) == [(0, 0, 1280, 720)]


def test_only_where_there_is_more_to_see_is_looked_at_once_pieces_are_known(monkeypatch):
    """A stand-in for the network finds bright tiles where it is shown them."""
    picture, shown = PICTURE.copy(), []
    for x, y in ((200, 200), (900, 500)):
        picture[y : y + 20, x : x + 40] = 255

    def look(_self, part, long_side):
        shown.append(part.shape[:2])
        rows, columns = np.nonzero(part[:, :, 0])
        if len(rows):
            yield tile(float(columns.min()), float(rows.min()))

    monkeypatch.setattr(TrainedDetector, "_look", look)
    known = tile(200.0, 200.0)
    changed = ((890.0, 490.0, 950.0, 530.0),)
    found = TrainedDetector().beside(picture, Stationary((piece(known),), changed))
    assert [each.corners.mean(axis=0).round().tolist() for each in found] == [[920.0, 510.0]]
    assert shown == [(720, 1280), (720, 1280), (200, 200)]  # all of it in two sizes, and what changed


def test_what_only_all_of_the_picture_shows_is_found_where_it_changed(monkeypatch):
    """A stand-in for the network finds two cards where it is shown all of it. In a part of it they look odd."""
    there, elsewhere = tile(600.0, 300.0, "card"), tile(1000.0, 600.0, "card")
    monkeypatch.setattr(
        TrainedDetector, "_look", lambda _self, part, _size: [there, elsewhere] * (part.shape[1] == 1280)
    )
    known = Stationary((piece(tile(200.0, 200.0, "card")),), ((590.0, 290.0, 650.0, 330.0),))
    assert TrainedDetector().beside(PICTURE, known) == (there,)


def test_a_hand_that_only_reaches_into_what_changed_is_found(monkeypatch):
    """A stand-in for the network finds the hand where it is shown all of it."""
    hand = Detection(quad([[500, 250], [500, 720], [760, 720], [760, 250]]), "hand", 0.95, "hand")
    monkeypatch.setattr(TrainedDetector, "_look", lambda _self, part, _size: [hand] * (part.shape[1] == 1280))
    known = Stationary((piece(tile(200.0, 200.0)),), ((560.0, 250.0, 640.0, 330.0),))
    assert TrainedDetector().beside(PICTURE, known) == (hand,)


@pytest.mark.parametrize("known", [NOTHING, Stationary((), ((0.0, 0.0, 20.0, 20.0),))])
def test_where_no_piece_tells_how_large_they_are_all_is_looked_at(monkeypatch, known):
    found = tile(600.0, 300.0)
    monkeypatch.setattr(TrainedDetector, "_look", lambda _self, part, _size: [found] * (part.shape[1] == 1280))
    assert [each.kind for each in TrainedDetector().beside(PICTURE, known)] == ["domino"]
