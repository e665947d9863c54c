"""The stages that read the pieces of one game, from pixels to an observation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.observation import Observation
from vision.recognise.detect import Detection
from vision.scene.quality import notices

if TYPE_CHECKING:
    from vision.observation import MatLies, Piece
    from vision.photo import Photo
    from vision.recognise.detect import Detector
    from vision.recognise.read import TableReader
    from vision.scene.memory.stationary import Stationary

WARM: Final = (320, 180)
"""The picture that a recogniser is warmed with, px."""


@dataclass(frozen=True, slots=True)
class Recogniser:
    """The stages that read photos of a game; any stage may be replaced by another that keeps its interface.

    The detector tells pieces of the game's `kinds` alone.
    """

    detector: Detector
    reader: TableReader
    kinds: frozenset[str]

    @property
    def model(self) -> str:
        """The names of the stages."""
        return f"{self.detector.name} {self.reader.name}"

    def warm(self) -> None:
        """Load all networks and tables, so that the first photo takes no longer than others."""
        pixels = np.full((WARM[1], WARM[0], 3), 90, np.uint8)
        across = np.array([[0.3, 0.4], [0.3, 0.6], [0.7, 0.6], [0.7, 0.4]]) * WARM
        self.detector.detect(pixels)
        for kind in sorted(self.kinds):
            self.reader.see(pixels, [Detection(across, kind, 1.0, kind)])

    def fresh(self) -> Recogniser:
        """The same recogniser without what it remembers of the pictures that it saw."""
        return self

    def see(self, photo: Photo, known: Stationary | None = None) -> Observation:
        """What the photo shows of the game; a recogniser may take what is `known` of it as seen."""
        return self.observation(photo, self.reader.see(photo.pixels, self.detector.detect(photo.pixels)))

    def observation(self, photo: Photo, pieces: tuple[Piece, ...], mat: MatLies | None = None) -> Observation:
        """What a photo shows: its pieces, the mat where one was seen, and what to warn of."""
        warnings = notices(photo.pixels, pieces)
        return Observation(photo.width, photo.height, photo.sha256, pieces, warnings, self.model, mat)
