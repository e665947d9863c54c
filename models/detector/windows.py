"""Windows cut from rendered scenes: what the detector is trained on.

A scene is turned, scaled and cut. The scale makes its pieces come in every size that the detector shall find. Corners
go the same way, so that boxes stay tight. Small windows make a training on a processor possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from datasets.formats.ultralytics import CLASSES, HIDDEN, LEAST_OF_HAND, LEAST_VISIBLE, SHOWN, class_of, labelled
from models.detector.corners import ordered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Picture = NDArray[np.uint8]

SIDE: Final = 256
"""Pixels of a window, across and down."""
PIECE_SIDES: Final = (14.0, 95.0)
"""The long side of a middling piece in a window, in pixels: drawn log-uniformly."""
MOST_ENLARGED: Final = 1.5
"""Scenes are enlarged no more than so many times: what a lens did not resolve is not learnt."""
UPRIGHT_SHARE: Final = 0.4
"""Of so many windows the turn is small; the others are turned any way."""
SMALL_TURN: Final = 8.0
"""Degrees."""
LEAST_INSIDE: Final = 0.35
"""Pieces of which less lies inside the window are not labelled."""
GREY: Final = 114
"""What lies beyond the scene, as in Ultralytics' own padding."""
STATURES: Final = {"hand": 0.35}
"""Pieces that count for less in the choice of a scale: a hand is larger than what it moves."""


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """A piece in a window: its class, its 4×2 corners in pixels, which of them are seen, how much of it is."""

    name: str
    corners: Array
    shown: tuple[int, ...]
    visible: float


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A SIDE×SIDE×3 BGR picture and its pieces."""

    pixels: Picture
    labels: tuple[Label, ...]

    def lines(self) -> str:
        """The labels in the Ultralytics pose layout."""
        return "".join(f"{_line(label)}\n" for label in self.labels)


def labels_of(truth: dict[str, Any]) -> Iterator[Label]:
    """The pieces of a scene that a detector shall find. Arms and sleeves are no hands."""
    for piece in truth["pieces"]:
        if labelled(piece):
            corners = np.array(piece["corners"], np.float64)
            shown = tuple(piece.get("corners_visible", (1, 1, 1, 1)))
            yield Label(class_of(piece), corners, shown, piece["visible"])


def cut(picture: Picture, truth: dict[str, Any], chance: np.random.Generator, count: int) -> Iterator[Window]:
    """So many windows of an H×W×3 scene; none where it shows no piece."""
    labels = tuple(labels_of(truth))
    if not labels:
        return
    sizes = np.array([_long_side(label) * STATURES.get(label.name, 1.0) for label in labels])
    for _ in range(count):
        wanted = np.exp(chance.uniform(*np.log(PIECE_SIDES)))
        scale = min(float(wanted / np.median(sizes)), MOST_ENLARGED)
        around = labels[int(chance.integers(len(labels)))].corners.mean(axis=0)
        yield _window(picture, labels, _motion(scale, around, chance))


def _motion(scale: float, around: Array, chance: np.random.Generator) -> Array:
    """A 2×3 map from the scene to a window that holds the point `around`."""
    small = chance.random() < UPRIGHT_SHARE
    turn = np.radians(chance.normal(0, SMALL_TURN) if small else chance.uniform(0, 360))
    rotation = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    place = chance.uniform(0.2, 0.8, 2) * SIDE
    return np.column_stack([rotation, place - rotation @ around])


def _window(picture: Picture, labels: tuple[Label, ...], motion: Array) -> Window:
    scale = float(np.hypot(*motion[:, 0]))
    source, motion_ = picture, motion
    if scale < 0.6:
        # A plain warp would leave out pixels, which no lens does.
        halved = max(scale, 0.05) * 1.2
        size = (max(1, round(picture.shape[1] * halved)), max(1, round(picture.shape[0] * halved)))
        source = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
        shrunk = np.array([size[0] / picture.shape[1], size[1] / picture.shape[0]])
        offset = 0.5 * (shrunk - 1)
        linear = motion[:, :2] / shrunk
        motion_ = np.column_stack([linear, motion[:, 2] - linear @ offset])
    border = (GREY, GREY, GREY)
    pixels = cv2.warpAffine(source, motion_, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderValue=border)
    moved = (_moved(label, motion) for label in labels)
    return Window(pixels.astype(np.uint8, copy=False), tuple(label for label in moved if label is not None))


def _moved(label: Label, motion: Array) -> Label | None:
    """The piece in the window, or None where too little of it lies inside."""
    corners = label.corners @ motion[:, :2].T + motion[:, 2]
    hull = cv2.convexHull(corners.astype(np.float32))
    frame = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    area = float(cv2.contourArea(hull))
    inside = float(cv2.intersectConvexConvex(hull, frame)[0])
    least = LEAST_OF_HAND if label.name == "hand" else LEAST_VISIBLE
    if area < 16 or inside / area < LEAST_INSIDE or label.visible * inside / area < least:
        return None
    first = ordered(corners, label.name)
    shown = _shown_of(label, corners, first)
    return Label(label.name, first, shown, label.visible)


def _shown_of(label: Label, corners: Array, first: Array) -> tuple[int, ...]:
    """Which corners are seen, in their new order; those of a drawn box are as visible as the piece."""
    order = [int(np.linalg.norm(corners - corner, axis=1).argmin()) for corner in first]
    return tuple(label.shown[number] for number in order)


def _line(label: Label) -> str:
    inside = np.clip(label.corners, 0, SIDE)
    low, high = inside.min(axis=0), inside.max(axis=0)
    numbers = [*((low + high) / 2 / SIDE), *((high - low) / SIDE)]
    words = [f"{number:.6f}" for number in numbers]
    for (x, y), seen in zip(label.corners, label.shown, strict=True):
        within = 0 <= x < SIDE and 0 <= y < SIDE
        words += [f"{x / SIDE:.6f}", f"{y / SIDE:.6f}", str(SHOWN if seen else HIDDEN)] if within else ["0", "0", "0"]
    return " ".join([str(CLASSES.index(label.name)), *words])


def _long_side(label: Label) -> float:
    return float(np.linalg.norm(np.roll(label.corners, -1, axis=0) - label.corners, axis=1).max())
