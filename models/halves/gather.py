"""Halves out of rendered scenes: numbers, backs, and what is no half."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from models.halves.patch import BACK, NONE, Cut, halves
from models.halves.visibility import shares

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Picture = NDArray[np.uint8]

SOURCE: Final = Cut(half=40, margin=12)
"""What is kept for training, 64×64 pixels: larger than a patch, so that it can be shifted, turned and scaled."""
LEAST_SIDE: Final = 8.0
"""Halves with a shorter side, in pixels of the scene, are left out: their pips are less than a pixel."""
LEAST_SEEN: Final = 0.999
MOST_COVERED: Final = 0.3
"""A half of which no more is seen is none."""
UNEXPLAINED: Final = 0.12
"""Where so much more of a tile is hidden than by the pieces of the truth, a cup or a hand lies on it."""
PER_SCENE: Final = 4
"""Places in a scene that show no domino."""
SIZES: Final = (22.0, 180.0)
"""The long side of such a place, in pixels."""
MISPLACED_SHARE: Final = 0.12
"""Of so many tiles the quad is also put beside its place."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A quad of a scene with the classes of its first and second half, None where a half tells nothing."""

    corners: Array
    classes: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True, eq=False)
class Halves:
    """N×S×S×3 BGR patches and their N classes."""

    pixels: Picture
    classes: NDArray[np.int64]


def scenes(folder: Path) -> list[Path]:
    """The truth files of the finished scenes in a folder, in order."""
    return [path for path in sorted(folder.glob("[0-9]*.json")) if path.with_suffix(".jpg").exists()]


def gather(truths: Iterable[Path], cut: Cut = SOURCE) -> Halves:
    """All halves of the scenes."""
    pixels: list[Picture] = []
    classes: list[int] = []
    for path in truths:
        picture = cv2.imread(str(path.with_suffix(".jpg")))
        if picture is None:
            continue
        for place in places(json.loads(path.read_text(encoding="utf-8"))):
            both = halves(picture.astype(np.uint8, copy=False), place.corners, cut)
            for patch, which in zip(both, place.classes, strict=True):
                if which is not None:
                    pixels.append(patch)
                    classes.append(which)
    empty = np.zeros((0, cut.side, cut.side, 3), np.uint8)
    return Halves(np.stack(pixels) if pixels else empty, np.array(classes, np.int64))


def places(truth: dict[str, Any]) -> Iterator[Place]:
    """Where a scene's halves lie, and some places that show none; the same truth gives the same places."""
    chance = np.random.default_rng([truth["seed"], truth["scene"], zlib.crc32(truth["game"].encode())])
    tiles = list(_tiles(truth))
    yield from tiles
    for tile in tiles:
        if None not in tile.classes and NONE not in tile.classes and chance.random() < MISPLACED_SHARE:
            yield Place(_misplaced(tile.corners, chance), (NONE, NONE))
    yield from _elsewhere(truth, chance)


def shortest_side(corners: Array) -> float:
    """The shortest side of either half of a tile, in pixels."""
    edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return float(min(edges[0], edges[2], edges[1] / 2, edges[3] / 2))


def _tiles(truth: dict[str, Any]) -> Iterator[Place]:
    for index, seen in shares(truth).items():
        piece = truth["pieces"][index]
        corners = np.array(piece["corners"], np.float64)
        if shortest_side(corners) < LEAST_SIDE or piece["visible"] < sum(seen) / 2 - UNEXPLAINED:
            continue
        label = piece["label"]
        both = (BACK, BACK) if label == "back" else tuple(int(number) for number in label.split("-"))
        first, second = (_class(which, share) for which, share in zip(both, seen, strict=True))
        if first == second == NONE:
            continue  # what is wholly covered is not found
        yield Place(corners, (first, second))


def _class(which: int, seen: float) -> int | None:
    if seen >= LEAST_SEEN:
        return which
    return NONE if seen <= MOST_COVERED else None


def _misplaced(corners: Array, chance: np.random.Generator) -> Array:
    """The quad half a tile away, turned aside, or much too large or small."""
    middle = corners.mean(axis=0)
    along = (corners[2] + corners[3] - corners[0] - corners[1]) / 2
    kind = int(chance.integers(3))
    if kind == 0:
        shift: Array = corners + along * chance.uniform(0.3, 0.7) * chance.choice([-1, 1])
        return shift
    if kind == 1:
        angle = np.radians(chance.uniform(40, 90) * chance.choice([-1, 1]))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        turned: Array = (corners - middle) @ turn.T + middle
        return turned
    scaled: Array = (corners - middle) * chance.choice([chance.uniform(0.4, 0.6), chance.uniform(1.6, 2.2)]) + middle
    return scaled


def _elsewhere(truth: dict[str, Any], chance: np.random.Generator) -> Iterator[Place]:
    """Rectangles of a domino's shape where none lies: on the table, on cards, dice, stones and whatever there is."""
    dominoes = [_hull(piece["corners"]) for piece in truth["pieces"] if piece["kind"] == "domino"]
    others = [piece for piece in truth["pieces"] if piece["kind"] not in {"domino", "hand"}]
    for _ in range(PER_SCENE):
        if others and chance.random() < 0.6:
            corners = _upon(np.array(others[int(chance.integers(len(others)))]["corners"], np.float64), chance)
        else:
            corners = _rectangle(truth["camera"], chance)
        hull = _hull(corners)
        if shortest_side(corners) >= LEAST_SIDE and not any(_touch(hull, other) for other in dominoes):
            yield Place(corners, (NONE, NONE))


def _upon(corners: Array, chance: np.random.Generator) -> Array:
    """A quad on another piece: all of it or, across, a part."""
    turned = np.roll(corners, int(chance.integers(4)), axis=0)
    if chance.random() < 0.5:
        deep = chance.uniform(0.3, 1.0)
        turned = np.stack([
            turned[0], turned[1], turned[1] + deep * (turned[2] - turned[1]), turned[0] + deep * (turned[3] - turned[0])
        ])  # fmt: skip
    size = np.linalg.norm(turned[2] - turned[0])
    noisy: Array = turned + chance.normal(0, 0.02 * size, (4, 2))
    return noisy


def _rectangle(camera: dict[str, Any], chance: np.random.Generator) -> Array:
    long = np.exp(chance.uniform(*np.log(SIZES)))
    wide = long * chance.uniform(0.4, 0.6)
    angle = chance.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    box = np.array([[-wide, -long], [wide, -long], [wide, long], [-wide, long]]) / 2
    at = chance.uniform(0.05, 0.95, 2) * [camera["width"], camera["height"]]
    skew: Array = box @ turn.T + at + chance.normal(0, 0.04 * wide, (4, 2))
    return skew


def _hull(corners: Any) -> NDArray[np.float32]:
    return cv2.convexHull(np.array(corners, np.float32)).astype(np.float32, copy=False)


def _touch(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    return float(cv2.intersectConvexConvex(one, other)[0]) > 0.05 * float(cv2.contourArea(one))
