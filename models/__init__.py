"""Weights, their cards, training and export."""

from __future__ import annotations

from pathlib import Path
from typing import Final

__house__ = "tableside"
"""The mark by which Tableside knows its own packages from others of the same name."""

WEIGHTS: Final = Path(__file__).parent / "weights"


def weights(name: str) -> Path:
    """The ONNX file of a network that comes with Tableside, such as `detector`."""
    return WEIGHTS / f"{name}.onnx"
