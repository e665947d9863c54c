"""The artwork that `vision.recognise.stones` compares with, from the printed pieces; run this file to write it."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT))

from datasets.art.pixels import raster  # noqa: E402
from datasets.stoneboard.pieces import piece  # noqa: E402
from vision.recognise.stones.art import CELL, COLUMNS, FILE, NAMES  # noqa: E402


def sheet() -> np.ndarray:
    """All pieces of the sheet, each in its cell: BGRA, uint8."""
    rows = -(-len(NAMES) // COLUMNS)
    out = np.zeros((rows * CELL, COLUMNS * CELL, 4), np.uint8)
    for n, name in enumerate(NAMES):
        y, x = divmod(n, COLUMNS)
        out[y * CELL : (y + 1) * CELL, x * CELL : (x + 1) * CELL] = cell(name)
    return out


def cell(name: str) -> np.ndarray:
    """A piece, stretched to the cell: BGRA."""
    art = piece(name)
    fine = raster(art, 4 * CELL / max(art.width, art.height))
    return cv2.resize(fine, (CELL, CELL), interpolation=cv2.INTER_AREA)


if __name__ == "__main__":
    cv2.imwrite(str(FILE), sheet())
