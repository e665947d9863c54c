"""The plane of the table, from the proportion of the tiles alone."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_scenes import HEIGHT, WIDTH, Camera, Tile, observe

from vision.games.stackernoos.contacts import Contact, Spot, contacts, turned
from vision.games.stackernoos.plane import poses

SPREAD = [Tile("1-2", x, y, "en"[(x + y) % 2]) for x in range(-12, 13, 6) for y in range(-6, 7, 4)]


def measured(tiles, **how):
    quads = np.array([piece.corners for piece in observe(tiles, **how).pieces])
    return poses(quads, (WIDTH, HEIGHT))


def distances(points):
    return np.linalg.norm(points[:, None] - points[None], axis=2)


@pytest.mark.parametrize("camera", [Camera(), Camera(30, 35), Camera(200, 50, 10), Camera(75, 20, -20, 30)])
def test_distances_in_tile_widths_are_those_of_the_table(camera):
    true = np.array([[t.x + 0.5, t.y] if t.direction == "e" else [t.x, t.y + 0.5] for t in SPREAD])
    found = measured(SPREAD, camera=camera)
    assert np.abs(distances(found.centre) - distances(true)).max() < 0.02
    assert found.misfit.max() < 0.01


def test_noise_of_a_pixel_moves_neighbours_little():
    found = measured(SPREAD, camera=Camera(30, 35), noise=1.0, seed=3)
    near = distances(found.centre)
    true = distances(measured(SPREAD, camera=Camera(30, 35), seed=3).centre)
    assert np.abs(near - true)[true < 5].max() < 0.25


def test_quads_that_are_none_have_no_pose():
    found = poses(np.array([[[0, 0], [0, 0], [0, 0], [0, 0]], [[0, 0], [9, 9], [9, 0], [0, 9]]], dtype=float), (99, 99))
    assert np.isnan(found.misfit).all()
    assert np.isnan(found.centre).all()


def test_a_single_tile_has_a_pose():
    found = measured([Tile("1-2", 0, 0)])
    assert found.misfit[0] < 0.01


def test_far_away_tiles_of_another_size_do_not_pull():
    quads = np.array([piece.corners for piece in observe(SPREAD).pieces])
    large = 4 * quads[:2] + 50
    found = poses(np.concatenate([quads, large]), (WIDTH, HEIGHT))
    assert found.misfit[: len(quads)].max() < 0.1


@given(angle=st.floats(0, 6.28), turn=st.integers(0, 3), end=st.sampled_from([-2.0, 2.0]))
@settings(max_examples=50)
def test_a_contact_and_its_reverse_are_the_same_contact(angle, turn, end):
    contact = Contact(0, 1, *turned(end, 0, turn), turn, 0.0)
    assert contact.reverse().reverse() == contact
    spots = [Spot(0, 0, angle), Spot(2.1 * np.cos(angle), 2.1 * np.sin(angle), angle + np.pi)]
    (found,) = contacts(spots)
    (back,) = contacts(spots[::-1])
    assert (found.x, found.y, found.turn) == (2.0, 0.0, 2)
    assert (back.reverse().x, back.reverse().y, back.reverse().turn) == (2.0, 0.0, 2)


@pytest.mark.parametrize(
    ("x", "y", "angle", "touches"),
    [
        (2.3, 0.0, 0.0, True),  # end to end with a gap
        (2.6, 0.0, 0.0, False),  # too far
        (2.0, 0.6, 0.0, False),  # too far aside
        (2.0, 0.0, 0.5, False),  # turned too far
        (0.0, 1.0, 0.0, False),  # side by side
        (0.5, 1.5, np.pi / 2, True),  # an end at a side
        (1.5, 1.5, np.pi / 2, False),  # corner to corner
        (0.0, 1.6, np.pi / 2, True),  # across the middle
    ],
)
def test_what_touches(x, y, angle, touches):
    assert bool(contacts([Spot(0, 0, 0), Spot(x, y, angle)])) is touches
