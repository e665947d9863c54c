"""`tableside enroll dominoes`: a photo becomes a set, and every way to get it wrong is one line."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from datasets.draw import Scene, Tile, View
from service.cli import app
from vision.recognise.dominoes import DominoSet

LABELS = ("0-1", "2-3", "4-5", "6-6")
PIECES = ",".join(LABELS)


def command(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(scope="module")
def photo(tmp_path_factory):
    places = ((-60, 30), (60, 30), (-60, -40), (60, -40))
    tiles = tuple(Tile(label, *at, 20.0 + 50 * n) for n, (label, at) in enumerate(zip(LABELS, places, strict=True)))
    file = tmp_path_factory.mktemp("photo") / "set.png"
    cv2.imwrite(str(file), Scene(tiles, View(640, 360, distance=300, focal=550), "slate").draw())
    return file


def test_a_photo_becomes_a_set_that_read_takes_by_name(photo, tmp_path):
    done = command("enroll", "dominoes", photo, "--pieces", PIECES, "--highest", 6, "--name", "own", "--data", tmp_path)
    assert done.exit_code == 0, done.output
    assert "4 of 4 pieces" in done.stdout
    assert DominoSet.load(tmp_path / "dominoes" / "own.json").highest == 6
    words = ("read", photo, "--game", "stackernoos", "--dominoes", "own", "--data", tmp_path, "--json")
    answer = json.loads(command(*words).stdout)
    assert len([piece for piece in answer["pieces"] if piece["label"]]) == 4
    assert "own" in answer["model"]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--pieces", "3-5"), "0 of the 1 pieces are found"),
        (("--pieces", "3-7,1-1", "--highest", "6"), "dominoes up to 6-6 such as 3-5; got '3-7'"),
        (("--pieces", "three,four"), "got 'three'"),
        (("--pieces", "nowhere.txt"), "--pieces takes a file"),
        (("--pieces", PIECES, "--highest", "13"), "--highest takes a number 1 to 12; got 13"),
        (("--pieces", ",".join(["0-1"] * 92)), "--pieces takes 1 to 91 dominoes; got 92"),
    ],
)
def test_what_the_user_can_mend_is_one_line(photo, tmp_path, more, told):
    done = command("enroll", "dominoes", photo, *more, "--out", tmp_path / "x.json")
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert told in done.stderr
    assert not (tmp_path / "x.json").exists()


def test_a_photo_without_dominoes_is_one_line(tmp_path):
    cv2.imwrite(str(tmp_path / "empty.png"), np.full((240, 320, 3), 90, np.uint8))
    done = command("enroll", "dominoes", tmp_path / "empty.png", "--pieces", PIECES, "--out", tmp_path / "x.json")
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "0 of the 4 pieces are found" in done.stderr
