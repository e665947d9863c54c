"""`tableside eval` and `tableside train`, as commands."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import cv2
import pytest
from typer.testing import CliRunner

from datasets.draw import Scene, Tile, View
from service.cli import app

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLESIDE_DATA", str(tmp_path_factory.mktemp("data")))


def drawn(folder: Path) -> Scene:
    scene = Scene((Tile("1-4", -60, 0), Tile("2-2", 20, 20, 30)), View(width=640, height=360), "slate")
    cv2.imwrite(str(folder / "000000.jpg"), scene.draw())
    return scene


def test_photos_with_labels(tmp_path: Path) -> None:
    drawn(tmp_path)
    (tmp_path / "labels.json").write_text(json.dumps([{"file": "000000.jpg", "halves": [1, 4]}]))
    done = CliRunner().invoke(app, ["eval", "--photos", str(tmp_path / "labels.json"), "--json"])
    assert done.exit_code == 0, done.output
    figures = {each["name"]: each["value"] for each in json.loads(done.stdout)["results"]}
    assert figures["tile_recall/labels/all"] == 1


def test_scenes_with_truth(tmp_path: Path) -> None:
    drawn(tmp_path)
    empty = {"game": "stackernoos", "pieces": []}
    (tmp_path / "000000.json").write_text(json.dumps(empty))
    done = CliRunner().invoke(app, ["eval", "--scenes", str(tmp_path), "--json"])
    assert done.exit_code == 0, done.output
    figures = {each["name"]: each["value"] for each in json.loads(done.stdout)["results"]}
    assert figures["scenes/stackernoos/domino/false"] == 1
    assert figures["scenes/stackernoos/domino/found"] is None


def test_what_cannot_be_measured_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "labels.json").write_text("{}")
    for given, words in (
        ([], "--scenes"),
        (["--scenes", str(tmp_path)], "holds no rendered scenes"),
        (["--photos", str(tmp_path / "none.json")], "cannot be opened"),
        (["--photos", str(tmp_path / "labels.json")], "no list of labels"),
    ):
        done = CliRunner().invoke(app, ["eval", *given])
        assert (done.exit_code, words in done.stderr, done.stderr.count("\n")) == (2, True, 1)


def test_a_training_that_cannot_begin_is_one_line(tmp_path: Path) -> None:
    for given, words in (
        (["nothing"], "detector, halves"),
        (["detector", "--scenes", "0"], "--scenes"),
    ):
        done = CliRunner().invoke(app, ["train", *given, "--out", str(tmp_path)])
        assert (done.exit_code, words in done.stderr, done.stderr.count("\n")) == (2, True, 1), done.stderr


def test_a_training_without_its_packages_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package, network in (("ultralytics", "detector"), ("torch", "halves"), ("torch", "strange")):
        monkeypatch.setitem(sys.modules, package, None)
        work = tmp_path / network
        done = CliRunner().invoke(app, ["train", network, "--work", str(work), "--out", str(tmp_path)])
        assert (done.exit_code, f"needs {package}" in done.stderr, work.exists()) == (2, True, False)


def test_the_worst_scenes_are_written_with_what_is_true_beside_what_is_read(tmp_path: Path) -> None:
    scene = drawn(tmp_path)
    pieces = [{**piece, "face": "up"} for piece in scene.truth()["pieces"]]
    cv2.imwrite(str(tmp_path / "000001.jpg"), scene.draw())
    (tmp_path / "000000.json").write_text(json.dumps({"game": "stackernoos", "pieces": pieces}))
    pieces[0]["label"] = "6-6"
    (tmp_path / "000001.json").write_text(json.dumps({"game": "stackernoos", "pieces": pieces}))
    done = CliRunner().invoke(app, ["eval", "--scenes", str(tmp_path), "--worst", str(tmp_path / "worst")])
    assert done.exit_code == 0, done.output
    assert sorted(each.name for each in (tmp_path / "worst").iterdir()) == ["01.jpg", "sheet.jpg", "worst.txt"]
    line = (tmp_path / "worst" / "worst.txt").read_text()
    assert f"{tmp_path.name}/000001: 1 wrong of 2 pieces" in line
    assert line in done.stderr
    both = cv2.imread(str(tmp_path / "worst" / "01.jpg"))
    assert both is not None
    assert both.shape == (360, 1280, 3)
    assert (tmp_path / "worst" / "sheet.jpg").stat().st_size <= 300_000
    refused = CliRunner().invoke(app, ["eval", "--scenes", str(tmp_path), "--worst", str(tmp_path / "000000.jpg")])
    assert (refused.exit_code, "cannot be written" in refused.stderr) == (2, True)
