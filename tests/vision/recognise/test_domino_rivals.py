"""Of readings that cannot all be right those stay that are doubted least, though they may be fewer."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry import slid
from vision.observation import Candidate
from vision.recognise.detect import Detection
from vision.recognise.dominoes.table import DominoTable
from vision.recognise.read import Reading

PICTURE = np.full((400, 200, 3), 90, np.uint8)
MIDDLE = np.array([[80.0, 160], [120, 160], [120, 240], [80, 240]])


class Told:
    """Reads at each quad what is told of it, surely."""

    name = "told"

    def __init__(self, told):
        self.told = told

    def read(self, picture, detections):
        return tuple(self._reading(each.corners) for each in detections)

    def _reading(self, corners):
        for quad, label, sure in self.told:
            if np.allclose(quad, corners):
                return Reading(label, sure, (Candidate(label, sure),))
        return Reading(None, 0.9, ())


def all_alike(picture, quads, name):
    return [True] * len(quads)


def labels(told, scores):
    found = [Detection(quad, "domino", score, "domino") for (quad, _, _), score in zip(told, scores, strict=True)]
    pieces = DominoTable(Told(told), believed=all_alike).see(PICTURE, found)
    return sorted(piece.label for piece in pieces if piece.label is not None)


@pytest.mark.parametrize(
    ("scores", "sure", "read"),
    [
        ((0.98, 0.95, 0.93), (0.999, 0.8, 0.7), ["2-8"]),  # the halves that others leave of two tiles below
        ((0.97, 0.5, 0.5), (0.98, 0.84, 0.97), ["2-8"]),  # places beside it that no detector found
        ((0.85, 0.97, 0.96), (0.95, 0.99, 0.99), ["0-2", "3-8"]),  # two tiles, and what lies across their joint
    ],
)
def test_one_tile_goes_before_two_that_are_doubted_more(scores, sure, read):
    places = (MIDDLE, slid(MIDDLE, -0.5), slid(MIDDLE, 0.5))
    told = [*zip(places, ("2-8", "0-2", "3-8"), sure, strict=True)]
    assert labels(told, scores) == read


@pytest.mark.parametrize(("share", "read"), [(0.65, ["1-9"]), (0.72, ["1-9"]), (0.8, ["1-9", "9-1"])])
def test_tiles_that_share_most_of_a_half_are_not_both_there(share, read):
    told = [(MIDDLE, "1-9", 0.97), (slid(MIDDLE, share), "9-1", 0.95)]
    assert labels(told, (0.97, 0.95)) == read


@pytest.mark.parametrize(("count", "read"), [(2, ["0-0", "0-0"]), (3, ["back", "back", "back"])])
def test_several_tiles_that_show_nothing_lie_face_down(count, read):
    told = [(MIDDLE + np.array([0.0, 100.0 * (n - 1)]), "0-0", 0.95) for n in range(count)]
    told.append((MIDDLE + np.array([60.0, 0.0]), "1-1", 0.99))
    assert labels(told, [0.97] * len(told)) == sorted([*read, "1-1"])
