"""Who may move: the table while it deals, everyone who may react, a partner in its window, the seat in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import TABLE
from engine.games.stonerow.displacer import askable
from engine.games.stonerow.state import DEAL, OVER, REACTION, WINDOW, foreman_holder
from engine.games.stonerow.teammate import can_help
from engine.games.stonerow.turns import match_won, may_call

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.games.stonerow.state import State


def actors(state: State) -> tuple[Seat, ...]:
    """Who may move now: the table while it deals, everyone who may react, a partner, or the seat in turn."""
    if state.phase == OVER:
        return (TABLE,) if state.options.teams and not match_won(state) else ()
    caller = foreman_holder(state)
    if caller is not None:
        return (caller,)
    if state.phase == DEAL:
        return (TABLE, *(seat for seat in range(state.options.players) if may_call(state, seat)))
    if state.phase == REACTION:
        return tuple(sorted(askable(state)))
    return tuple(sorted({state.turn, *_others_in_window(state)}))


def _others_in_window(state: State) -> tuple[Seat, ...]:
    if state.phase != WINDOW or state.last is None:
        return ()
    if not state.options.teams:
        return tuple(seat for seat in (state.last.seat,) if may_call(state, seat))
    return can_help(state)
