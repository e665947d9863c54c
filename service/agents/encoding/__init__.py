"""What a seat may know of a state, as numbers: a module a game, of the game's name.

Each module has `size(options)`, the length of the vector, and `encode(state, seat)`, the vector of a state. The state
is already reduced to what the seat sees (`Game.view`). Seats are counted from the own seat clockwise, so that one
policy serves every seat.
"""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Encoding(Protocol):
    """The vector of one game."""

    def size(self, options: Any) -> int:
        """How many numbers it has under these options."""

    def encode(self, state: Any, seat: int) -> NDArray[np.int16]:
        """The vector of a state as the seat sees it."""


@functools.cache
def encoding(game: str) -> Encoding:
    """The encoding of a game. Raises `LookupError` with one line where it has none."""
    name = f"{__name__}.{game}"
    try:
        return cast("Encoding", importlib.import_module(name))
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        raise LookupError(f"{game} has no encoding: write service/agents/encoding/{game}.py") from None
