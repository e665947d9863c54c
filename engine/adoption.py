"""A table that is taken as it lies: the game goes on from there, whatever the moves before it say.

The camera reads the pieces in sight. All else is as the game knows it: scores, turns, what lies face down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.core import Setup
from engine.errors import RecordError
from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games import AnyGame
    from engine.options import Options

TWICE: Final = "duplicate"
"""How the names of faults begin that say that a piece is there twice: no table has one."""


def position_of(game: AnyGame, state: Any, seen: Mapping[str, Any]) -> dict[str, Any]:
    """The whole position where the pieces lie as they are `seen`, and all else is as the state has it."""
    known = game.position(state)
    return known | {key: value for key, value in seen.items() if key in known and value is not None}


def adopted(game: AnyGame, options: Options, position: Mapping[str, Any]) -> Any:
    """The state that the game goes on from. Raises `PositionError`, or `RecordError` for a table that cannot be."""
    turn = position.get("turn")
    seat = turn if isinstance(turn, int) and 0 <= turn < options.players else 0
    setup = Setup(options, position, seat)
    state = game.state(setup)
    for fault in game.faults(setup):
        if fault.name.startswith(TWICE):
            raise RecordError(Said("the table cannot be taken as it lies: {line}", line=fault.detail))
    for actor in game.actors(state):
        game.moves(state, actor)
    return state
