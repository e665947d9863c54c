"""From a photo to an observation, one line a stage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision import eyes
from vision.detect import Detection
from vision.observation import Observation
from vision.quality import notices

if TYPE_CHECKING:
    from pathlib import Path

    from vision.detect import Detector
    from vision.memory import Known
    from vision.photo import Photo
    from vision.read import Reader, TableReader

READABLE: Final = eyes.games()
WARM: Final = (320, 180)
"""The picture that an eye is warmed with, px."""


class GameNotReadable(ValueError):  # noqa: N818 - the name says the state
    """A game whose pieces cannot be read; the message is one line."""


class NotEnrolled(ValueError):  # noqa: N818 - the name says the state
    """A file of enrolled pieces that does not serve; the message is one line."""


@dataclass(frozen=True, slots=True)
class Eye:
    """The stages that read photos of a game; any stage may be replaced by another that keeps its interface.

    Detections of kinds that are not the game's are left out.
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

    def fresh(self) -> Eye:
        """The same eye without what it remembers of the pictures that it saw."""
        return self

    def see(self, photo: Photo, known: Known | None = None) -> Observation:
        """What the photo shows of the game; an eye may take what is `known` of it as seen."""
        found = self.detector.detect(photo.pixels)
        pieces = self.reader.see(photo.pixels, [each for each in found if each.kind in self.kinds])
        warnings = notices(photo.pixels, pieces)
        return Observation(photo.width, photo.height, photo.sha256, pieces, warnings, self.model)


def eye_for(game: str, enrolled: Path | None = None) -> Eye:
    """The eye of a game, by the stages that come with Tableside; made once for a game and a file.

    `enrolled` is a file that `tableside enroll` wrote of the user's own pieces. Weights are loaded with the first
    picture, or by `Eye.warm`. Raises `GameNotReadable`, and `NotEnrolled` where the file does not serve.
    """
    check_readable(game)
    try:
        return eyes.eye(game, enrolled)
    except (ValueError, OSError) as wrong:
        raise NotEnrolled(str(wrong)) from wrong


def faces_of(game: str, enrolled: Path | None) -> Reader | None:
    """What reads single faces of the user's own set; None without one, or where the game's eye has no such stage.

    Raises as `eye_for` does.
    """
    faces: Reader | None = None if enrolled is None else getattr(eye_for(game, enrolled).reader, "faces", None)
    return faces


def read_photo(photo: Photo, game: str, enrolled: Path | None = None) -> Observation:
    """What the photo shows of the game, whatever was seen before; `enrolled` and what is raised are `eye_for`'s."""
    return eye_for(game, enrolled).fresh().see(photo)


def check_readable(game: str) -> None:
    """Raise `GameNotReadable` unless photos of the game can be read."""
    if game not in READABLE:
        raise GameNotReadable(f"photos of {game!r} cannot be read yet: choose {', '.join(sorted(READABLE))}")
