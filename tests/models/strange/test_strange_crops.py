"""Crops of detections, and which class the places of a scene have."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from models.halves.gather import SOURCE
from models.order import TrainingError, TrainingOrder
from models.strange import train as training
from models.strange.crop import CLASSES, STRANGE, crop
from models.strange.gather import gather, places

BOX = np.array([[100.0, 60], [140, 60], [140, 100], [100, 100]])


def piece(kind: str, corners: np.ndarray, **other: object) -> dict:
    return {"kind": kind, "label": "x", "corners": corners.tolist(), "visible": 1.0, **other}


def truth(*pieces: dict, scene: int = 1) -> dict:
    camera = {"width": 320, "height": 240}
    return {"seed": 5, "scene": scene, "game": "foreign", "camera": camera, "pieces": list(pieces)}


def test_a_crop_shows_the_box_in_its_middle() -> None:
    picture = np.zeros((240, 320, 3), np.uint8)
    picture[60:100, 100:140] = 255
    seen = crop(picture, BOX - 0.5)
    assert seen.shape == (48, 48, 3)
    assert seen[8:40, 8:40].min() > 250
    assert seen[:5].max() < 5


def test_a_crop_at_the_edge_of_the_picture_is_whole() -> None:
    assert crop(np.full((40, 40, 3), 90, np.uint8), BOX).min() == 90


def test_pieces_have_their_class_and_other_things_are_strange() -> None:
    listed = list(places(truth(piece("stone", BOX), piece("unknown", BOX + 120)), []))
    assert CLASSES[listed[0][1]] == "stone"
    assert all(which == STRANGE for _, which in listed[1:])
    assert len(listed) >= 3


def test_finds_are_what_lies_there() -> None:
    pieces = (piece("domino", BOX, face="up", **{"label": "back"}), piece("stone", BOX + 100))
    finds = [BOX + 1, BOX + np.array((200.0, 0.0)), BOX + np.array((18.0, 0.0))]
    listed = [which for corners, which in places(truth(*pieces), finds) for find in finds if corners is find]
    # The last one shows half of a piece: it is neither that piece nor surely something else.
    assert [CLASSES[which] for which in listed] == ["domino_back", "strange"]


def test_crops_are_gathered_with_what_a_detector_finds(tmp_path) -> None:
    path = tmp_path / "000001.json"
    path.write_text(json.dumps(truth(piece("token", BOX))), encoding="utf-8")
    cv2.imwrite(str(path.with_suffix(".jpg")), np.full((240, 320, 3), 120, np.uint8))
    alone, found = gather([path], None), gather([path], lambda _: [BOX + 110])
    assert len(found.classes) == len(alone.classes) + 1
    assert found.pixels.shape[1:] == (SOURCE.side, SOURCE.side, 3)


def test_scenes_that_show_too_little_are_refused(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(training, "render_scenes", lambda *_: [tmp_path])
    with pytest.raises(TrainingError, match="more scenes"):
        training.stock(TrainingOrder(tmp_path, tmp_path, 4, 2), print, None)
