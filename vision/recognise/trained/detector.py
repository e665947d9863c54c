"""Finds pieces of every kind with a YOLO26 in its pose form: a class and four corners each."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision.geometry import area, sides
from vision.recognise.detect import Detection, from_top_down
from vision.recognise.network import Network, network
from vision.recognise.trained.once import HIGH, once_each
from vision.recognise.trained.regions import beside, regions
from vision.recognise.trained.sharpen import sharpened
from vision.settings import TRAINED_DETECT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.trained.regions import Part
    from vision.scene.memory.stationary import Stationary
    from vision.settings import TrainedDetectSettings

KINDS: Final = {
    "domino_back": "domino",
    "domino_side": "domino",
    "card_back": "card",
    "base": "stone",
    "tile_back": "tile",
}
"""The kind of a class that is finer than one."""
BOX, CORNERS = 4, 12
"""Rows at the beginning and the end of the network's output: a box's middle and sides, then x, y and visibility of each
corner. Between them lies a score a class."""


@dataclass(frozen=True)
class TrainedDetector:
    """The network and what its output means. Pieces of `kinds` alone are told; None stands for all."""

    network: Network = field(default_factory=lambda: network("detector"))
    settings: TrainedDetectSettings = TRAINED_DETECT
    kinds: frozenset[str] | None = None

    @property
    def name(self) -> str:
        """Name and weights."""
        return f"yolo26n-pose/{self.network.digest}"

    @cached_property
    def classes(self) -> dict[int, str]:
        """The classes' names, as the export wrote them down."""
        return {int(number): str(name) for number, name in _literal(self.network.notes["names"]).items()}

    def detect(self, picture: Picture) -> tuple[Detection, ...]:
        """The pieces in an H×W×3 BGR picture, from the top down."""
        found = [each for size in self.settings.long_sides for each in self._look(picture, size)]
        height, width = picture.shape[:2]
        scale = self._scale(picture, _length(_without_hands(self._wanted(found))))
        if round(scale * max(height, width)) > max(self.settings.long_sides):
            found += self._fine(picture, [(0, 0, width, height)], scale)
        return self._told(picture, found)

    def beside(self, picture: Picture, known: Stationary) -> tuple[Detection, ...]:
        """The same beside pieces that are known. These tell how large pieces are, so only what changed is looked at
        closely.

        Hands are looked for in all of it: one may have rested there before. What such looks show of other pieces counts
        where something changed, for a part shows less.
        """
        length = _length(known.quads)
        if known.boxes is None or not length:
            return self.detect(picture)
        whole = [each for size in self.settings.long_sides for each in self._look(picture, size)]
        fine = self._fine(picture, regions(known.boxes, length, picture), self._scale(picture, length))
        return self._told(picture, beside([*whole, *fine], known))

    def _fine(self, picture: Picture, parts: Sequence[Part], scale: float) -> list[Detection]:
        """What lies in parts of a picture, looked at with a scale; more closely where pieces are still small."""
        found = [each for part in parts for each in self._part(picture, part, scale)]
        length = _length(_without_hands(self._wanted(found)))
        if scale < 1 and 0 < scale * length < self.settings.small:
            found += self._parts(picture, length)
        return found

    def _told(self, picture: Picture, found: Sequence[Detection]) -> tuple[Detection, ...]:
        """Detections, each once, those that are wanted sharpened, from the top down."""
        return from_top_down(sharpened(picture, self._wanted(once_each(found, self.settings))))

    def _wanted(self, found: Iterable[Detection]) -> list[Detection]:
        return [each for each in found if self.kinds is None or each.kind in self.kinds]

    def _look(self, picture: Picture, long_side: int) -> Iterator[Detection]:
        """What the network says of the picture at one size."""
        batch, scale = self.prepare(picture, long_side)
        placed = (self._detection(*each, scale) for each in self._likely(self.network.run(batch)[0]))
        return (each for each in placed if each is not None)

    def _scale(self, picture: Picture, length: float) -> float:
        """The scale at which the network is shown pieces that are so many px long in a picture."""
        long_side: int = max(picture.shape[:2])
        usual = max(self.settings.long_sides)
        if length * usual / long_side >= self.settings.clear:
            return usual / long_side
        wanted = long_side * self.settings.clearly / max(length, 1.0)
        finest, stride = self.settings.fine_side, self.settings.stride
        return min(finest, stride * math.ceil(wanted / stride)) / long_side

    def _parts(self, picture: Picture, length: float) -> Iterator[Detection]:
        """What the network says of overlapping parts of a large picture whose pieces are so many px long."""
        scale = min(1.0, self.settings.small_as / length)
        height, width = picture.shape[:2]
        for top, bottom in _spans(height, self.settings.part / scale, self.settings.shared / scale):
            for left, right in _spans(width, self.settings.part / scale, self.settings.shared / scale):
                yield from self._part(picture, (left, top, right, bottom), scale)

    def _part(self, picture: Picture, box: tuple[int, int, int, int], scale: float) -> Iterator[Detection]:
        """What the network says of a part of a picture (left, top, right, bottom), but for what its edges cut."""
        left, top, right, bottom = box
        part = np.ascontiguousarray(picture[top:bottom, left:right])
        for each in self._look(part, round(scale * max(part.shape[:2]))):
            if _is_whole(each.corners, part, (left, top), picture):
                yield replace(each, corners=each.corners + np.array([left, top], np.float64))

    def _likely(self, output: NDArray[np.float32]) -> list[tuple[int, float, NDArray[np.float32]]]:
        """Class, score and output of the best guess at each place: boxes of one class share only so much."""
        scores = output[BOX:-CORNERS]
        names, best = scores.argmax(axis=0), scores.max(axis=0)
        likely = np.flatnonzero(best >= self.settings.least_score)
        boxes = output[:BOX, likely].T.astype(np.float64)
        boxes[:, :2] -= boxes[:, 2:] / 2
        kept = cv2.dnn.NMSBoxesBatched(
            boxes.tolist(), best[likely].tolist(), names[likely].tolist(), 0.0, self.settings.most_alike
        )
        return [(int(names[column]), float(best[column]), output[:, column]) for column in likely[np.array(kept, int)]]

    def prepare(self, picture: Picture, long_side: int) -> tuple[NDArray[np.float32], float]:
        """The picture as the network takes it: 1×3×H×W, RGB, 0 … 1, padded to whole strides, and its scale."""
        height, width = picture.shape[:2]
        scale = long_side / max(height, width)
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = cv2.resize(picture, size, interpolation=interpolation)
        right, below = (-size[0] % self.settings.stride, -size[1] % self.settings.stride)
        grey = (self.settings.grey,) * 3
        padded = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_CONSTANT, value=grey)
        channels = np.ascontiguousarray(padded[:, :, ::-1].transpose(2, 0, 1), np.float32)
        return channels[None] / np.float32(255), scale

    def _detection(self, number: int, score: float, output: NDArray[np.float32], scale: float) -> Detection | None:
        """A guess as a detection; None where it is too weak, or its corners enclose too little of its box."""
        name = self.classes[number]
        least = self.settings.least_hand if name == "hand" else self.settings.least_high
        if name in HIGH and score < least:
            return None
        corners = output[-CORNERS:].reshape(4, 3)[:, :2].astype(np.float64)
        convex = cv2.isContourConvex(corners.astype(np.float32).reshape(-1, 1, 2))
        if not convex or area(corners) < self.settings.least_fill * float(output[2] * output[3]):
            return None
        return Detection((corners + 0.5) / scale - 0.5, KINDS.get(name, name), score, name)


