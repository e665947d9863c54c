"""A training of a few steps: `make test-train`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from models.detector.train import train
from models.order import TrainingError, TrainingOrder
from vision import load
from vision.recognise.network import Network
from vision.recognise.trained.detector import TrainedDetector

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.training,
    pytest.mark.filterwarnings("ignore"),  # PyTorch's and Ultralytics' own
]


def test_the_detector_is_trained_exported_and_reads_a_scene(tmp_path: Path) -> None:
    said: list[str] = []
    order = TrainingOrder(tmp_path / "work", tmp_path / "out", scenes=2, epochs=1, seed=7, device="cpu")
    written = train(order, said.append)
    assert written == tmp_path / "out" / "detector.onnx"
    assert written.stat().st_size < 15 * 2**20
    detector = TrainedDetector(Network(written))
    assert detector.classes[0] == "domino"
    photo = load(tmp_path / "work" / "scenes" / "stackernoos" / "000000.jpg")
    first, again = detector.detect(photo.pixels), detector.detect(photo.pixels)
    assert [each.corners.tolist() for each in first] == [each.corners.tolist() for each in again]
    assert any("windows of 6 scenes" in line for line in said)


def test_a_finished_training_is_not_begun_again(tmp_path: Path) -> None:
    order = TrainingOrder(tmp_path / "work", tmp_path / "out", scenes=2, epochs=1, seed=7, device="cpu")
    train(order, lambda _: None)
    weights = tmp_path / "work" / "detector" / "weights" / "last.pt"
    before = weights.read_bytes()
    resumed = TrainingOrder(order.work, order.out, 2, 1, 7, "cpu", resume=True)
    assert train(resumed, lambda _: None).exists()
    assert weights.read_bytes() == before


def test_scenes_that_are_not_there_are_named(tmp_path: Path) -> None:
    order = TrainingOrder(tmp_path, tmp_path, scenes=2, epochs=1, also=(tmp_path / "nothing",))
    with pytest.raises(TrainingError, match="There are no scenes at"):
        train(order, lambda _: None)
