"""Tiles that touch others: found beside those that were read, never across their joint."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.draw import Make, Scene, Tile, View
from vision.geometry import contains, overlap, sides
from vision.observation import Candidate
from vision.recognise.detect import Detection
from vision.recognise.dominoes.contacts import neighbours, touching
from vision.recognise.dominoes.table import DominoTable
from vision.recognise.read import Reading

VIEW = View(640, 480, distance=360, focal=620)
BLACK = Make(face=(34, 32, 32), pip=(235, 235, 235), bar=0.0)
BEND = (
    Tile("2-6", 0, 0, make=BLACK),
    Tile("6-3", 37.7, -12.5, 90, make=BLACK),
    Tile("3-0", 75.4, -25.0, make=BLACK),
)


def quads(scene):
    return [np.array(piece["corners"], np.float64) for piece in scene.truth()["pieces"]]


@pytest.fixture(scope="module")
def bend():
    return Scene(BEND, VIEW, "slate")


def test_what_touches_a_tile_meets_it_and_is_of_its_size():
    tile = np.array([[100.0, 100], [140, 100], [140, 180], [100, 180]])
    places = touching(tile)
    assert len(places) == 14
    for place in places:
        assert sides(place) == pytest.approx((40, 80))
        assert overlap(place, tile) < 1e-6
        assert overlap((place - place.mean(0)) * 1.05 + place.mean(0), tile) > 0


def test_places_of_the_colour_of_tiles_are_looked_at_and_the_table_is_not(bend):
    picture, (first, second, _) = bend.draw(), quads(bend)
    found = neighbours(picture, [first], [first])
    assert any(overlap(place, second) > 0.8 for place in found)
    alone = Scene(BEND[:1], VIEW, "slate")
    assert neighbours(alone.draw(), [first], [first]) == []


class Known:
    """Reads a face where a quad lies on a tile of the scene, surely, and what a joint seems to say across two."""

    name = "known"

    def __init__(self, labels, joint=None):
        self.labels, self.joint = labels, joint

    def read(self, picture, detections):
        return tuple(self._reading(each.corners) for each in detections)

    def _reading(self, corners):
        for label, quad, sure in self.labels:
            if overlap(corners, quad) > 0.85 and abs(np.log(sides(corners)[1] / sides(quad)[1])) < 0.2:
                return Reading(label, sure, (Candidate(label, sure),))
        return Reading(None, 0.9, ())


def test_a_tile_in_a_bend_that_no_detector_found_is_read(bend):
    picture, tiles = bend.draw(), quads(bend)
    table = DominoTable(Known([*zip(("2-6", "6-3", "3-0"), tiles, (0.99, 0.95, 0.9), strict=True)]))
    pieces = table.see(picture, [Detection(tiles[0], "domino", 0.9, "domino")])
    assert sorted(piece.label for piece in pieces) == ["2-6", "3-0", "6-3"]
    for piece, tile in pairs(pieces, tiles):
        if contains(tile, np.array(piece.corners).mean(0).tolist()):
            assert np.abs(np.array(piece.corners).mean(0) - tile.mean(0)).max() < 3


def pairs(pieces, tiles):
    return [(piece, tile) for piece in pieces for tile in tiles]


def across(one, other):
    """A quad over the halves of two tiles in a row that meet."""
    return np.stack(
        [(one[0] + one[3]) / 2, (one[1] + one[2]) / 2, (other[1] + other[2]) / 2, (other[0] + other[3]) / 2]
    )


LINE = np.array([[100.0, 60], [140, 60], [140, 140], [100, 140]])
NEXT = LINE + np.array([0.0, 80])
PICTURE = np.full((300, 300, 3), 90, np.uint8)


def test_the_joint_of_two_tiles_is_no_tile():
    joint = across(LINE, NEXT)
    finds = [Detection(each, "domino", 0.9, "domino") for each in (LINE, joint, NEXT)]
    table = DominoTable(Known([("1-3", LINE, 0.9), ("3-3", joint, 0.99), ("3-5", NEXT, 0.9)]))
    assert [piece.label for piece in table.see(PICTURE, finds)] == ["1-3", "3-5"]


def test_a_find_that_another_contests_more_surely_is_unsure_with_both():
    joint = across(LINE, NEXT)
    finds = [Detection(joint, "domino", 0.99, "domino"), Detection(LINE, "domino", 0.5, "domino")]
    (piece,) = DominoTable(Known([("1-3", LINE, 0.97), ("3-3", joint, 0.9)])).see(PICTURE, finds)
    assert piece.label is None
    assert [each.label for each in piece.candidates] == ["3-3", "1-3"]
