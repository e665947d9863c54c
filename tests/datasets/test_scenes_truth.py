"""What a picture's truth says is what the picture shows."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from datasets.optics.studio import Studio
from datasets.optics.webcam import draw_webcam, encode, expose, in_range
from datasets.scenes.draw import LAYERS, child, compose, photograph
from datasets.scenes.redraw import redraw
from datasets.scenes.run import canonical
from datasets.scenes.truth import describe
from datasets.stoneboard.board import SIDE

pytestmark = pytest.mark.usefixtures("coarse")
SIZE = (480, 270)
SCENES = 4


@cache
def composed(game, index):
    """A scene, which nobody changes."""
    return compose(game, 31, index, SIZE)


@pytest.fixture(scope="module")
def studio():
    return Studio()


@pytest.fixture(scope="module")
def shots(studio):
    """(game, scene, shot, truth) of a few scenes a game."""
    found = []
    for game in LAYERS:
        for index in range(SCENES):
            scene = composed(game, index)
            shot = studio.film(scene.world, scene.camera)
            found.append((game, scene, shot, describe(scene.world, scene.camera, shot, game)))
    return found


def test_redrawn_pieces_agree_with_the_masks(shots):
    found = [one for _, scene, shot, _ in shots for one in redraw(scene.world, scene.camera, shot)]
    assert len(found) > 40
    assert {one.kind for one in found} >= {"domino", "card", "stone"}
    assert min(one.iou for one in found) >= 0.98
    assert np.mean([one.iou for one in found]) >= 0.99


def test_corners_follow_from_pose_and_camera_as_the_file_gives_them(shots):
    """A reader of the file alone, with OpenCV's camera model, finds the same corners."""
    import cv2

    checked = 0
    for _, _, _, truth in shots:
        camera = truth["camera"]
        matrix = np.array([[camera["fx"], 0, camera["cx"]], [0, camera["fy"], camera["cy"]], [0, 0, 1]])
        turn = cv2.Rodrigues(np.array(camera["rotation"]))[0]
        for piece in truth["pieces"]:
            if piece["kind"] != "domino" or piece["face"] != "up":
                continue
            length, width, thickness = piece["size"]
            own = np.array([[-1, -1, 1], [-1, 1, 1], [1, 1, 1], [1, -1, 1]]) * [length / 2, width / 2, thickness / 2]
            w, x, y, z = piece["turn"]
            rotation = np.array(
                [
                    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
                ]
            )
            world = own @ rotation.T + piece["at"]
            pixels = cv2.projectPoints(
                world, turn, np.array(camera["translation"]), matrix, np.array(camera["distortion"])
            )[0].reshape(-1, 2)
            inside = (np.abs(pixels - np.array(SIZE) / 2) < np.array(SIZE) / 2).all()
            if inside:
                assert np.abs(pixels - piece["corners"]).max() < 0.25
                checked += 1
    assert checked > 20


def test_every_piece_says_what_the_contract_asks(shots):
    for _, scene, _, truth in shots:
        assert truth["camera"]["width"], truth["camera"]["height"] == SIZE
        for number, piece in enumerate(truth["pieces"]):
            assert {"kind", "label", "corners", "level", "visible", "on"} <= set(piece)
            assert len(piece["corners"]) == 4
            assert 0 < piece["visible"] <= 1
            assert all(0 <= below < len(truth["pieces"]) and below != number for below in piece["on"])
        json.loads(canonical(truth))
        assert scene.camera.eye[2] > 0


@pytest.mark.parametrize(("size", "scenes"), [((320, 240), 2), ((1920, 1080), 1)])
def test_who_is_wholly_seen_shows_all_corners(studio, size, scenes):
    """… at any size of picture, though corners are rounded."""
    checked = 0
    for game in ("stackernoos", "stonerow"):
        for index in range(scenes):
            scene = compose(game, 31, index, size)
            truth = describe(scene.world, scene.camera, studio.film(scene.world, scene.camera), game)
            for piece in truth["pieces"]:
                if piece["visible"] == 1 and piece.get("face") in {"up", "down"} and piece["kind"] != "stone":
                    assert piece["corners_visible"] == [1, 1, 1, 1], piece
                    checked += 1
    assert checked > 10


