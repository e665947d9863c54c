"""Other engines driven from Python, for scale; each is left out where it is not installed.

`pip install open_spiel rlcard chess` brings them. Each plays whole random games and lists the legal moves before
every move, as the rules here do; python-chess counts move sequences from the initial position.
"""

from __future__ import annotations

import importlib.util
import random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PACKAGES: Final = ("open_spiel", "rlcard", "chess")


def found() -> Iterator[tuple[str, str, Callable[[int], int]]]:
    """(name, unit, work) of every engine that is installed."""
    if importlib.util.find_spec("pyspiel"):
        yield "peer.open_spiel.python_team_dominoes", "moves/s", open_spiel()
    if importlib.util.find_spec("rlcard"):
        yield "peer.rlcard.gin_rummy", "moves/s", rlcard()
    if importlib.util.find_spec("chess"):
        yield "peer.python_chess.perft", "positions/s", python_chess()


def open_spiel() -> Callable[[int], int]:
    """OpenSpiel's team dominoes, the one written in Python."""
    import pyspiel
    from open_spiel.python.games import team_dominoes  # noqa: F401 - registers the game

    game = pyspiel.load_game("python_team_dominoes")

    def work(seed: int) -> int:
        chance, state, plies = random.Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice([action for action, _ in state.chance_outcomes()]))
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                plies += 1
        return plies

    return work


def rlcard() -> Callable[[int], int]:
    """RLCard's gin rummy, its game without the learning environment."""
    from rlcard.games.gin_rummy.game import GinRummyGame

    def work(seed: int) -> int:
        chance, plies = random.Random(seed), 0
        game = GinRummyGame()
        game.init_game()
        while not game.is_over() and plies < 500:
            game.step(chance.choice(game.judge.get_legal_actions()))
            plies += 1
        return plies

    return work


def python_chess() -> Callable[[int], int]:
    """python-chess from the initial position; the last ply is counted, not played."""
    import chess

    def count(board: chess.Board, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    return lambda _: count(chess.Board(), 3)
