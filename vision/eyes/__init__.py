"""What looks at a game's table: a module a game, of the game's name, with `eye(enrolled) -> Eye`."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from pathlib import Path

    from vision.pipeline import Eye


def games() -> frozenset[str]:
    """The games whose pieces can be read."""
    return frozenset(module.name for module in pkgutil.iter_modules(__path__))


@functools.cache
def eye(game: str, enrolled: Path | None = None) -> Eye:
    """The eye of a game in `games()`; `enrolled` is a file that `tableside enroll` wrote of the user's own pieces.

    Raises `ValueError` with one line where the file does not serve. Weights are loaded with the first picture.
    """
    return cast("Eye", importlib.import_module(f"{__name__}.{game}").eye(enrolled))
