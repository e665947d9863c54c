"""What a scene teaches: numbers where they are seen, backs, and what is no half."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from datasets.scenes.run import Order, draw_one
from models.halves.gather import SOURCE, gather, places, scenes
from models.halves.patch import BACK, NONE, NUMBERS
from models.halves.visibility import shares

if TYPE_CHECKING:
    from pathlib import Path

OVERHEAD = {
    "width": 640, "height": 480, "fx": 800.0, "fy": 800.0, "cx": 319.5, "cy": 239.5,
    "rotation": [[1, 0, 0], [0, -1, 0], [0, 0, -1]], "translation": [0, 0, 400],
}  # fmt: skip
"""A camera 400 mm above the table that looks straight down."""


def tile(label: str, x: float, y: float, level: int = 0, yaw: float = 0.0, **more: Any) -> dict[str, Any]:
    """A domino 50×25×10 mm as a truth has it, seen from overhead."""
    c, s = np.cos(yaw), np.sin(yaw)
    top = 10.0 * (level + 1)
    scale = 800 / (400 - top)
    own = [(-25, -12.5), (-25, 12.5), (25, 12.5), (25, -12.5)]
    at = [(x + c * u - s * v, y + s * u + c * v) for u, v in own]
    return {
        "kind": "domino", "label": label, "face": "up", "visible": 1.0, "level": level,
        "corners": [[319.5 + scale * px, 239.5 - scale * py] for px, py in at],
        "at": [x, y, top - 5], "size": [50, 25, 10], "turn": [np.cos(yaw / 2), 0, 0, np.sin(yaw / 2)], **more,
    }  # fmt: skip


def truth(*pieces: dict[str, Any]) -> dict[str, Any]:
    return {"game": "stackernoos", "camera": OVERHEAD, "seed": 3, "scene": 5, "pieces": list(pieces)}


def test_tiles_side_by_side_are_all_seen() -> None:
    seen = shares(truth(tile("1-2", 0, 0), tile("3-4", 50, 0), tile("5-6", 0, 25)))
    assert seen == {0: (1.0, 1.0), 1: (1.0, 1.0), 2: (1.0, 1.0)}


def test_a_tile_across_two_covers_a_half_of_each() -> None:
    seen = shares(truth(tile("1-2", -25, 0), tile("2-4", 25, 0), tile("2-2", 0, 0, level=1)))
    assert seen[0][0] > 0.8  # what is higher also hides a little of what lies beside it
    assert seen[0][1] == 0.0
    assert seen[1][0] == 0.0
    assert seen[1][1] > 0.8
    assert seen[2] == (1.0, 1.0)


def test_a_half_out_of_the_picture_is_not_seen() -> None:
    first, second = shares(truth(tile("1-2", 165, 0)))[0]
    assert first > 0.5
    assert second == 0.0


def test_a_covered_half_is_none_and_a_half_covered_a_little_tells_nothing() -> None:
    table = truth(tile("1-2", -25, 0), tile("2-4", 25, 3), tile("2-2", 0, 0, level=1))
    found = [place.classes for place in places(table)][:3]
    assert found[0] in {(1, NONE), (None, NONE)}
    assert found[2] == (2, 2)


def test_what_a_hand_hides_is_not_learnt() -> None:
    hidden = truth(tile("1-2", 0, 0, visible=0.5))
    assert all(place.classes != (1, 2) for place in places(hidden))
    assert any(place.classes == (1, 2) for place in places(truth(tile("1-2", 0, 0))))


def test_places_without_dominoes_lie_beside_them() -> None:
    table = truth(*(tile("1-2", x, y) for x in (-60, 0, 60) for y in (-40, 0, 40)))
    tiles = [np.array(piece["corners"], np.float32) for piece in table["pieces"]]
    elsewhere = [place for place in places(table) if place.classes == (NONE, NONE)]
    for place in elsewhere[-2:]:
        hull = cv2.convexHull(place.corners.astype(np.float32))
        shared = [cv2.intersectConvexConvex(hull, each)[0] for each in tiles]
        assert max(shared) <= 0.05 * cv2.contourArea(hull) + 1e-3


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rendered tables."""
    from datasets.optics.studio import Studio

    out = tmp_path_factory.mktemp("scenes")
    studio = Studio()
    for index in (0, 1):
        draw_one(studio, Order("stackernoos", 2, 77, out, (960, 540)), index)
    return out


def test_halves_of_rendered_scenes(folder: Path) -> None:
    found = gather(scenes(folder))
    again = gather(scenes(folder))
    assert len(scenes(folder)) == 2
    assert found.pixels.shape[1:] == (SOURCE.side, SOURCE.side, 3)
    assert len(found.pixels) == len(found.classes) == len(again.classes)
    assert (found.pixels == again.pixels).all()
    labels = {
        piece["label"]
        for path in scenes(folder)
        for piece in json.loads(path.read_text())["pieces"]
        if piece["kind"] == "domino" and piece["label"]
    }
    numbers = {int(number) for label in labels if label != "back" for number in label.split("-")}
    learnt = set(found.classes.tolist())
    assert learnt <= numbers | {BACK, NONE}
    assert len(learnt & set(range(NUMBERS))) >= 3
