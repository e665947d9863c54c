"""The trained detector as ONNX: any picture whose sides are multiples of 32."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from datasets.formats.ultralytics import CLASSES
from models.detector.windows import SIDE
from models.order import TrainingError

ROWS: Final = 4 + len(CLASSES) + 4 * 3
NAME: Final = "detector.onnx"


def export(checkpoint: Path, out: Path) -> Path:
    """Write the network of an Ultralytics checkpoint as float32 ONNX with free sides; returns the file.

    Input `images`: 1×3×H×W, RGB, 0 … 1. Output: 1×(4 + 12 + 4·3)×N. A detection is a box (middle and sides), a score a
    class, and four corners, each with how sure it is in view. Lengths are in pixels of the input. Raises
    `TrainingError` where it is not.
    """
    import onnx
    from ultralytics import YOLO

    if not checkpoint.exists():
        raise TrainingError(f"There is no checkpoint at {checkpoint}: train first.")
    written = Path(YOLO(checkpoint).export(format="onnx", imgsz=SIDE, dynamic=True, simplify=True, device="cpu"))
    rows = onnx.load(written).graph.output[0].type.tensor_type.shape.dim[1].dim_value
    if rows != ROWS:
        raise TrainingError(f"{written} gives {rows} rows, not {ROWS}: this Ultralytics exports another head.")
    out.mkdir(parents=True, exist_ok=True)
    return written.replace(out / NAME)
