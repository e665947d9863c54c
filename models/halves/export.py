"""The trained network as ONNX, its chances calibrated."""

from __future__ import annotations

import copy
import warnings
from typing import TYPE_CHECKING, Any, Final

from models.halves.network import LAST
from models.halves.patch import PATCH

if TYPE_CHECKING:
    from pathlib import Path

NAME: Final = "halves.onnx"
OPSET: Final = 17


def export(network: Any, temperature: float, out: Path, name: str = NAME) -> Path:
    """Write a trained network as float32 ONNX for any number of patches; returns the file.

    Input `patches`: N×3×48×48, BGR, 0 … 255. Output `chances`: N×15 for halves, the chances of 0 … 12, of half a
    face-down tile and of none. Another network has as many as it has classes. Each row adds up to 1. The temperature is
    part of the last layer. The same weights give the same bytes.
    """
    import torch

    whole = copy.deepcopy(network).eval()
    last = dict(whole.named_children())[LAST]
    with torch.no_grad():
        last.weight /= temperature
        last.bias /= temperature
    whole.append(torch.nn.Softmax(dim=1))
    out.mkdir(parents=True, exist_ok=True)
    path = out / name
    example = torch.zeros(2, 3, PATCH.side, PATCH.side)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter that needs no further packages is called old
        torch.onnx.export(
            whole, (example,), path, dynamo=False, opset_version=OPSET,
            input_names=["patches"], output_names=["chances"],
            dynamic_axes={"patches": {0: "halves"}, "chances": {0: "halves"}},
        )  # fmt: skip
    return path
