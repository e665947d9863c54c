"""Counts of all move sequences of a given length: the test that a move generator finds every move, none twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.core import Game, M, S


def perft(game: Game[S, M], state: S, depth: int) -> int:
    """How many sequences of `depth` moves there are; the last move of each is counted, not played."""
    if depth == 0:
        return 1
    count = 0
    for seat in game.actors(state):
        moves = game.moves(state, seat)
        if depth == 1:
            count += len(moves)
        else:
            count += sum(perft(game, game.play(state, seat, move), depth - 1) for move in moves)
    return count
