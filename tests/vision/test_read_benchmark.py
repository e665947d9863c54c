"""The benchmark of reading counts as it says, on pictures drawn here."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from drawn_tables import SMALL

from datasets.draw import Scene, Tile

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS.parents[1]))


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    scene = Scene((Tile("1-4", -60, 0), Tile("2-2", 20, 20, 30)), SMALL, "slate")
    cv2.imwrite(str(tmp_path / "two.png"), scene.draw())
    cv2.imwrite(str(tmp_path / "none.png"), Scene((), SMALL, "slate").draw())
    return tmp_path


def figures(photos: Path, entries: list[dict], capsys: pytest.CaptureFixture[str]) -> dict[str, float]:
    from tests.benchmarks import read

    labels = photos / "labels.json"
    labels.write_text(json.dumps(entries), encoding="utf-8")
    assert read.main([str(photos), str(labels), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["benchmark"] == "read"
    assert {"cpu", "cores", "python", "opencv-python"} <= set(answer["machine"])
    return {each["name"]: each["value"] for each in answer["results"]}


def test_scenes(photos: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tiles = [
        {"halves": [4, 1], "centre": [210, 180], "length_px": 92},  # found, its halves named the other way round
        {"halves": [2, 3], "centre": [357, 143], "length_px": 92},  # found and read, but labelled otherwise
        {"halves": [0, 0], "centre": [600, 300], "length_px": 92},  # not there
    ]
    found = figures(photos, [{"file": "two.png", "source": "drawn", "tiles": tiles}], capsys)
    assert found["tile_recall/all"] == pytest.approx(2 / 3)
    assert found["precision/all"] == 1
    assert found["halves_right/all"] == pytest.approx(3 / 4)
    assert found["tiles_exact/all"] == pytest.approx(1 / 3)
    assert found["sure_but_wrong/all"] == pytest.approx(1 / 2)
    assert found["time_1280x720/all"] > 0


def test_singles_and_distractors(photos: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(photos, [{"file": "two.png", "halves": [1, 4]}], capsys)
    assert (found["tile_recall/all"], found["precision/all"]) == (1, 0.5)
    found = figures(photos, [{"file": "none.png", "kind": "a"}, {"file": "two.png", "kind": "b"}], capsys)
    assert (found["false_pieces/a"], found["false_pieces/b"], found["false_pieces/all"]) == (0, 2, 2)


def test_the_table_for_people(photos: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.benchmarks.read import main

    (photos / "labels.json").write_text(json.dumps([{"file": "none.png", "kind": "a"}]), encoding="utf-8")
    assert main([str(photos), str(photos / "labels.json")]) == 0
    assert "photos_with_false_pieces/all" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)],
)
def test_the_interval_is_wilsons(hits: int, n: int, low: float, high: float) -> None:
    from tests.benchmarks.report import wilson

    assert wilson(hits, n) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize("labels", [".", "none.json", "two.png", "object.json"])
def test_labels_that_are_none_are_one_line(photos: Path, labels: str, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.benchmarks import read

    (photos / "object.json").write_text("{}", encoding="utf-8")
    assert read.main([str(photos), str(photos / labels)]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert str(photos / labels) in said.err


def test_sequences_whose_tiles_have_no_places(photos: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.benchmarks import read

    frames = [{"frame": "two.png", "board": [[4, 1]], "hand": [[2, 3]]}]
    labels = photos / "truth.json"
    labels.write_text(json.dumps({"set": "double-six", "frames": frames}), encoding="utf-8")
    assert read.main([str(photos), str(labels), "--json"]) == 0
    found = {each["name"]: each["value"] for each in json.loads(capsys.readouterr().out)["results"]}
    assert found["tiles_exact/all"] == pytest.approx(1 / 2)
    assert found["sure_but_wrong/all"] == pytest.approx(1 / 2)
    assert found["sure_but_wrong_or_on_nothing/all"] == pytest.approx(1 / 2)


def test_foreign_pictures_count_what_is_said_surely(photos: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.benchmarks import foreign

    labels = photos / "strange.json"
    labels.write_text(json.dumps([{"file": "two.png", "kind": "a"}, {"file": "none.png", "kind": "b"}]), "utf-8")
    told = photos / "told.jsonl"
    assert foreign.main([str(labels), "--games", "stackernoos", "--told", str(told), "--json"]) == 0
    found = {each["name"]: each["value"] for each in json.loads(capsys.readouterr().out)["results"]}
    assert found["sure false/stackernoos/a"] == 40
    assert found["sure false/stackernoos/b"] == 0
    assert found["sure false photos/stackernoos/all"] == pytest.approx(1 / 2)
    lines = [json.loads(line) for line in told.read_text("utf-8").splitlines()]
    assert sorted(piece["label"] for piece in lines[0]["pieces"]) == ["1-4", "2-2"]


def test_what_is_no_set_of_foreign_pictures_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.benchmarks import foreign

    (tmp_path / "film.mp4").write_bytes(b"none")
    for source in (tmp_path, tmp_path / "film.mp4"):
        assert foreign.main([str(source)]) == 2
        assert str(source) in capsys.readouterr().err
