"""A picture in too little light is developed before it is read; what it warns of is told of the picture as it is."""

from __future__ import annotations

import numpy as np
import pytest

from vision.games.stackernoos.recogniser import KINDS, DominoRecogniser
from vision.photo import Photo
from vision.recognise.dominoes.develop import USUAL, developed
from vision.recognise.joined import JoinedDetector

TONES = np.tile(np.arange(256, dtype=np.uint8), (40, 1))[..., None].repeat(3, axis=2)


class Eye:
    """In the place of a detector: it keeps the picture that it was shown, and finds nothing."""

    name = "eye"

    def detect(self, picture):
        self.shown = picture
        return ()

    def see(self, picture, found):
        return ()


def test_a_picture_in_usual_light_is_left_as_it_is():
    assert developed(TONES) is TONES


@pytest.mark.parametrize("share", [0.2, 0.4, 0.6])
def test_a_dim_one_becomes_as_bright_as_usual_and_its_darks_are_lifted_most(share):
    dim = (TONES * share).astype(np.uint8)
    light = developed(dim)
    assert USUAL - 6 <= np.percentile(light, 99) <= USUAL + 12
    assert (np.diff(light[0, :, 0].astype(int)) >= 0).all()
    assert light[0, 64, 0] / max(dim[0, 64, 0], 1) > light[0, 250, 0] / dim[0, 250, 0]


def test_a_picture_that_is_hardly_dim_hardly_changes():
    below = (TONES * (USUAL - 3) / np.percentile(TONES, 99)).astype(np.uint8)
    assert np.abs(developed(below).astype(int) - below).max() <= 5


def test_a_black_picture_is_read_too():
    black = np.zeros_like(TONES)
    assert not developed(black).any()


def test_a_recogniser_looks_at_the_developed_picture_and_warns_of_the_dark_one():
    eye, dim = Eye(), (TONES * 0.2).astype(np.uint8)
    seen = DominoRecogniser(JoinedDetector((eye,)), eye, KINDS).see(Photo.from_frame(dim))
    assert (eye.shown == developed(dim)).all()
    assert "dark" in [notice.name for notice in seen.warnings]
