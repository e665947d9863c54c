"""From a photo to an observation, one line a stage."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from vision.classical.detector import ClassicalDetector
from vision.classical.reader import ClassicalReader
from vision.observation import Observation, Piece
from vision.quality import notices

if TYPE_CHECKING:
    from vision.detect import Detection, Detector
    from vision.geometry import Quad
    from vision.observation import Corners
    from vision.photo import Photo
    from vision.read import Reader, Reading

READABLE: Final = frozenset({"stackernoos"})


class GameNotReadable(ValueError):  # noqa: N818 - the name says the state
    """A game whose pieces cannot be read; the message is one line."""


@dataclass(frozen=True, slots=True)
class Eye:
    """The stages that read photos; any stage may be replaced by another that keeps its interface."""

    detector: Detector = field(default_factory=ClassicalDetector)
    reader: Reader = field(default_factory=ClassicalReader)

    @property
    def model(self) -> str:
        """The names of the stages."""
        return f"{self.detector.name} {self.reader.name}"

    def see(self, photo: Photo, game: str) -> Observation:
        """What the photo shows of the game; `GameNotReadable` where its pieces cannot be read."""
        check_readable(game)
        detections = self.detector.detect(photo.pixels)
        readings = self.reader.read(photo.pixels, detections)
        pieces = tuple(_piece(*each) for each in zip(detections, readings, strict=True))
        warnings = notices(photo.pixels, pieces)
        return Observation(photo.width, photo.height, photo.sha256, pieces, warnings, self.model)


def read_photo(photo: Photo, game: str) -> Observation:
    """What the photo shows of the game, by the stages that come with Tableside."""
    return Eye().see(photo, game)


def check_readable(game: str) -> None:
    """Raise `GameNotReadable` unless photos of the game can be read."""
    if game not in READABLE:
        raise GameNotReadable(f"photos of {game!r} cannot be read yet: choose {', '.join(sorted(READABLE))}")


def _piece(detection: Detection, reading: Reading) -> Piece:
    return Piece(detection.kind, reading.label, reading.confidence, _corners(detection.corners), 0, reading.candidates)


def _corners(corners: Quad) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d
