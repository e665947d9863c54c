"""Benchmarks as tasks: the options, what is kept, and what goes wrong elsewhere."""

import argparse
import json
from dataclasses import dataclass

import pytest

from tests.benchmarks import crew, worlds


@dataclass(frozen=True)
class Order:
    number: int

    @property
    def decides(self):
        return [self.number]


@pytest.fixture(autouse=True)
def _environment(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "elsewhere")


def given(*words):
    parser = argparse.ArgumentParser()
    crew.add_to(parser)
    return parser.parse_args(words)


def test_what_was_kept_is_not_done_again(tmp_path):
    did = []

    def work(order):
        did.append(order.number)
        return 2 * order.number

    orders, how = [Order(1), Order(2)], given("--kept", str(tmp_path))
    assert list(crew.done(work, orders, how, int)) == [2, 4]
    assert list(crew.done(work, [*orders, Order(3)], how, int)) == [2, 4, 6]
    assert did == [1, 2, 3]
    assert list(crew.done(work, orders, given(), int)) == [2, 4]
    assert did == [1, 2, 3, 1, 2]


def test_a_cluster_that_does_not_answer_is_one_line():
    with pytest.raises(SystemExit, match=r"does not answer|need Ray"):
        list(crew.done(worlds._read, [Order(1)], given("--ray", "127.0.0.1:9"), worlds.Counts))


def test_stills_are_read_once_a_folder(tmp_path, monkeypatch, capsys):
    """Two tiles: the first is read right, the second is not there."""
    import cv2

    from datasets.draw import Scene, Tile, View

    folder, read = tmp_path / "stackernoos_1", []
    folder.mkdir()
    scene = Scene((Tile("1-4", -60, 0),), View(width=640, height=360), "slate")
    cv2.imwrite(str(folder / "000.jpg"), scene.draw())
    tiles = [{"tile": "4-1", "at": [0, 0, 0], "dir": "e"}, {"tile": "2-2", "at": [9, 0, 0], "dir": "e"}]
    (folder / "truth.json").write_text(json.dumps({"plays": [{"tiles": tiles}]}))
    of_folder = worlds._read
    monkeypatch.setattr(worlds, "_read", lambda order: read.append(order.game) or of_folder(order))
    listed = []
    for _ in range(2):
        assert worlds.main([str(folder), "--json", "--list", "--kept", str(tmp_path / "kept")]) == 0
        listed.append(capsys.readouterr())
    assert read == ["stackernoos"]
    assert listed[0] == listed[1]
    figures = {each["name"]: (each["value"], each["n"]) for each in json.loads(listed[0].out)["results"]}
    assert figures["right/stackernoos"] == (0.5, 2)
    assert "domino 2-2" in listed[0].err


def test_a_folder_without_stills_is_one_line(tmp_path, capsys):
    for name, kept in (("stones_1", []), ("stones_2", ["--kept", str(tmp_path / "kept")])):
        assert worlds.main([str(tmp_path / name), *kept]) == 2
        assert name in capsys.readouterr().err
