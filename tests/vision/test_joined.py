"""Detectors side by side: all are asked, until enough is found."""

import numpy as np

from vision.observation import Piece, corners_of
from vision.recognise.detect import Detection
from vision.recognise.joined import JoinedDetector
from vision.scene.memory.stationary import Stationary

PICTURE = np.zeros((40, 40, 3), np.uint8)


class Finder:
    """Finds so many pieces in a column at x, and counts how often it was asked."""

    name = "finder"

    def __init__(self, x, count):
        self.x, self.count, self.asked = x, count, 0

    def detect(self, picture):
        self.asked += 1
        square = np.array([[0.0, 0], [4, 0], [4, 8], [0, 8]])
        return tuple(Detection(square + np.array([self.x, 10.0 * n]), "domino", 0.9) for n in range(self.count))


def test_all_finds_stand_side_by_side_from_the_top_down():
    left, right = Finder(0.0, 2), Finder(20.0, 2)
    found = JoinedDetector((right, left)).detect(PICTURE)
    assert [tuple(each.corners[0]) for each in found] == [(0.0, 0.0), (20.0, 0.0), (0.0, 10.0), (20.0, 10.0)]


def test_once_enough_is_found_the_others_are_not_asked():
    first, second = Finder(0.0, 3), Finder(20.0, 1)
    assert len(JoinedDetector((first, second), enough=3).detect(PICTURE)) == 3
    assert (first.asked, second.asked) == (1, 0)
    assert len(JoinedDetector((first, second), enough=4).detect(PICTURE)) == 4
    assert (first.asked, second.asked) == (2, 1)


class Sparing(Finder):
    """Finds what is not spared."""

    def beside(self, picture, known):
        return self.detect(picture)[len(known.quads) :]


def test_where_pieces_are_known_only_those_are_asked_who_spare_them():
    first, second = Sparing(0.0, 3), Finder(20.0, 1)
    known = Stationary((Piece("domino", "1-1", 0.9, corners_of(first.detect(PICTURE)[0].corners)),), ())
    found = JoinedDetector((first, second)).beside(PICTURE, known)
    assert [tuple(each.corners[0]) for each in found] == [(0.0, 10.0), (0.0, 20.0)]
    assert second.asked == 0
