"""Weights, their cards, training and export."""

from __future__ import annotations

from pathlib import Path
from typing import Final

WEIGHTS: Final = Path(__file__).parent / "weights"


def weights(name: str) -> Path:
    """The ONNX file of a network that comes with Tableside, such as `detector`."""
    return WEIGHTS / f"{name}.onnx"
