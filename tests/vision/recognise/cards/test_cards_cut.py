"""Parts of the faces of a deck: only those that are asked for are made ready, and each once."""

import numpy as np
import pytest

from vision.recognise.cards import strips
from vision.recognise.cards.gallery import gallery
from vision.recognise.cards.mat_settings import STRIPS
from vision.recognise.cards.printed import printed_deck

PART = np.s_[6:30, 0:10]


@pytest.fixture
def faces():
    return strips._faces(gallery(printed_deck()), STRIPS.width, STRIPS.compare.blurs[0])


def test_a_face_is_made_ready_once_it_is_asked_for(faces, monkeypatch):
    seen, real = [], strips._view
    monkeypatch.setattr(strips, "_view", lambda *given: seen.append(1) or real(*given))
    cut = strips.Cut(faces, STRIPS, PART)
    seen.clear()
    cut.only(np.array([3, 70, 5]))
    assert len(seen) == 3
    cut.only(np.array([5, 3, 71]))
    assert len(seen) == 4


def test_a_face_is_the_same_by_itself_and_among_all(faces):
    every = np.arange(len(faces))
    whole, cut = strips.Cut(faces, STRIPS, PART).only(every), strips.Cut(faces, STRIPS, PART)
    for face in (70, 3, len(faces) - 1):
        alone = cut.only(np.array([face]))
        for name in ("structures", "colours", "flat"):
            assert np.array_equal(getattr(alone, name)[0], getattr(whole, name)[face]), name
