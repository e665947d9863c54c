"""Finds that were not read for sure are slid along; what that reads counts only where it is what was guessed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.games.stackernoos.faces import is_faint
from vision.geometry import slid
from vision.observation import Candidate, Piece, corners_of
from vision.recognise.detect import Detection
from vision.recognise.dominoes.table import DominoTable
from vision.recognise.read import Reading

PICTURE = np.full((200, 200, 3), 90, np.uint8)
TRUE = np.array([[60.0, 40], [100, 40], [100, 120], [60, 120]])
GUESS = Reading(None, 0.6, (Candidate("3-5", 0.6), Candidate("3-4", 0.2)))


class Faces:
    """Reads a label for sure where a quad lies just right, and else only guesses."""

    name = "faces"

    def __init__(self, label):
        self.label = label

    def read(self, picture, detections):
        return tuple(self._reading(each.corners) for each in detections)

    def _reading(self, corners):
        if np.abs(corners - TRUE).max() < 1:
            return Reading(self.label, 0.97, (Candidate(self.label, 0.97),))
        return GUESS


def seen(label, share):
    found = Detection(slid(TRUE, share), "domino", 0.9, "domino")
    (piece,) = DominoTable(Faces(label)).see(PICTURE, [found])
    return piece


@pytest.mark.parametrize("share", [-0.1, -0.05, 0.05, 0.1])
def test_a_tile_whose_quad_lies_a_little_too_far_along_is_read(share):
    piece = seen("3-5", share)
    assert (piece.label, piece.confidence) == ("3-5", 0.97)
    assert np.allclose(np.array(piece.corners), TRUE, atol=0.1)


def test_another_label_than_the_guess_is_not_believed():
    assert seen("4-5", 0.1).label is None


def test_a_quad_that_lies_farther_off_is_not_mended():
    assert seen("3-5", 0.4).label is None


def all_alike(picture, quads, name):
    return [True] * len(quads)


def none_alike(picture, quads, name):
    return [False] * len(quads)


class Backs:
    """Reads long quads as a face and short ones as nothing."""

    name = "backs"

    def read(self, picture, detections):
        face, nothing = Reading("3-5", 0.97, (Candidate("3-5", 0.97),)), Reading(None, 0.9, ())
        return tuple(face if np.ptp(each.corners[:, 1]) > 70 else nothing for each in detections)


def test_without_a_face_a_back_is_only_guessed():
    found = [Detection(TRUE * 0.5, "domino", 0.9, "domino_back")]
    (piece,) = DominoTable(Backs(), believed=all_alike).see(PICTURE, found)
    assert (piece.kind, piece.label, piece.candidates[0].label) == ("domino", None, "back")


class Faint:
    """Reads every quad as many faces, none of them likely."""

    name = "faint"

    def read(self, picture, detections):
        return tuple(Reading(None, 0.04, (Candidate("3-5", 0.04), Candidate("3-4", 0.03))) for _ in detections)


class Strange(Faint):
    """Reads every quad as no domino."""

    name = "strange"

    def read(self, picture, detections):
        return tuple(Reading(None, 0.9, ()) for _ in detections)


@pytest.mark.parametrize(
    ("faces", "score", "name", "kinds"),
    [
        (Faint(), 0.9, "domino", ["domino"]),
        (Faint(), 0.8, "domino", []),  # not plainly a face
        (Strange(), 0.9, "domino", ["domino"]),
        (Strange(), 0.8, "domino", ["unknown"]),
        (Strange(), 0.9, "", ["unknown"]),  # outlines alone say too little
    ],
)
def test_what_is_plainly_a_face_is_a_domino_though_nobody_reads_it(faces, score, name, kinds):
    pieces = DominoTable(faces).see(PICTURE, [Detection(TRUE, "domino", score, name)])
    assert [piece.kind for piece in pieces] == kinds
    assert all(piece.label is None for piece in pieces)
    assert all(is_faint(piece) == (faces.name == "faint") for piece in pieces)


@pytest.mark.parametrize(("share", "count"), [(0.5, 2), (0.2, 1)])
def test_a_back_is_of_the_size_of_the_faces(share, count):
    found = [Detection(TRUE, "domino", 0.9, "domino"), Detection(TRUE * share, "domino", 0.9, "domino_back")]
    pieces = DominoTable(Backs(), believed=all_alike).see(PICTURE, found)
    assert [piece.label for piece in pieces] == ["back", "3-5"][2 - count :]


def test_what_looks_like_no_back_is_unsure_beside_few_faces():
    """Tiles of other games have the size of dominoes; a network of crops tells them apart."""
    beside = TRUE * 0.8 + [90, 0]
    few = [Detection(TRUE, "domino", 0.9, "domino"), Detection(beside, "domino", 0.9, "domino_back")]
    for believed, label in ((none_alike, None), (all_alike, "back")):
        pieces = DominoTable(Backs(), believed=believed).see(PICTURE, few)
        assert {piece.label for piece in pieces} == {"3-5", label}


@pytest.mark.parametrize(("apart", "label"), [(1, None), (20, "back")])
def test_a_back_that_touches_a_face_is_unsure(apart, label):
    """It may be the side of a stack, or a blank without a bar: no tile of the play lies face down."""
    small = TRUE * 0.8
    beside = small - small.min(axis=0) + [100 + apart, 40]
    found = [Detection(TRUE, "domino", 0.9, "domino"), Detection(beside, "domino", 0.9, "domino_back")]
    pieces = DominoTable(Backs(), believed=all_alike).see(PICTURE, found)
    assert {piece.label for piece in pieces} == {"3-5", label}


@pytest.mark.parametrize(("count", "label"), [(2, "0-0"), (3, "back")])
def test_many_that_show_nothing_are_no_faces_by_whose_size_backs_are_told(count, label):
    """Diamonds of a cloth may read as blanks. The tiles that lie face down on it have another size."""

    class Diamonds(Backs):
        def read(self, picture, detections):
            nothing, blank = Reading(None, 0.9, ()), Reading("0-0", 0.9, (Candidate("0-0", 0.9),))
            return tuple(nothing if np.ptp(each.corners[:, 1]) > 50 else blank for each in detections)

    diamonds = [TRUE * 0.3 + [x, 0] for x in (0, 40, 80)[:count]]
    large = (TRUE + np.array([0, 70]), TRUE * 0.8 + [100, 80])
    found = [Detection(each, "domino", 0.9, "domino_back") for each in large]
    found += [Detection(each, "domino", 0.6, "domino_back") for each in diamonds]
    pieces = DominoTable(Diamonds(), believed=all_alike).see(np.full((400, 400, 3), 90, np.uint8), found)
    small = [piece for piece in pieces if np.ptp(np.array(piece.corners)[:, 1]) < 40]
    told = [piece for piece in pieces if np.ptp(np.array(piece.corners)[:, 1]) > 50]
    assert {piece.candidates[0].label for piece in small} == {label}
    assert len(told) == (2 if count == 3 else 0)


def test_one_face_that_is_hardly_sure_is_alone_among_diamonds_that_show_nothing():
    class Few:
        name = "few"

        def read(self, picture, detections):
            one, blank = Reading("3-5", 0.7, (Candidate("3-5", 0.7),)), Reading("0-0", 0.95, (Candidate("0-0", 0.95),))
            return tuple(one if np.ptp(each.corners[:, 1]) > 70 else blank for each in detections)

    found = [Detection(TRUE * 0.3 + [x, 0], "domino", 0.6, "domino_back") for x in (0, 40, 80)]
    pieces = DominoTable(Few(), believed=all_alike).see(PICTURE, [*found, Detection(TRUE, "domino", 0.9, "domino")])
    assert all(piece.label is None for piece in pieces)


@pytest.mark.parametrize(("sure", "label"), [(0.7, None), (0.85, "3-5")])
def test_a_face_without_another_has_to_be_surer(sure, label):
    """On pictures of other things a single face is seldom one, and dominoes hardly ever lie alone."""

    class Alone:
        name = "alone"

        def read(self, picture, detections):
            return tuple(Reading("3-5", sure, (Candidate("3-5", sure),)) for _ in detections)

    (piece,) = DominoTable(Alone()).see(PICTURE, [Detection(TRUE, "domino", 0.9, "domino")])
    assert (piece.label, piece.candidates[0].label) == (label, "3-5")


def test_a_piece_that_is_known_is_told_as_it_is_known():
    known = DominoTable(Faces("3-5")).see(PICTURE, [Detection(TRUE, "domino", 0.9, "domino")])
    beside = Detection(TRUE + np.array([60.0, 0]), "domino", 0.9, "domino")
    pieces = DominoTable(Faces("4-4")).see(PICTURE, [Detection(TRUE, "domino", 0.9, "domino"), beside], known)
    assert [(piece.label, piece.corners[0]) for piece in pieces] == [("3-5", (60.0, 40.0)), (None, (120.0, 40.0))]


@pytest.mark.parametrize(
    ("colour", "grown", "label"),
    [((230, 240, 240), 1.0, "0-0"), ((40, 120, 230), 1.0, None), ((230, 240, 240), 2.2, None)],
    ids=["white", "as the backs", "too large"],
)
def test_what_is_plain_and_has_not_the_colour_of_the_backs_is_the_double_blank(colour, grown, label):
    """A set without bars shows nothing on its double blank."""

    class Plain:
        name = "plain"

        def read(self, picture, detections):
            candidates = (Candidate("back", 0.5), Candidate("0-0", 0.04))
            nothing, doubt = Reading(None, 0.9, ()), Reading(None, 0.5, candidates)
            return tuple(doubt if each.name == "domino" else nothing for each in detections)

    backs = [TRUE + np.array([x, 0]) for x in (0, 60, 120)]
    one = TRUE.min(axis=0) + [0, 120] + (TRUE - TRUE.min(axis=0)) * grown
    picture = np.full((400, 400, 3), 90, np.uint8)
    for quad, filled in [*((each, (40, 120, 230)) for each in backs), (one, colour)]:
        cv2.fillConvexPoly(picture, quad.astype(np.int32), filled)
    found = [Detection(each, "domino", 0.9, "domino_back") for each in backs]
    pieces = DominoTable(Plain(), believed=all_alike).see(picture, [*found, Detection(one, "domino", 0.9, "domino")])
    (piece,) = (piece for piece in pieces if np.array(piece.corners)[:, 1].max() > 150)
    assert piece.label == label
    there = Piece("domino", "0-0", 0.9, corners_of(TRUE + np.array([180, 0])), 0)
    found = [*found, Detection(one, "domino", 0.9, "domino")]
    pieces = DominoTable(Plain(), believed=all_alike).see(picture, found, [there])
    assert sum(piece.label == "0-0" for piece in pieces) == 1
