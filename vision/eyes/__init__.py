"""What looks at a game's table: a module a game, of the game's name, with `eye(enrolled) -> Eye`."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import threading
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from pathlib import Path

    from vision.pipeline import Eye


_making = threading.Lock()
"""Photos are read by several threads; an eye is made once."""


def games() -> frozenset[str]:
    """The games whose pieces can be read."""
    return frozenset(module.name for module in pkgutil.iter_modules(__path__))


def eye(game: str, enrolled: Path | None = None) -> Eye:
    """The eye of a game in `games()`; `enrolled` is a file that `tableside enroll` wrote of the user's own pieces.

    Raises `ValueError` with one line, or `OSError`, where the file does not serve. Weights are loaded with the first
    picture.
    """
    with _making:
        return _made(game, enrolled, None if enrolled is None else enrolled.stat().st_mtime_ns)


@functools.cache
def _made(game: str, enrolled: Path | None, _changed: int | None) -> Eye:
    """One eye a game and file; a file that was enrolled anew is read again."""
    return cast("Eye", importlib.import_module(f"{__name__}.{game}").eye(enrolled))
