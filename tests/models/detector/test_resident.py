"""Windows on the accelerator; what needs PyTorch: `make test-train`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from models.detector.resident import ROW, ResidentWindows, moved, repeats
from models.detector.windows import SIDE
from models.order import TrainingError

if TYPE_CHECKING:
    from pathlib import Path


def test_windows_of_rare_classes_are_shown_more_often() -> None:
    held = np.zeros((100, 3), bool)
    held[:, 0] = True
    held[:4, 1] = True
    shown = repeats(held)
    assert shown[4:] == pytest.approx(1.0)
    assert shown[:4] == pytest.approx(np.sqrt(0.15 / 0.04))


@pytest.mark.training
def test_boxes_and_corners_move_with_their_window() -> None:
    torch = pytest.importorskip("torch")
    torch.manual_seed(3)
    images = torch.zeros((8, 3, SIDE, SIDE), dtype=torch.uint8)
    images[:, :, 100:140, 80:160] = 255
    corners = [80, 100, 2, 160, 100, 2, 160, 140, 2, 80, 140, 1]
    shares = [number if place % 3 == 2 else number / SIDE for place, number in enumerate(corners)]
    label = torch.tensor([[3, 120 / SIDE, 120 / SIDE, 80 / SIDE, 40 / SIDE, *shares]])
    batch = moved(images, [label] * 8)
    assert batch["cls"].tolist() == [[3.0]] * 8
    assert batch["batch_idx"].tolist() == list(range(8))
    assert len({tuple(each) for each in batch["bboxes"].tolist()}) == 8
    for pixels, box, points in zip(batch["img"], batch["bboxes"], batch["keypoints"], strict=True):
        rows, columns = np.nonzero(pixels[0].numpy() > 128)
        seen = [columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]
        x, y, width, height = (box * SIDE).tolist()
        assert seen == pytest.approx([x - width / 2, y - height / 2, x + width / 2, y + height / 2], abs=1)
        assert (points[2, :2] * SIDE).tolist() == pytest.approx(seen[2:], abs=1)
        assert points[:, 2].tolist() == [2, 2, 2, 1]


@pytest.mark.training
def test_a_piece_that_leaves_its_window_is_not_labelled() -> None:
    torch = pytest.importorskip("torch")
    torch.manual_seed(5)
    label = torch.tensor([[0, 0.01, 0.5, 0.02, 0.1] + [0.0, 0.5, 2] * 4])
    batch = moved(torch.zeros((64, 3, SIDE, SIDE), dtype=torch.uint8), [label] * 64)
    left = batch["batch_idx"].tolist()
    assert 0 < len(left) < 64
    assert bool((batch["bboxes"][:, 0] - batch["bboxes"][:, 2] / 2 >= -1e-6).all())


@pytest.mark.training
def test_windows_that_are_written_meanwhile_are_taken_up(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    pictures = tmp_path / "images" / "train"
    with pytest.raises(TrainingError, match="There are no windows"):
        ResidentWindows(pictures, 2, torch.device("cpu"))
    _write(tmp_path, "one")
    windows = ResidentWindows(pictures, 2, torch.device("cpu"), steps=3, room=2)
    batches: list[dict[str, Any]] = list(windows)
    assert len(batches) == len(windows) == 3
    assert batches[0]["img"].shape == (2, 3, SIDE, SIDE)
    _write(tmp_path, "two")
    next(iter(windows))
    assert len(windows.dataset) == 2
    with pytest.raises(TrainingError, match="no room"):
        ResidentWindows(pictures, 2, torch.device("cpu"), room=0)
    with pytest.warns(UserWarning, match="1 of 2"):
        assert len(ResidentWindows(pictures, 2, torch.device("cpu"), room=1).dataset) == 1


def _write(folder: Path, name: str) -> None:
    for kind in ("images", "labels"):
        (folder / kind / "train").mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / "images" / "train" / f"{name}.jpg"), np.full((SIDE, SIDE, 3), 90, np.uint8))
    numbers = " ".join(["0.5"] * (ROW - 1))
    (folder / "labels" / "train" / f"{name}.txt").write_text(f"0 {numbers}\n", encoding="utf-8")