def test_the_marker_points_at_its_stack_and_lies_clear_of_all_stones():
    found = 0
    for index in range(8):
        placed = composed("stones", index).world.placed
        pieces = [one for one in placed if one.thing.piece is not None]
        bases = {one.facts["stack"]: one for one in pieces if one.thing.piece.label == "base"}
        for marker in (one for one in pieces if one.thing.piece.kind == "marker"):
            width, height, _ = marker.thing.piece.size
            point = marker.pose.points(np.array([[0.0, -height / 2, 0.0]]))[0, :2]
            base = bases[marker.facts["at_stack"]]
            assert 20 < np.linalg.norm(point - base.pose.at[:2]) < 36
            for stone in (one for one in pieces if one.thing.piece.kind == "stone" and not one.facts.get("fallen")):
                own = (stone.pose.points(stone.thing.mesh.points) - marker.pose.at) @ marker.pose.rotation
                low = own[own[:, 2] < 1.0]
                assert not (np.linalg.norm(low[:, :2] - [0, (height - width) / 2], axis=1) < width / 2 - 1).any()
            found += 1
    assert found > 3


def test_the_corners_of_a_marker_are_those_of_its_outline(shots):
    found = 0
    for _, scene, _, truth in shots:
        for piece in truth["pieces"]:
            if piece["kind"] != "marker":
                continue
            mesh = next(
                one.thing.mesh for one in scene.world.placed if one.thing.piece and one.thing.piece.kind == "marker"
            )
            assert piece["size"] == pytest.approx(mesh.size.tolist(), abs=1e-3)
            assert np.allclose(mesh.points[:, :2].max(0), np.array(piece["size"][:2]) / 2, atol=1e-3)
            found += 1
    assert found


def test_of_a_hand_the_share_of_its_outline_is_told(studio):
    """A hand in the middle shows most of its convex outline; one that leaves the picture shows less of it."""
    from datasets.optics.camera import Camera
    from datasets.optics.material import Lamp, Light
    from datasets.optics.world import World
    from datasets.pieces.hand import draw_arm

    world = World(Light((Lamp((0.0, 0.0, 900.0), (1.0, 1.0, 1.0), 50.0),)))
    draw_arm(child(4, 1)).reach(world, (0.0, 0.0), 0.0, 5.0)
    shares = []
    for target in ((70.0, 0.0, 0.0), (-60.0, 0.0, 0.0)):
        camera = Camera.look((target[0], 0.0, 500.0), target, (320, 240), 700.0)
        truth = describe(world, camera, studio.film(world, camera), "stones")
        shares += [piece["visible"] for piece in truth["pieces"] if piece["part"] == "hand"]
    assert 0.5 < shares[0] < 1
    assert 0 < shares[1] < shares[0] - 0.2


def test_stacks_without_a_board_are_told():
    """Without the board nobody can see which stack is the first."""
    listed = []
    for index in range(12):
        scene = composed("stones", index)
        sizes = [one.thing.mesh.size for one in scene.world.placed if one.thing.piece is None]
        listed.append(scene.facts.get("board", True))
        assert listed[-1] == any(np.allclose(size, (SIDE, SIDE, 2.0), atol=0.1) for size in sizes)
    assert set(listed) == {True, False}


def test_a_card_has_round_corners_and_true_ones():
    from datasets.pieces.printed import bent

    mesh, corners = bent(63.0, 88.0, (0.5, 0.3, 0.2), 3.0)
    assert np.allclose(np.abs(np.array(corners)[:, :2]), [31.5, 44.0])
    x, y, _ = np.abs(mesh.points).T
    beyond = np.hypot(np.maximum(x - 28.5, 0), np.maximum(y - 41.0, 0))
    assert beyond.max() < 3.001
    assert x.max() == pytest.approx(31.5)
    assert mesh.points[:, 2].min() == pytest.approx(0.15, abs=1e-4)


def test_no_hand_floats_before_its_sleeve():
    from datasets.pieces.hand import draw_arm

    for index in range(40):
        parts = draw_arm(child(4, index)).parts
        ends = sorted((float(part.mesh.points[:, 0].min()), float(part.mesh.points[:, 0].max())) for part in parts)
        assert all(high > low for (_, high), (low, _) in pairwise(ends))


