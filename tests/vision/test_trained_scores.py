"""How sure the network has to be of what textures resemble."""

from __future__ import annotations

import numpy as np
import pytest

from vision.recognise.trained.detector import TrainedDetector

SQUARE = [[10.0, 10], [90, 10], [90, 90], [10, 90]]


@pytest.mark.parametrize(
    ("name", "score", "is_found"),
    [
        ("hand", 0.86, False),
        ("hand", 0.95, True),
        ("stone", 0.5, False),
        ("stone", 0.7, True),
        ("card", 0.3, True),
    ],
)
def test_hands_and_stones_have_to_be_found_more_surely(name: str, score: float, *, is_found: bool) -> None:
    detector = TrainedDetector()
    number = next(number for number, each in detector.classes.items() if each == name)
    corners = np.column_stack([SQUARE, np.ones(4)]).ravel()
    output = np.concatenate([[50, 50, 80, 80], np.zeros(len(detector.classes)), corners]).astype(np.float32)
    assert (detector._detection(number, score, output, 1.0) is not None) == is_found
