"""Windows of many scenes on disk, in the layout that Ultralytics reads."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.formats.ultralytics import VALIDATION, description
from datasets.scenes.run import write_whole
from models.detector.windows import cut

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

PER_SCENE: Final = 5
"""Windows of a scene."""
QUALITY: Final = 92
"""JPEG quality of a window; the scene has been through a webcam's compression before."""


def write_windows(folders: Iterable[Path], out: Path, per_scene: int = PER_SCENE) -> int:
    """Cut windows of all finished scenes in the folders; returns how many scenes were cut. What is there is kept."""
    for split in ("train", "val"):
        for kind in ("images", "labels"):
            (out / kind / split).mkdir(parents=True, exist_ok=True)
    write_whole(out / "data.yaml", description().encode())
    return sum(_write_scene(truth, out, per_scene) for folder in folders for truth in _truths(folder))


def _truths(folder: Path) -> Iterator[Path]:
    yield from (path for path in sorted(folder.glob("[0-9]*.json")) if path.with_suffix(".jpg").exists())


def _write_scene(truth_file: Path, out: Path, per_scene: int) -> bool:
    name = f"{truth_file.parent.name}-{truth_file.stem}"
    split = "val" if int(truth_file.stem) % VALIDATION == 0 else "train"
    if (out / "labels" / split / f"{name}-{per_scene - 1}.txt").exists():
        return True
    picture = cv2.imread(str(truth_file.with_suffix(".jpg")))
    if picture is None:
        return False
    truth = json.loads(truth_file.read_text(encoding="utf-8"))
    chance = np.random.default_rng([truth["seed"], truth["scene"], zlib.crc32(truth["game"].encode())])
    for number, window in enumerate(cut(picture.astype(np.uint8, copy=False), truth, chance, per_scene)):
        encoded = cv2.imencode(".jpg", window.pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
        write_whole(out / "images" / split / f"{name}-{number}.jpg", encoded.tobytes())
        write_whole(out / "labels" / split / f"{name}-{number}.txt", window.lines().encode())
    return True
