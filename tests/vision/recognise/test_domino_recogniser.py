"""The other detectors cost more than the first: they are asked only where it leaves something in doubt."""

from __future__ import annotations

import numpy as np
import pytest

from vision.games.stackernoos.recogniser import KINDS, DominoRecogniser
from vision.observation import Candidate
from vision.photo import Photo
from vision.recognise.detect import Detection
from vision.recognise.dominoes.table import DominoTable
from vision.recognise.joined import JoinedDetector
from vision.recognise.read import Reading

PHOTO = Photo.from_frame(np.full((300, 300, 3), 90, np.uint8))
TILE = np.array([[60.0, 40], [100, 40], [100, 120], [60, 120]])
BESIDE = TILE + np.array([120.0, 0])


class Finds:
    """A detector that always says the same, and counts how often it is asked."""

    name = "finds"

    def __init__(self, *found):
        self.found, self.asked = found, 0

    def detect(self, picture):
        self.asked += 1
        return self.found


class Faces:
    """Reads every tile as the same face, so surely."""

    name = "faces"

    def __init__(self, sure):
        self.sure = sure

    def read(self, picture, detections):
        label = "3-5" if self.sure >= 0.8 else None
        return tuple(Reading(label, self.sure, (Candidate("3-5", self.sure),)) for _ in detections)


@pytest.mark.parametrize(
    ("first", "sure", "asked"),
    [
        ([Detection(TILE, "domino", 0.9, "domino")], 0.97, 0),
        ([Detection(TILE, "domino", 0.9, "domino")], 0.6, 1),
        ([], 0.97, 1),
        ([Detection(TILE, "domino", 0.9, "domino"), Detection(BESIDE, "card", 0.9, "card_back")], 0.97, 1),
    ],
    ids=["all is sure", "a tile is unsure", "nothing was found", "a blank tile looks like a card"],
)
def test_the_second_detector_is_asked_where_the_first_leaves_doubt(first, sure, asked):
    one, two = Finds(*first), Finds(Detection(BESIDE, "domino", 0.9, "domino"))
    recogniser = DominoRecogniser(JoinedDetector((one, two)), DominoTable(Faces(sure)), KINDS)
    told = recogniser.see(PHOTO).pieces
    assert (one.asked, two.asked) == (1, asked)
    assert len(told) == len([each for each in first if each.kind == "domino"]) + asked
