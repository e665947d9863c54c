"""What a detector would make of a rendered scene: the truth's corners, shaken, a few pieces missed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.detect import Detection

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.photo import Picture

LEAST_VISIBLE = 0.15
MISSED = 0.03
KINDS = {"stone", "token", "tile", "marker", "hand"}


@dataclass(frozen=True)
class Scene:
    """A picture, what is detected in it, the truth of each detection, and the facts of the scene."""

    name: str
    picture: Picture
    detections: tuple[Detection, ...]
    truths: tuple[dict[str, Any], ...]
    facts: dict[str, Any]


def scenes(
    folder: Path, seed: int = 0, shake: tuple[float, float] = (1.0, 4.0), limit: int | None = None
) -> Iterator[Scene]:
    """The scenes of a folder as a detector sees them; a corner errs by normal noise of `shake` px, drawn per scene."""
    for number, file in enumerate(sorted(folder.glob("[0-9]*.json"))[:limit]):
        truth = json.loads(file.read_text())
        picture = cv2.imread(str(file.with_suffix(".jpg")))
        rng = np.random.default_rng([seed, number])
        detections, truths = detected(truth, rng, shake)
        yield Scene(file.stem, picture, detections, truths, {k: v for k, v in truth.items() if k != "pieces"})


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
        found.append((Detection(shaken(piece, sigma, rng), kind_of(piece), float(rng.uniform(0.6, 0.99))), piece))
    rng.shuffle(found)
    return tuple(detection for detection, _ in found), tuple(piece for _, piece in found)


def kind_of(piece: dict[str, Any]) -> str:
    return "base" if piece["label"] == "base" else str(piece["kind"])


def shaken(piece: dict[str, Any], sigma: float, rng: np.random.Generator) -> np.ndarray:
    """Corners as a detector gives them: those of stones are boxes, those of discs turned by chance."""
    corners = np.array(piece["corners"], np.float64)
    shortest = min(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1))
    sigma = min(sigma, 0.08 * shortest + 0.5) * (2.0 if piece["visible"] < 0.6 else 1.0)
    if piece["kind"] in {"stone", "hand"}:
        (x0, y0), (x1, y1) = (
            corners.min(axis=0) + rng.normal(0, sigma, 2),
            corners.max(axis=0) + rng.normal(0, sigma, 2),
        )
        return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    if piece["kind"] == "token" and rng.random() < 0.5:
        corners = turned(corners, rng.uniform(0, 2 * np.pi))
    if piece["kind"] in {"token", "tile"}:
        corners = np.roll(corners, int(rng.integers(4)), axis=0)
    return corners + rng.normal(0, sigma, (4, 2))


def turned(corners: np.ndarray, angle: float) -> np.ndarray:
    """The corners of the square around the same disc, turned."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    c, s = np.cos(angle), np.sin(angle)
    ring = (square - 0.5) @ np.array([[c, s], [-s, c]], np.float32) + 0.5
    return cv2.perspectiveTransform(ring[None].astype(np.float32), matrix)[0].astype(np.float64)
