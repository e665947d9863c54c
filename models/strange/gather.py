"""Crops out of rendered scenes: pieces of every class, things of other games, and what a detector takes for pieces."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from datasets.formats.ultralytics import class_of
from models.halves.gather import SOURCE
from models.strange.crop import CLASSES, STRANGE, crop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Picture = NDArray[np.uint8]
    Find = Callable[[Picture], list[Array]]
    """A detector: quads of what it takes for pieces."""

LEAST_VISIBLE: Final = 0.35
LEAST_SIDE: Final = 9.0
"""Pieces with a shorter long side, px, are left out."""
SAME: Final = 0.5
"""A detection shares so much of what both cover with the piece that it is."""
APART: Final = 0.15
"""A detection that shares no more with any piece of ours is strange."""
ELSEWHERE: Final = 3
"""Places by chance in a scene."""
SIZES: Final = (14.0, 160.0)
"""Long side of such a place, px."""


@dataclass(frozen=True, slots=True, eq=False)
class Crops:
    """N×64×64×3 BGR crops and their N classes."""

    pixels: Picture
    classes: NDArray[np.int64]


def gather(truths: Iterable[Path], find: Find | None) -> Crops:
    """The crops of scenes by their truth files; `find` adds what a detector sees there."""
    pixels: list[Picture] = []
    classes: list[int] = []
    for path in truths:
        loaded = cv2.imread(str(path.with_suffix(".jpg")))
        if loaded is None:
            continue
        picture = loaded.astype(np.uint8, copy=False)
        truth = json.loads(path.read_text(encoding="utf-8"))
        for corners, which in places(truth, [] if find is None else find(picture)):
            pixels.append(crop(picture, corners, SOURCE))
            classes.append(which)
    empty = np.zeros((0, SOURCE.side, SOURCE.side, 3), np.uint8)
    return Crops(np.stack(pixels) if pixels else empty, np.array(classes, np.int64))


def places(truth: dict[str, Any], detections: list[Array]) -> Iterator[tuple[Array, int]]:
    """Quads of a scene with their classes; the same truth and detections give the same places."""
    chance = np.random.default_rng([truth["seed"], truth["scene"], zlib.crc32(truth["game"].encode())])
    size = np.array([truth["camera"]["width"], truth["camera"]["height"]], np.float64)
    pieces = [(_box(piece["corners"]), piece) for piece in truth["pieces"]]
    ours = [(box, piece) for box, piece in pieces if piece["kind"] != "unknown"]
    for box, piece in pieces:
        if piece["visible"] >= LEAST_VISIBLE and _inside(box, size) and (box[2:] - box[:2]).max() >= LEAST_SIDE:
            if piece["kind"] == "unknown":
                yield _quad(box), STRANGE
                yield _quad(_other(box, chance)), STRANGE
            elif class_of(piece) in CLASSES:
                yield _quad(box), CLASSES.index(class_of(piece))
    for corners in detections:
        box = _box(corners)
        shares = [_shared(box, other) for other, _ in ours]
        best = int(np.argmax(shares)) if shares else -1
        if best < 0 or shares[best] <= APART:
            yield corners, STRANGE
        elif shares[best] >= SAME and class_of(ours[best][1]) in CLASSES:
            yield corners, CLASSES.index(class_of(ours[best][1]))
    for _ in range(ELSEWHERE):
        box = _anywhere(size, chance)
        if all(_shared(box, other) <= APART for other, _ in ours):
            yield _quad(box), STRANGE


def _box(corners: Any) -> Array:
    points = np.array(corners, np.float64)
    return np.concatenate([points.min(axis=0), points.max(axis=0)])


def _quad(box: Array) -> Array:
    x0, y0, x1, y1 = box
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def _inside(box: Array, size: Array) -> bool:
    middle = (box[:2] + box[2:]) / 2
    return bool((middle > 0).all() and (middle < size).all())


def _other(box: Array, chance: np.random.Generator) -> Array:
    """A part of a thing, or it with what lies beside it."""
    middle, sides = (box[:2] + box[2:]) / 2, box[2:] - box[:2]
    sides = sides * np.exp(chance.uniform(np.log(0.5), np.log(2.2), 2))
    middle = middle + chance.normal(0, 0.25, 2) * sides
    return np.concatenate([middle - sides / 2, middle + sides / 2])


def _anywhere(size: Array, chance: np.random.Generator) -> Array:
    sides = np.exp(chance.uniform(*np.log(SIZES))) * np.array([1.0, chance.uniform(0.5, 1.0)])
    middle = chance.uniform(0.03, 0.97, 2) * size
    return np.concatenate([middle - sides / 2, middle + sides / 2])


def _shared(one: Array, other: Array) -> float:
    """Intersection over union of two upright boxes."""
    sides = np.minimum(one[2:], other[2:]) - np.maximum(one[:2], other[:2])
    common = float(np.prod(np.maximum(sides, 0)))
    both = float(np.prod(one[2:] - one[:2]) + np.prod(other[2:] - other[:2]))
    return common / max(both - common, 1e-9)
