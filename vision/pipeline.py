"""From a photo to an observation: the recogniser of a game reads it."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import threading
from typing import TYPE_CHECKING, Final, cast

from engine.said import Said
from vision import games
from vision.taken import as_taken

if TYPE_CHECKING:
    from pathlib import Path

    from vision.observation import Observation
    from vision.photo import Photo
    from vision.recognise.read import Reader
    from vision.recognise.recogniser import Recogniser

READABLE: Final = frozenset(found.name for found in pkgutil.iter_modules(games.__path__) if found.ispkg)
"""The games whose pieces can be read: each has a folder in `vision/games`."""

_making: Final = threading.Lock()
"""Photos are read by several threads; a recogniser is made once."""


class GameNotReadable(ValueError):  # noqa: N818 - the name says the state
    """A game whose pieces cannot be read; the message is one line."""


class NotEnrolled(ValueError):  # noqa: N818 - the name says the state
    """A file of enrolled pieces that does not serve; the message is one line."""


def recogniser_for(game: str, enrolled: Path | None = None) -> Recogniser:
    """The recogniser of a game, by the stages that come with Tableside; made once for a game and a file.

    `enrolled` is a file that `tableside enroll` wrote of the user's own pieces. Weights are loaded with the first
    picture, or by `Recogniser.warm`. Raises `GameNotReadable`, and `NotEnrolled` where the file does not serve.
    """
    check_readable(game)
    try:
        with _making:
            return _made(game, enrolled, None if enrolled is None else enrolled.stat().st_mtime_ns)
    except (ValueError, OSError) as wrong:
        raise NotEnrolled(Said("the enrolled pieces cannot be used: {why}", why=str(wrong))) from wrong


def faces_of(game: str, enrolled: Path | None) -> Reader | None:
    """What reads single faces of the user's own set; None without one, or where the game's recogniser has no such
    stage.

    Raises as `recogniser_for` does.
    """
    faces: Reader | None = None if enrolled is None else getattr(recogniser_for(game, enrolled).reader, "faces", None)
    return faces


def read_photo(photo: Photo, game: str, enrolled: Path | None = None) -> Observation:
    """What the photo shows of the game, whatever was seen before; `enrolled` and errors as in `recogniser_for`."""
    return as_taken(recogniser_for(game, enrolled).fresh().see(photo), photo)


def check_readable(game: str) -> None:
    """Raise `GameNotReadable` unless photos of the game can be read."""
    if game not in READABLE:
        raise GameNotReadable(f"photos of {game!r} cannot be read yet: choose {', '.join(sorted(READABLE))}")


@functools.cache
def _made(game: str, enrolled: Path | None, _changed: int | None) -> Recogniser:
    """One recogniser a game and file; a file that was enrolled anew is read again."""
    return cast("Recogniser", importlib.import_module(f"{games.__name__}.{game}.recogniser").recogniser(enrolled))
