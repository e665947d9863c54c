"""What vision knows of a game is in the folder `vision/games/NAME`. Its parts are found there by their names."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType


def part_of(game: str, part: str = "") -> ModuleType | None:
    """A module of a game's folder, or the folder's own; None where there is none."""
    name = ".".join(filter(None, ("vision.games", game, part)))
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is None or not name.startswith(missing.name):
            raise
        return None
