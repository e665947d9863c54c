"""Windows cut from scenes: pieces come along exactly."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.formats.ultralytics import CLASSES
from models.detector.windows import LEAST_INSIDE, SIDE, cut, labels_of

SQUARE = [[300.0, 200.0], [340.0, 200.0], [340.0, 280.0], [300.0, 280.0]]


def scene(**changes: object) -> tuple[np.ndarray, dict]:
    """A white domino on black, and its truth."""
    picture = np.zeros((480, 640, 3), np.uint8)
    cv2.fillConvexPoly(picture, np.array(SQUARE, np.int32), (255, 255, 255))
    piece = {"kind": "domino", "label": "3-5", "face": "up", "visible": 1.0, "corners": SQUARE, **changes}
    return picture, {"pieces": [piece], "seed": 1, "scene": 0, "game": "stackernoos"}


def test_the_label_lies_on_the_piece_at_every_turn_and_scale() -> None:
    picture, truth = scene()
    seen = 0
    for window in cut(picture, truth, np.random.default_rng(3), 40):
        for label in window.labels:
            mask = np.zeros((SIDE, SIDE), np.uint8)
            cv2.fillConvexPoly(mask, np.round(label.corners).astype(np.int32), 255)
            drawn = (window.pixels[..., 0] > 170) & ~(window.pixels[..., 0] == 114)
            union = (drawn | (mask > 0)).sum()
            if union > 400:
                assert (drawn & (mask > 0)).sum() / union > 0.85
                seen += 1
    assert seen > 20


def test_a_line_tells_class_box_and_corners_within_the_window() -> None:
    picture, truth = scene(label="back", face="down")
    window = next(window for window in cut(picture, truth, np.random.default_rng(5), 30) if window.labels)
    name, *numbers = window.lines().split()
    assert CLASSES[int(name)] == "domino_back"
    assert len(numbers) == 4 + 12
    assert all(0 <= float(number) <= 2 for number in numbers)


def test_what_is_hardly_seen_and_arms_are_not_labelled() -> None:
    assert not list(labels_of(scene(visible=0.05)[1]))
    assert not list(labels_of(scene(kind="hand", label=None, part="sleeve")[1]))
    assert list(labels_of(scene(kind="hand", label=None, part="hand")[1]))


def test_a_piece_mostly_outside_the_window_is_not_labelled() -> None:
    picture, truth = scene()
    for window in cut(picture, truth, np.random.default_rng(7), 60):
        for label in window.labels:
            frame = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
            hull = label.corners.astype(np.float32)
            assert cv2.intersectConvexConvex(hull, frame)[0] >= LEAST_INSIDE * cv2.contourArea(hull) - 1
