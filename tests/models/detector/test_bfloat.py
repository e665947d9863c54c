"""Which processors train in bfloat16; needs PyTorch: `make test-train`."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from models.detector.bfloat import ASKED, use_bfloat16

pytestmark = pytest.mark.training


@pytest.mark.parametrize("able", [False, True])
def test_only_a_processor_that_multiplies_in_bfloat16_does(able: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    for asked in ASKED:
        monkeypatch.setattr(torch.cpu, asked, lambda: able)
    model = torch.nn.Linear(2, 2)
    model.predict = model.forward
    use_bfloat16(SimpleNamespace(device=torch.device("cpu"), model=model))
    with torch.autocast("cpu", enabled=False):
        given = model.predict(torch.tensor([[1.001, 2.003]]))
    assert (given == model(torch.tensor([[1.001, 2.003]]))).all() == (not able)
