"""What lies beside the table is made coarse in kept pictures, and the table is not touched."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from service.following.masking import Picture, Sharp, veiled
from vision.observation import Observation, Piece
from vision.scene.region import TableRegion

SIZE = (1280, 720)
REGION = TableRegion(((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)), "mat")
DRAWN = TableRegion(REGION.corners, "people")
LENGTH = 60.0


@pytest.fixture
def pixels():
    return np.random.default_rng(3).integers(0, 255, (720, 1280, 3), np.uint8)


def domino(x, y, label="1-5", kind="domino"):
    corners = ((x, y + 30), (x, y), (x + LENGTH, y), (x + LENGTH, y + 30))
    return Piece(kind, label, 0.9, corners)


def seen(*pieces):
    return Observation(*SIZE, "", pieces)


def notice(region, jump=None, *, anew=False):
    return SimpleNamespace(region=region, jump=jump, anew=anew)


def sharp(region, *pieces):
    area = Sharp()
    area.frame(notice(region))
    area.see(seen(*pieces), ())
    return area


def test_the_table_stays_and_what_is_beside_is_coarse(pixels):
    inside = REGION.mask(pixels.shape)
    shown = veiled(pixels, inside)
    assert (shown[inside] == pixels[inside]).all()
    assert shown[~inside].std() < 0.15 * pixels[~inside].std()
    assert shown.dtype == np.uint8


def test_a_face_beside_the_table_is_no_more_than_three_cells_wide():
    """A pattern as fine as eyes and mouths of a face of 150 px is gone."""
    eyes = np.zeros((720, 1280, 3), np.uint8)
    for at in range(0, 1280, 40):
        cv2.line(eyes, (at, 0), (at, 720), (255, 255, 255), 20)
    beside = veiled(eyes, REGION.mask(eyes.shape))[:, :300]
    assert int(beside.max()) - int(beside.min()) < 100


def test_where_nothing_is_known_of_a_table_nothing_stays_sharp():
    assert not sharp(None).mask((720, 1280)).any()


def test_the_first_piece_tells_where_the_table_is_with_room_for_the_next():
    mask = sharp(None, domino(600, 300)).mask((720, 1280))
    assert mask[315, 630 - 2 * int(LENGTH) : 630 + 2 * int(LENGTH)].all()
    assert mask[315 - 2 * int(LENGTH) : 315 + 2 * int(LENGTH), 630].all()
    assert mask.mean() < 0.1


def test_a_row_that_leaves_the_mat_is_kept_and_what_lies_on_it_changes_nothing():
    on, off = domino(600, 300), domino(950, 300)
    assert (sharp(REGION, on).mask((720, 1280)) == REGION.mask((720, 1280))).all()
    mask = sharp(REGION, on, off).mask((720, 1280))
    assert mask[300:330, 950:1010].all()
    assert mask[REGION.mask((720, 1280))].all()


def test_beside_the_edge_that_people_drew_nothing_is_kept():
    area = sharp(REGION, domino(1000, 300))
    area.frame(notice(DRAWN))
    area.see(seen(domino(1000, 300)), ())
    assert (area.mask((720, 1280)) == DRAWN.mask((720, 1280))).all()


def test_between_pieces_that_lie_near_all_is_kept_and_one_far_away_joins_nothing():
    near = sharp(None, domino(300, 300), domino(550, 300), domino(425, 500)).mask((720, 1280))
    assert near[400, 455]
    far = sharp(None, domino(200, 300), domino(1000, 300)).mask((720, 1280))
    assert far[315, 1030]
    assert not far[315, 630]


@pytest.mark.parametrize("kind", ["hand", "unknown", "domino"])
def test_hands_and_what_nobody_can_read_are_no_table(kind):
    assert not sharp(None, domino(600, 300, None, kind)).mask((720, 1280)).any()


def test_what_a_play_laid_is_kept_though_nobody_read_it_surely():
    """The first tile of a game is known by the rules."""
    area = Sharp()
    area.see(seen(domino(600, 300, None), domino(200, 600, None), domino(1000, 600, None, "hand")), {0, 2})
    mask = area.mask((720, 1280))
    assert mask[300:330, 600:660].all()
    assert not mask[600:630, 200:260].any()
    assert not mask[600:630, 1000:1060].any()


def test_what_was_learnt_goes_along_with_a_moved_camera_and_is_forgotten_at_another_table():
    area, right = sharp(None, domino(300, 300)), np.array([[1, 0, 400], [0, 1, 0], [0, 0, 1.0]])
    area.frame(notice(None, right))
    assert area.mask((720, 1280))[315, 730]
    assert not area.mask((720, 1280))[315, 330]
    area.frame(notice(None, anew=True))
    assert not area.mask((720, 1280)).any()


def test_as_long_as_nothing_is_added_the_same_picture_is_kept(pixels):
    area, picture = sharp(None, domino(300, 300)), Picture(pixels, {})
    first = picture.kept(area.mask(pixels.shape))
    area.see(seen(domino(310, 310)), ())
    assert picture.kept(area.mask(pixels.shape)) is first
    area.see(seen(domino(900, 300)), ())
    assert picture.kept(area.mask(pixels.shape)) != first
