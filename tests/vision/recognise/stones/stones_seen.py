"""What a detector would make of a rendered scene: the truth's corners, shaken, a few pieces missed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.formats.ultralytics import class_of
from models.detector.corners import ordered
from vision.recognise.detect import Detection

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.geometry import Quad
    from vision.photo import Picture

LEAST_VISIBLE = 0.15
MISSED = 0.03
BOXED = {"stone", "token", "hand"}
KINDS = {"stone", "token", "tile", "marker", "hand"}


@dataclass(frozen=True)
class Scene:
    """A picture, what is detected in it, the truth of each detection, all `pieces`, and the facts of the scene."""

    name: str
    picture: Picture
    detections: tuple[Detection, ...]
    truths: tuple[dict[str, Any], ...]
    facts: dict[str, Any]
    pieces: tuple[dict[str, Any], ...] = ()


def scenes(
    folder: Path, seed: int = 0, shake: tuple[float, float] = (1.0, 4.0), limit: int | None = None
) -> Iterator[Scene]:
    """The scenes of a folder as a detector sees them; a corner errs by normal noise of `shake` px, drawn per scene."""
    for number, file in enumerate(sorted(folder.glob("[0-9]*.json"))[:limit]):
        truth = json.loads(file.read_text())
        picture = cv2.imread(str(file.with_suffix(".jpg")))
        rng = np.random.default_rng([seed, number])
        detections, truths = detected(truth, rng, shake)
        yield Scene(
            file.stem,
            picture,
            detections,
            truths,
            {k: v for k, v in truth.items() if k != "pieces"},
            tuple(truth["pieces"]),
        )


def detected(
    truth: dict[str, Any], rng: np.random.Generator, shake: tuple[float, float]
) -> tuple[tuple[Detection, ...], tuple[dict[str, Any], ...]]:
    """Detections and the truth of each, in an order from chance."""
    sigma = rng.uniform(*shake) * truth["camera"]["width"] / 1280
    found = []
    for piece in truth["pieces"]:
        if piece["kind"] not in KINDS or piece["visible"] < LEAST_VISIBLE or rng.random() < MISSED:
            continue
        if len(piece["corners"]) != 4:
            continue
        name = class_of(piece)
        kind = "hand" if name == "hand" else name.split("_")[0].replace("base", "stone")
        corners = shaken(piece, ordered(np.array(piece["corners"], np.float64), name), sigma, rng)
        found.append((Detection(corners, kind, float(rng.uniform(0.6, 0.99)), name), piece))
    rng.shuffle(found)
    return tuple(detection for detection, _ in found), tuple(piece for _, piece in found)


def shaken(piece: dict[str, Any], corners: Quad, sigma: float, rng: np.random.Generator) -> Quad:
    """Corners as a detector gives them: round pieces and hands have upright boxes."""
    shortest = min(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1))
    sigma = min(sigma, 0.08 * shortest + 0.5) * (2.0 if piece["visible"] < 0.6 else 1.0)
    if piece["kind"] in BOXED:
        low, high = corners.min(axis=0) + rng.normal(0, sigma, 2), corners.max(axis=0) + rng.normal(0, sigma, 2)
        (x0, y0), (x1, y1) = low, high
        return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    return corners + rng.normal(0, sigma, (4, 2))
