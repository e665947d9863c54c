"""What lies beside the table is made coarse in kept pictures, and the table is not touched."""

import cv2
import numpy as np
import pytest
from page_table import picture

from service.following.masking import veiled
from vision.scene.region import TableRegion

REGION = TableRegion(((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)), "people")


@pytest.fixture
def pixels():
    return np.random.default_rng(3).integers(0, 255, (720, 1280, 3), np.uint8)


def test_the_table_stays_and_what_is_beside_is_coarse(pixels):
    shown = veiled(pixels, REGION)
    inside = REGION.mask(pixels.shape)
    assert (shown[inside] == pixels[inside]).all()
    assert shown[~inside].std() < 0.15 * pixels[~inside].std()
    assert shown.dtype == np.uint8


def test_a_face_beside_the_table_is_no_more_than_three_cells_wide():
    """A pattern as fine as eyes and mouths of a face of 150 px is gone."""
    eyes = np.zeros((720, 1280, 3), np.uint8)
    for at in range(0, 1280, 40):
        cv2.line(eyes, (at, 0), (at, 720), (255, 255, 255), 20)
    beside = veiled(eyes, REGION)[:, :300]
    assert int(beside.max()) - int(beside.min()) < 100


def test_where_no_table_is_known_the_picture_is_whole(pixels):
    assert veiled(pixels, None) is pixels


def test_kept_pictures_are_veiled_where_that_is_wished(parts, monkeypatch):
    from types import SimpleNamespace

    from service.following.session import Books, Session
    from service.store.clock import now

    game = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions)
    session = Session(game.id, Books(parts.ledger, parts.evidence, parts.questions, now), lambda *_: None)
    monkeypatch.setattr("service.following.session.known_to", lambda *_: [])
    look = SimpleNamespace(decision=None, observation=SimpleNamespace(to_json=dict), hidden=())
    pixels = cv2.imdecode(np.frombuffer(picture("Ada"), np.uint8), cv2.IMREAD_COLOR)
    for veils, same in ((False, True), (True, False)):
        session.veils, session._region = veils, REGION
        session._photograph(pixels, look)
        kept = cv2.imdecode(np.frombuffer(session.picture, np.uint8), cv2.IMREAD_COLOR)
        assert (float(np.abs(kept[:180].astype(int) - pixels[:180]).mean()) < 2.0) is same
