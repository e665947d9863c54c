"""How the tiles that were seen came about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Explanation, Move, Setup
    from engine.games.stackernoos.state import State


def explanations(game: Any, state: State, seen: Setup, plies: int) -> Sequence[Explanation[Move]]:
    """The ways from a state to what was seen, likeliest first."""
    return ()
