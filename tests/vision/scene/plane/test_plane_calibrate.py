"""The lens from views of the mat, and the command that keeps it."""

import json

import cv2
import numpy as np
import pytest
from plane_scenes import HEIGHT, MAT, WIDTH, shown

from service.cli import app
from vision.geometry import through
from vision.scene.plane.calibrate import CalibrationError, View, calibrate, is_new, view_of
from vision.scene.plane.lens import Lens, load_lens

TRUE = Lens(WIDTH, HEIGHT, 1060.0, 1060.0, 652.0, 349.0, (-0.16, 0.05, 0.0, 0.0, 0.0))


def straight(lens, points):
    """Points (N, 2) px as a lens without distortion would show them, px of the same camera matrix."""
    return cv2.undistortPoints(points[:, None], lens.matrix, np.array(lens.distortion), P=lens.matrix)[:, 0]


def bent(points):
    """The way back from `straight`: where the true lens shows points (N, 2) of a straight picture, px."""
    rays = np.column_stack([(points - (TRUE.cx, TRUE.cy)) / (TRUE.fx, TRUE.fy), np.ones(len(points))])
    nowhere = np.zeros(3)
    return cv2.projectPoints(rays[:, None], nowhere, nowhere, TRUE.matrix, np.array(TRUE.distortion))[0][:, 0]


def seen_from(tilt, turn, lean, distance, at=(0.0, 0.0)):
    """Mm of the mat to px of a straight picture, from a camera that is turned about three axes (degrees)."""
    angles = np.radians([tilt, lean, turn])
    rotation = cv2.Rodrigues(np.array([angles[0], 0, 0]))[0] @ cv2.Rodrigues(np.array([0, angles[1], 0]))[0]
    rotation = rotation @ cv2.Rodrigues(np.array([0, 0, angles[2]]))[0]
    middle = np.array([MAT.width / 2, MAT.height / 2, 0.0])
    shift = np.array([*at, distance]) - rotation @ middle
    return TRUE.matrix @ np.column_stack([rotation[:, 0], rotation[:, 1], shift])


VIEWS = [
    (0, 0, 0, 1100),
    (35, 10, 0, 1200),
    (-30, -5, 10, 1150),
    (5, 90, 35, 1300),
    (10, 20, -35, 1250),
    (25, 45, 20, 1400),
]


def view(way, noise=0.0, seed=0):
    places = np.array([corner for marker in MAT.markers for corner in marker.corners])
    pixels = bent(through(way, places))
    return View(pixels + np.random.default_rng(seed).normal(0, noise, pixels.shape), places, (WIDTH, HEIGHT))


def test_the_lens_comes_back():
    lens = calibrate([view(seen_from(*each), 0.15, n) for n, each in enumerate(VIEWS)])
    assert lens.fx == pytest.approx(TRUE.fx, rel=0.01)
    assert (lens.cx, lens.cy) == pytest.approx((TRUE.cx, TRUE.cy), abs=8)
    assert lens.error < 0.4
    corners = np.array([[200.0, 120.0], [1080.0, 120.0], [1080.0, 600.0], [200.0, 600.0]])
    assert straight(lens, corners) - straight(lens, corners).mean(axis=0) == pytest.approx(
        straight(TRUE, corners) - straight(TRUE, corners).mean(axis=0), abs=3.0
    )


def test_views_of_one_side_do_not_tell_the_focal_length():
    flat = [view(seen_from(0, turn, 0, 1100, (turn, 0)), 0.3, turn) for turn in range(0, 60, 10)]
    with pytest.raises(CalibrationError, match="more sides"):
        calibrate(flat)


def test_too_few_views_other_sizes_and_bent_mats_are_one_line():
    with pytest.raises(CalibrationError, match="5 are needed: move the mat or the camera"):
        calibrate([view(seen_from(*VIEWS[0]))] * 2)
    views = [view(seen_from(*each)) for each in VIEWS]
    with pytest.raises(CalibrationError, match="different sizes"):
        calibrate([*views[:-1], View(views[-1].pixels, views[-1].places, (640, 360))])
    with pytest.raises(CalibrationError, match="flat"):
        calibrate([view(seen_from(*each), 12.0, n) for n, each in enumerate(VIEWS)])


def test_a_view_like_another_says_nothing_new():
    one, other = view(seen_from(*VIEWS[0])), view(seen_from(*VIEWS[1]))
    assert is_new(other, [one])
    assert not is_new(view(seen_from(*VIEWS[0]), 1.0), [one, other])
    assert view_of(np.full((HEIGHT, WIDTH, 3), 90, np.uint8)) is None


# The command


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """Photos of the mat through a lens that bends."""
    folder = tmp_path_factory.mktemp("mat")
    y, x = np.mgrid[:HEIGHT, :WIDTH].astype(np.float64)
    there = straight(TRUE, np.column_stack([x.ravel(), y.ravel()])).astype(np.float32).reshape(HEIGHT, WIDTH, 2)
    for n, each in enumerate(VIEWS):
        frame = cv2.remap(shown(seen_from(*each), noise=n), there, None, cv2.INTER_LINEAR)
        cv2.imwrite(str(folder / f"{n}.png"), frame)
    return folder


def run(*words):
    """What the command prints, and its exit code."""
    from typer.testing import CliRunner

    result = CliRunner().invoke(app, ["calibrate", *map(str, words)])
    return result.output, result.exit_code


def test_the_command_keeps_the_lens(pictures, tmp_path):
    told, code = run(pictures, "--data", tmp_path)
    assert code == 0, told
    lens = load_lens(tmp_path / "lens.json")
    assert lens.fx == pytest.approx(TRUE.fx, rel=0.03)
    assert lens.distortion[0] == pytest.approx(TRUE.distortion[0], abs=0.06)
    assert json.loads((tmp_path / "lens.json").read_text())["pictures"] >= 5
    assert "corners miss by" in told


def test_a_film_will_do(pictures, tmp_path):
    film = tmp_path / "mat.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 10, (WIDTH, HEIGHT))
    for path in sorted(pictures.iterdir()):
        for _ in range(4):
            writer.write(cv2.imread(str(path)))
    writer.release()
    told, code = run(film, "--data", tmp_path)
    assert code == 0, told
    assert load_lens(tmp_path / "lens.json").fx == pytest.approx(TRUE.fx, rel=0.04)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("nowhere.mp4", "there is no such file"),
        ("text.mp4", "text.mp4 cannot be played: it is no film"),
        ("rtsp://camera/1", "film it first"),
        ("97", "camera 97 gives no picture: plug it in, or close the program that uses it"),
    ],
)
def test_what_cannot_be_looked_at_is_one_line(name, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.mp4").write_text("no film")
    told, code = run(name, "--data", tmp_path)
    assert code == 2
    assert line in told
    assert len(told.strip().splitlines()) == 1
    assert not (tmp_path / "lens.json").exists()
