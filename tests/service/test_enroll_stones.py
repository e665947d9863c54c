"""`tableside enroll stones`: a photo becomes a set of stones, and every way to get it wrong is one line."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from service.cli import app
from vision.recognise.detect import Detection
from vision.recognise.stones import StoneSet
from vision.recognise.stones.palette import SIZES, WIDTHS
from vision.recognise.trained.detector import TrainedDetector

COLOURS = ((150, 200, 225), (50, 80, 180), (110, 90, 70))
"""Of small, medium and large stones, BGR."""
SCALE = 2.4
"""Pixels a millimetre on the drawn table."""


def command(*words):
    return CliRunner().invoke(app, ["enroll", "stones", *[str(word) for word in words]])


def refused(done):
    """The one line that the command says when the user can mend something."""
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def drawn(rows):
    """A table from above with stones in rows, each by the number of its size, and what a detector finds on it."""
    picture = np.random.default_rng(3).normal((70, 110, 70), 3, (500, 800, 3)).clip(0, 255).astype(np.uint8)
    found = []
    for y, row in enumerate(rows):
        for x, size in enumerate(row):
            middle = np.array([110 + 140 * x, 80 + 110 * y])
            radius = SCALE * WIDTHS[size] / 2
            cv2.circle(picture, middle.tolist(), round(radius), COLOURS[size], -1, cv2.LINE_AA)
            corners = middle + radius * np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])
            found.append(Detection(corners, "stone", 0.9, "stone"))
    return picture, tuple(found)


@pytest.fixture
def photo(tmp_path, monkeypatch):
    """A photo of two stones of each size, and a hand, which is found first."""
    picture, found = drawn([(0, 1), (2, 0), (1, 2)])
    hand = Detection(np.array([[600.0, 5], [700, 5], [700, 60], [600, 60]]), "hand", 0.9, "hand")
    monkeypatch.setattr(TrainedDetector, "detect", lambda _, __: (hand, *found))
    cv2.imwrite(str(tmp_path / "set.png"), picture)
    return tmp_path / "set.png"


LABELS = "small,medium,large,small,medium,large"


@pytest.mark.parametrize("labels", [LABELS, LABELS.replace("medium", "-", 1)])
def test_a_photo_becomes_a_set(photo, tmp_path, labels):
    done = command(photo, "--labels", labels, "--out", tmp_path / "mine")
    assert done.exit_code == 0, done.output
    file = tmp_path / "mine.json"
    assert f"tableside read PHOTO --game stones --stones {file}" in done.stdout
    assert "6 stones" in done.stdout
    mine = StoneSet.load(file)
    assert mine.name == "mine"
    for colour, drawn_as in zip(mine.known(), COLOURS, strict=True):
        others = [each for each in COLOURS if each != drawn_as]
        assert colour == pytest.approx(one_colour(drawn_as), abs=0.1)
        assert all(np.abs(colour - one_colour(other)).max() > 0.2 for other in others)


def one_colour(colour):
    from vision.recognise.stones.colour import feature

    return feature(np.array(colour, dtype=np.float64))


def test_labels_come_from_a_file_and_the_set_goes_to_the_data_folder(photo, tmp_path):
    (tmp_path / "labels.txt").write_text(LABELS.replace(",", "\n"))
    done = command(photo, "--labels", tmp_path / "labels.txt", "--name", "pebbles", "--data", tmp_path)
    assert done.exit_code == 0, done.output
    assert StoneSet.load(tmp_path / "stones" / "pebbles.json").name == "pebbles"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ((), "Nothing tells how large the stones are"),
        (("--labels", "small,small,small,small,medium,medium"), "No stone is surely large"),
        (("--labels", "small,medium,large"), "6 stones are found on the photo, and --labels names 3"),
        (("--labels", "small,huge"), "label 2 of --labels is one of small, medium, large and -; got 'huge'"),
        (("--labels", ",".join(SIZES * 20)), "6 stones are found on the photo, and --labels names 60"),
        (("--labels", "nowhere.txt"), "a file with a label a line"),
    ],
)
def test_what_the_user_can_mend_is_one_line(photo, tmp_path, more, told):
    assert told in refused(command(photo, *more, "--out", tmp_path / "x.json"))
    assert not (tmp_path / "x.json").exists()


def test_a_photo_without_stones_is_one_line(photo, tmp_path, monkeypatch):
    monkeypatch.setattr(TrainedDetector, "detect", lambda _, __: ())
    for more in ((), ("--labels", LABELS)):
        assert "shows no stones" in refused(command(photo, *more, "--out", tmp_path / "x.json"))


def test_files_that_cannot_be_read_or_written_are_one_line(photo, tmp_path):
    (tmp_path / "text.jpg").write_text("no photo")
    for name in ("text.jpg", "missing.jpg"):
        assert name in refused(command(tmp_path / name, "--out", tmp_path / "x.json"))
    labels = ("--labels", LABELS)
    assert "is a folder" in refused(command(photo, *labels, "--out", tmp_path))
    assert "cannot be written" in refused(command(photo, *labels, "--out", tmp_path / "text.jpg" / "x.json"))
    assert "cannot be written" in refused(command(photo, *labels, "--out", tmp_path / ("x" * 300)))
    assert "give the set a --name" in refused(command(photo, *labels))


def test_the_help_speaks_of_decks_and_stones():
    group = CliRunner().invoke(app, ["enroll", "--help"]).output
    assert "deck" in group
    assert "set of stones" in group
    assert "tableside enroll stones" in command("--help").output


def test_the_detector_that_comes_with_tableside_is_asked(tmp_path):
    cv2.imwrite(str(tmp_path / "empty.png"), np.full((240, 320, 3), 90, np.uint8))
    assert "shows no stones" in refused(command(tmp_path / "empty.png", "--out", tmp_path / "x.json"))
