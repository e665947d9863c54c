"""House rulings: a play that the rules refuse and the table lets stand.

Nothing is invented for it. The move is carried out as if it were legal, and only where the table that it leaves could
lie there. What cannot be is refused in one line, to be taken back or corrected instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.core import Line, Setup, Verdict
from engine.errors import RecordError
from engine.said import Said

if TYPE_CHECKING:
    from engine.core import Fault, Seat
    from engine.games import AnyGame
    from engine.options import Options

WHY: Final = "house ruling"
TWICE: Final = "duplicate"
"""How the names of faults begin that say that a piece is there twice: no ruling makes a second one."""


def waive(game: AnyGame, options: Options, state: Any, seat: Seat, move: Any) -> tuple[Any, Verdict]:
    """The state after a refused move that stands by ruling, and its verdict: the rules waived, the points it brings.

    Raises `RecordError` where the game cannot go on from there.
    """
    refused = game.judge(state, seat, move)
    try:
        before = game.faults(Setup(options, game.position(state)))
        after = game.play(state, seat, move)
        faults = game.faults(Setup(options, game.position(after)))
        points = _total(game, after, seat) - _total(game, state, seat)
        for actor in game.actors(after):
            game.moves(after, actor)
    except Exception as wrong:  # an unchecked play of what is not legal may fail in any way
        raise _impossible(move, refused.reason) from wrong
    if fault := _unwaived(faults, before, refused):
        raise _impossible(move, fault.detail)
    lines = (Line(points, Said("house ruling: {line}", line=refused.reason), refused.rules),) if points else ()
    return after, Verdict(legal=True, rules=refused.rules, lines=lines, name=refused.name, reason=refused.reason)


def _unwaived(faults: tuple[Fault, ...], before: tuple[Fault, ...], refused: Verdict) -> Fault | None:
    """The first new fault that the waived rules do not explain."""
    known = {fault.name for fault in before}
    for fault in faults:
        waived = set(fault.rules) & set(refused.rules) and not fault.name.startswith(TWICE)
        if fault.name not in known and not waived:
            return fault
    return None


def _impossible(move: Any, reason: str) -> RecordError:
    return RecordError(
        Said(
            "no ruling can let {move} stand, so take it back or correct it: {line}",
            move=repr(str(move)),
            line=reason,
        )
    )


def _total(game: AnyGame, state: Any, seat: Seat) -> int:
    return next((score.total for score in game.score(state) if score.seat == seat), 0)