def test_hands_arms_and_sleeves_face_outwards():
    """What faces inwards is lit as if it were its own inside: grey."""
    from datasets.pieces.hand import draw_arm

    for index in range(8):
        for part in draw_arm(child(4, index)).parts:
            mesh = part.mesh
            a, b, c = (mesh.points[mesh.faces[:, corner]].astype(float) for corner in range(3))
            across = np.cross(b - a, c - a)
            mean = mesh.normals[mesh.faces].mean(axis=1)
            outwards = float(((across * mean).sum(axis=1) > -1e-3).mean())
            assert max(outwards, 1 - outwards) > 0.99  # a left hand is a right one in the mirror
            middle = mesh.points[(mesh.points[:, 0] > -300) & (mesh.points[:, 0] < -160)]
            if part.piece.facts["part"] != "hand" and len(middle):
                near = np.isin(mesh.points[:, 0], middle[:, 0])
                away = mesh.points[near] - middle.mean(axis=0)
                assert (away[:, 1:] * mesh.normals[near][:, 1:]).sum(axis=1).mean() > 5


def test_stacked_dominoes_lie_on_what_is_beneath(shots):
    for game, _, _, truth in shots:
        if game != "stackernoos":
            continue
        pieces = truth["pieces"]
        for piece in pieces:
            below = [pieces[index] for index in piece["on"]]
            if piece.get("cell") and below:
                assert all(low["level"] == piece["level"] - 1 for low in below)


def test_visible_share_counts_what_is_hidden_or_outside(shots):
    shares = [piece["visible"] for _, _, _, truth in shots for piece in truth["pieces"]]
    assert max(shares) == 1
    assert min(shares) < 0.9


def test_the_same_seed_gives_the_same_bytes(studio):
    for game in LAYERS:
        one, two = (photograph(studio, compose(game, 31, 3, (320, 240))) for _ in range(2))
        assert canonical(one[1]) == canonical(two[1])
        assert one[0] == two[0]


def test_another_seed_or_scene_gives_another_picture(studio):
    pictures = {
        photograph(studio, compose("stackernoos", seed, index, (160, 120)))[0]
        for seed, index in [(1, 0), (1, 1), (2, 0)]
    }
    assert len(pictures) == 3


def test_filming_again_gives_the_same_picture(studio):
    """Nothing of an earlier picture, or of one of another size, is left in the next."""
    scene = compose("stackernoos", 5, 1, (320, 180))
    first = studio.film(scene.world, scene.camera).colour
    other = compose("stones", 5, 1, (200, 200))
    studio.film(other.world, other.camera)
    assert np.array_equal(first, studio.film(scene.world, scene.camera).colour)


def test_high_quality_shows_the_same_things_with_less_noise(studio):
    """The same truth and masks; the same light on the whole; where many samples meet, neighbours differ less."""
    scene = compose("stones", 5, 1, (320, 180))
    common, high = (one.film(scene.world, scene.camera) for one in (studio, Studio(high=True)))
    assert np.array_equal(common.seen, high.seen)
    assert common.colour.shape == high.colour.shape
    assert np.median(np.abs(common.colour - high.colour)) < 0.02
    assert high.colour.mean() == pytest.approx(common.colour.mean(), rel=0.05)
    assert canonical(describe(scene.world, scene.camera, common, "stones")) == canonical(
        describe(scene.world, scene.camera, high, "stones")
    )


def test_cameras_look_from_straight_down_to_25_degrees():
    heights = []
    for index in range(300):
        camera = compose_camera(index)
        forward = np.array(camera.rotation)[2]
        heights.append(np.degrees(np.arcsin(-forward[2])))
    assert min(heights) >= 25
    assert min(heights) < 35
    assert max(heights) > 85


def compose_camera(index):
    from datasets.scenes.room import draw_camera

    return draw_camera(child(3, index), 150.0, 48.0)


def test_what_is_white_keeps_its_print():
    """White things on a dark table are not burnt out: print of nine tenths of their light still differs."""
    light = np.full((90, 120, 3), 0.02, np.float32)
    light[30:60, 40:80] = 0.8
    light[40:50, 50:70] = 0.72
    rng = child(1, 2)
    for _ in range(20):
        webcam = replace(draw_webcam(rng), noise=(0.0, 0.0, 0.0), smear=(0.0, 0.0), headroom=1.2)
        picture = expose(light, in_range(light, webcam), rng).astype(int)
        assert picture[35, 60, 1] - picture[45, 60, 1] >= 3
        assert picture[35, 60, 1] > 120


def test_a_webcam_gives_a_jpeg_of_the_same_size():
    rng = child(1, 1)
    light = rng.random((90, 120, 3), np.float32)
    for _ in range(8):
        webcam = draw_webcam(rng)
        picture = expose(light, webcam, rng)
        assert picture.shape == light.shape
        assert encode(picture, webcam)[:2] == b"\xff\xd8"
