"""What the next pictures lend: only what this one shows, too."""

import cv2
import numpy as np
import pytest

from service.disputes.lent import lent
from tests.benchmarks.staging import jpeg
from vision.observation import Observation, Piece

CORNERS = ((40.0, 40.0), (80.0, 40.0), (80.0, 120.0), (40.0, 120.0))
TILE = Piece("domino", "3-5", 0.99, CORNERS)
UNSURE = Piece("domino", None, 0.3, CORNERS)


def table(*, tile=True, cover=None, light=1.0):
    pixels = np.full((160, 200, 3), 120, np.uint8)
    if tile:
        cv2.rectangle(pixels, (40, 40), (80, 120), (230, 230, 220), -1)
        for spot in ((50, 50), (70, 70), (60, 90), (50, 110), (70, 110)):
            cv2.circle(pixels, spot, 4, (20, 20, 20), -1)
    if cover is not None:
        cv2.rectangle(pixels, (30, 30), (90, 130), cover, -1)
    return jpeg((pixels * light).astype(np.uint8))


def seen(*pieces):
    return Observation(200, 160, "", pieces)


@pytest.mark.parametrize("known", [(), (UNSURE,)], ids=["overlooked", "unsure"])
@pytest.mark.parametrize("light", [1.0, 0.7])
def test_what_both_pictures_show_is_lent(known, light):
    assert lent(table(light=light), seen(*known), [(table(), seen(TILE))]).pieces == (TILE,)


@pytest.mark.parametrize(
    "picture",
    [table(tile=False), table(cover=(116, 150, 205)), table(light=0.0), jpeg(np.zeros((90, 160, 3), np.uint8)), b""],
    ids=["not there", "covered", "black", "of another size", "no picture"],
)
def test_what_this_one_does_not_show_is_not_lent(picture):
    assert lent(picture, seen(), [(table(), seen(TILE))]).pieces == ()


def test_what_was_read_here_stays():
    other = Piece("domino", "3-6", 0.9, CORNERS)
    assert lent(table(), seen(other), [(table(), seen(TILE))]).pieces == (other,)
