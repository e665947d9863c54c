"""The trained detector as ONNX: any picture whose sides are multiples of 32."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from models.detector.windows import SIDE
from models.order import TrainingError

NAME: Final = "detector.onnx"


def export(checkpoint: Path, out: Path) -> Path:
    """Write the network of an Ultralytics checkpoint as float32 ONNX with free sides; returns the file.

    Input `images`: 1×3×H×W, RGB, 0 … 1. Output: 1×300×(6 + 4·3): a box (x0, y0, x1, y1), its score, its class, and
    four corners with how sure they are seen, in pixels of the input.
    """
    from ultralytics import YOLO

    if not checkpoint.exists():
        raise TrainingError(f"There is no checkpoint at {checkpoint}: train first.")
    written = Path(YOLO(checkpoint).export(format="onnx", imgsz=SIDE, dynamic=True, simplify=True, device="cpu"))
    out.mkdir(parents=True, exist_ok=True)
    return written.replace(out / NAME)
