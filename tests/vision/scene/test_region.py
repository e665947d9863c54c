"""Where the play is: from people, from the mat, from pieces; what lies beside it is nobody's move."""

import numpy as np
import pytest

from vision.observation import Observation, Piece
from vision.scene.bounds import Bounds
from vision.scene.region import RegionError, TableRegion, of_pieces, within

SIZE = (1280, 720)
HALF = TableRegion(((0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0)), "people")


def quad(x, y, width=40, height=20):
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def piece(x, y, kind="domino", label="3-1", **size):
    return Piece(kind, label, 0.9, quad(x, y, **size))


def seen(*pieces):
    return Observation(*SIZE, "", pieces)


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        (((0, 0), (1, 1)), "corners"),
        (((0, 0), (1.2, 0), (1, 1)), "outside"),
        (((0, 0), (0.1, 0), (0.1, 0.1)), "too small"),
        (((0, 0), (1, 1), (1, 0), (0, 1)), "cross"),
        (((0, 0), (1, 0), (1, 1), (1, 1)), "one place"),
        (((0, 0), (0.5, 0.5), (1, 0), (1, 1), (0.5, 0.505), (0, 1)), "one place"),
    ],
)
def test_corners_that_make_no_table_are_refused_with_the_reason(corners, why):
    with pytest.raises(RegionError, match=why):
        TableRegion(corners, "people")


@pytest.mark.parametrize("told", [None, {}, {"corners": 3}, {"corners": [[0, 0], [1, 0], ["a", 1]]}])
def test_what_is_no_region_is_refused(told):
    with pytest.raises(RegionError, match="a region has"):
        TableRegion.from_json(told)


def test_json_brings_it_back():
    assert TableRegion.from_json(HALF.to_json()) == HALF


def test_a_mask_covers_the_table_at_any_size():
    mask = HALF.mask((180, 320))
    assert not mask[:, :158].any()
    assert mask[:, 162:].all()
    assert HALF.mask((180, 320)) is mask


def test_pieces_and_hands_beside_the_table_that_people_named_are_none():
    ours, marker = piece(900, 300), piece(30, 30, "unknown", "mat:3")
    arm, reaching = piece(0, 200, "hand", None, width=300), piece(300, 200, "hand", None, width=600)
    everything = seen(ours, piece(100, 300), marker, arm, reaching)
    assert within(HALF, everything).pieces == (ours, marker, reaching)
    assert within(None, everything) is everything


def test_beside_a_table_that_was_learnt_only_hands_are_none():
    learnt = TableRegion(HALF.corners, "pieces")
    everything = seen(piece(100, 300), piece(0, 200, "hand", None, width=300))
    assert [each.kind for each in within(learnt, everything).pieces] == ["domino"]


def test_pieces_tell_the_table_with_room_for_more():
    pieces = [quad(600 + 44 * n, 340) for n in range(4)]
    region = of_pieces(pieces, SIZE)
    near, far = np.array([[690.0, 270.0]]), np.array([[690.0, 60.0]])
    assert all(region.holds(each[None], SIZE) for each in near)
    assert not region.holds(far, SIZE)
    assert of_pieces(pieces[:2], SIZE) is None


def test_what_is_learnt_from_pieces_only_grows():
    bounds = Bounds()
    bounds.see([quad(600 + 44 * n, 340) for n in range(4)], SIZE)
    bounds.see([quad(900, 500)], SIZE)
    assert all(bounds.region.holds(np.array([each]), SIZE) for each in ((610.0, 350.0), (910.0, 510.0)))


def test_what_people_say_goes_before_and_can_be_taken_back():
    bounds = Bounds()
    bounds.give(HALF)
    bounds.see([quad(600 + 44 * n, 340) for n in range(4)], SIZE)
    assert bounds.region is HALF
    bounds.give(None)
    assert bounds.region.source == "pieces"


def test_a_region_goes_with_the_camera_that_is_bumped():
    bounds = Bounds()
    bounds.give(TableRegion(((0.25, 0.25), (0.5, 0.25), (0.5, 0.5), (0.25, 0.5)), "people"))
    push = np.array([[1.0, 0, 128], [0, 1, 72], [0, 0, 1]])
    bounds.follow(SIZE)
    assert bounds.region.corners[0] == (0.25, 0.25)
    bounds.follow(SIZE, jump=push)
    assert bounds.region.corners[0] == pytest.approx((0.35, 0.35))


def test_corners_that_the_pictures_edge_brings_together_are_one():
    """The camera was bumped: two corners lie beyond the picture's corner, and the table goes on."""
    bounds = Bounds()
    bounds.give(TableRegion(((0.3, 0.0), (0.9, 0.0), (1.0, 0.1), (1.0, 1.0), (0.3, 1.0)), "people"))
    bounds.follow(SIZE, jump=np.array([[1.0, 0, 256], [0, 1, -144], [0, 0, 1]]))
    assert np.array(bounds.region.corners) == pytest.approx(np.array([(0.5, 0), (1, 0), (1, 0.8), (0.5, 0.8)]))


def test_what_was_learnt_is_void_where_the_watch_of_the_table_begins_anew_and_what_people_said_is_not():
    bounds = Bounds()
    bounds.see([quad(600 + 44 * n, 340) for n in range(4)], SIZE)
    bounds.follow(SIZE, anew=True)
    assert bounds.region is None
    bounds.give(HALF)
    bounds.follow(SIZE, anew=True)
    assert bounds.region is HALF
