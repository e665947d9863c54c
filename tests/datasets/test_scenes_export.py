"""Scenes in the Ultralytics pose layout."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from datasets.formats.ultralytics import CLASSES, class_of, export, label_line
from datasets.scenes.errors import SceneError
from datasets.scenes.run import Order, canonical, prepare
from service.cli_render import app

DOMINO = {
    "kind": "domino",
    "label": "3-5",
    "face": "up",
    "corners": [[9.5, 9.5], [19.5, 9.5], [19.5, 29.5], [9.5, 29.5]],
    "corners_visible": [1, 1, 0, 1],
    "visible": 0.9,
}


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({}, "domino"),
        ({"label": "back", "face": "down"}, "domino_back"),
        ({"label": None, "face": "side"}, "domino_side"),
        ({"kind": "card", "label": "R7"}, "card"),
        ({"kind": "card", "label": "back", "face": "down"}, "card_back"),
        ({"kind": "stone", "label": "small"}, "stone"),
        ({"kind": "stone", "label": "base"}, "base"),
        ({"kind": "token", "label": "token:gold", "face": "down"}, "token"),
    ],
)
def test_classes(change, name):
    assert class_of(DOMINO | change) == name
    assert name in CLASSES


def test_a_line_holds_class_box_and_four_corners():
    numbers = label_line(DOMINO, 100, 50).split()
    assert numbers[0] == "0"
    assert [float(n) for n in numbers[1:5]] == [0.15, 0.4, 0.1, 0.4]
    assert [float(n) for n in numbers[5:8]] == [0.1, 0.2, 2]
    assert numbers[13] == "1"
    assert len(numbers) == 5 + 4 * 3


def test_corners_outside_have_no_visibility():
    outside = DOMINO | {"corners": [[-9, 9.5], [19.5, 9.5], [19.5, 29.5], [-9, 29.5]]}
    assert label_line(outside, 100, 50).split()[5:8] == ["0", "0", "0"]


def test_hidden_pieces_have_no_line():
    assert label_line(DOMINO | {"visible": 0.05}, 100, 50) is None


@pytest.mark.parametrize(
    ("part", "visible", "found"),
    [("hand", 0.7, True), ("hand", 0.06, True), ("hand", 0.02, False), ("arm", 0.7, False), ("sleeve", 0.7, False)],
)
def test_a_hand_is_one_box(part, visible, found):
    hand = {"kind": "hand", "label": None, "part": part, "visible": visible, "corners": DOMINO["corners"]}
    line = label_line(hand, 100, 50)
    assert (line is not None) == found
    if line is not None:
        assert line.split()[0] == str(CLASSES.index("hand"))


def test_export_writes_pictures_labels_yaml_and_card(tmp_path):
    order = Order("stackernoos", 2, 6, tmp_path / "in")
    prepare(order)
    for index in range(2):
        picture, beside = order.paths(index)
        picture.write_bytes(b"jpeg")
        truth = {
            "game": "stackernoos",
            "camera": {"width": 100, "height": 50},
            "seed": 6,
            "scene": index,
            "pieces": [DOMINO],
        }
        beside.write_bytes(canonical(truth))
    result = CliRunner().invoke(app, ["export", str(order.out), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0
    assert "2 pictures with 2 pieces" in result.output
    assert (tmp_path / "out/images/val/in-000000.jpg").read_bytes() == b"jpeg"
    assert (tmp_path / "out/labels/train/in-000001.txt").read_text().startswith("0 ")
    assert "kpt_shape: [4, 3]" in (tmp_path / "out/data.yaml").read_text()
    assert "| stackernoos | 2 |" in (tmp_path / "out/README.md").read_text()


def test_a_folder_without_scenes_is_refused(tmp_path):
    with pytest.raises(SceneError, match="no rendered scenes"):
        export([tmp_path], tmp_path / "out")
    prepare(Order("stones", 1, 1, tmp_path / "empty"))
    with pytest.raises(SceneError, match="nothing to export"):
        export([tmp_path / "empty"], tmp_path / "out")


def test_json_round_trip():
    assert json.loads(canonical(DOMINO)) == DOMINO
