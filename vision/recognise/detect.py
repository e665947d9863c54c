"""The first stage: where pieces lie, four corners and a kind each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from vision.geometry import centre

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.scene.memory.stationary import Stationary


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """A piece before it is read: its quad in pixels of the picture, its kind, how sure the detector is (0 … 1).

    `name` is the detector's own class, finer than the kind: `domino_back`, `domino_side`, `card_back`, `base`,
    `tile_back`. Else it is the kind, or empty where the detector says no more.
    """

    corners: Quad
    kind: str
    score: float
    name: str = ""


def from_top_down(found: Iterable[Detection]) -> tuple[Detection, ...]:
    """The detections in reading order."""
    return tuple(sorted(found, key=lambda each: tuple(centre(each.corners)[::-1])))


class Detector(Protocol):
    """Finds pieces. `name` is its name and version, as `classical-detect/1`."""

    @property
    def name(self) -> str:
        """Name and version."""

    def detect(self, picture: Picture) -> tuple[Detection, ...]:
        """The pieces in an H×W×3 BGR picture, none overlapping another, in reading order."""


@runtime_checkable
class PartialDetector(Detector, Protocol):
    """A detector that takes less time where part of a picture is known."""

    def beside(self, picture: Picture, known: Stationary) -> tuple[Detection, ...]:
        """The pieces in an H×W×3 BGR picture beside those that are known, in reading order."""
