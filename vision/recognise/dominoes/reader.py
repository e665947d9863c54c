"""Reads dominoes of a known set: no number beyond its highest, and nothing of another colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.recognise.dominoes.look import background, lab
from vision.recognise.read import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.photo import Picture
    from vision.recognise.detect import Detection
    from vision.recognise.dominoes.set import DominoSet
    from vision.recognise.read import Reader

STRANGE: Final = 40.0
"""How far the colour of a face, without its lightness, may be from the set's: lamps and daylight are that far apart."""


@dataclass(frozen=True, slots=True)
class KnownReader:
    """A reader whose readings are checked against a set: what has another colour is no domino of it."""

    faces: Reader
    known: DominoSet

    @property
    def name(self) -> str:
        """The reader and the set."""
        return f"{self.faces.name}({self.known.name})"

    def read(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Reading, ...]:
        """What each piece of an H×W×3 BGR picture says; a strange thing has no label and no candidates."""
        readings = self.faces.read(picture, detections)
        return tuple(
            Reading(None, 1.0, ()) if self._is_strange(picture, each) else reading
            for each, reading in zip(detections, readings, strict=True)
        )

    def _is_strange(self, picture: Picture, detection: Detection) -> bool:
        seen = background(lab(picture, detection.corners))
        return float(np.linalg.norm((seen - np.array(self.known.background))[1:])) > STRANGE