def _length(quads: Sequence[Quad]) -> float:
    """The usual length of pieces, px; 0 where there are none."""
    return float(np.median([max(sides(each)) for each in quads])) if quads else 0.0


def _without_hands(found: Sequence[Detection]) -> list[Quad]:
    """Where the pieces lie; hands tell nothing of their size."""
    return [each.corners for each in found if each.kind != "hand"]


def _spans(whole: int, part: float, shared: float) -> Iterator[tuple[int, int]]:
    """Where parts of about one length begin and end, px, the first at the beginning, the last at the end of it all."""
    count = max(1, int(np.ceil((whole - shared) / (part - shared))))
    for at in np.linspace(0, max(0.0, whole - part), count):
        yield round(at), min(whole, round(at + part))


def _is_whole(corners: Quad, part: Picture, at: tuple[int, int], picture: Picture) -> bool:
    """Whether a piece lies clear of the part's edges, which cut what lies on them; the picture's own edges aside."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    for axis, (size, whole) in enumerate(((part.shape[1], picture.shape[1]), (part.shape[0], picture.shape[0]))):
        begins, ends = at[axis] == 0, at[axis] + size == whole
        if not ((begins or low[axis] > 1) and (ends or high[axis] < size - 2)):
            return False
    return True


def _literal(text: str) -> Any:
    """A dictionary that Ultralytics wrote as Python source."""
    import ast

    return ast.literal_eval(text)
