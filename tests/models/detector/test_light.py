"""Windows in another light; needs PyTorch: `make test-train`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from models.detector.light import relit, use_light

pytestmark = pytest.mark.training


def test_each_window_of_a_batch_gets_a_light_of_its_own() -> None:
    torch = pytest.importorskip("torch")
    torch.manual_seed(1)
    lit = relit(torch.full((8, 3, 32, 32), 0.5))
    assert lit.shape == (8, 3, 32, 32)
    assert lit.min() >= 0
    assert lit.max() <= 1
    assert len({round(float(each.mean()), 2) for each in lit}) > 4


def test_a_batch_keeps_its_labels() -> None:
    torch = pytest.importorskip("torch")
    labels = torch.arange(3)

    def prepared(batch: dict[str, Any]) -> dict[str, Any]:
        return batch

    trainer = SimpleNamespace(preprocess_batch=prepared)
    use_light(trainer)
    batch = trainer.preprocess_batch({"img": torch.rand(3, 3, 32, 32), "cls": labels})
    assert batch["cls"] is labels
    assert batch["img"].shape == (3, 3, 32, 32)
