"""From a photo to an observation, one line a stage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision import eyes
from vision.observation import Observation
from vision.quality import notices

if TYPE_CHECKING:
    from pathlib import Path

    from vision.detect import Detector
    from vision.photo import Photo
    from vision.read import TableReader

READABLE: Final = eyes.games()


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

    def see(self, photo: Photo) -> Observation:
        """What the photo shows of the game."""
        found = self.detector.detect(photo.pixels)
        pieces = self.reader.see(photo.pixels, [each for each in found if each.kind in self.kinds])
        warnings = notices(photo.pixels, pieces)
        return Observation(photo.width, photo.height, photo.sha256, pieces, warnings, self.model)


def read_photo(photo: Photo, game: str, enrolled: Path | None = None) -> Observation:
    """What the photo shows of the game, by the stages that come with Tableside.

    `enrolled` is a file that `tableside enroll` wrote of the user's own pieces. Raises `GameNotReadable`, and
    `NotEnrolled` where the file does not serve.
    """
    check_readable(game)
    try:
        eye = eyes.eye(game, enrolled)
    except (ValueError, OSError) as wrong:
        raise NotEnrolled(str(wrong)) from wrong
    return eye.see(photo)


def check_readable(game: str) -> None:
    """Raise `GameNotReadable` unless photos of the game can be read."""
    if game not in READABLE:
        raise GameNotReadable(f"photos of {game!r} cannot be read yet: choose {', '.join(sorted(READABLE))}")
