"""Tic-tac-toe: a fourth game, added by tests as a person would add one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.core import Fault, Game, Move, Score, Verdict, refusal
from engine.errors import NotationError, PositionError
from engine.options import Options, option, whole

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True, slots=True)
class TicTacToeOptions(Options):
    players: int = option(2, whole(2, 2))


@dataclass(frozen=True, slots=True)
class Mark(Move):
    cell: int

    def __str__(self):
        return f"mark {self.cell}"


@dataclass(frozen=True, slots=True)
class State:
    board: str = "........."

    def __str__(self):
        return "\n".join(self.board[row : row + 3] for row in (0, 3, 6))


class TicTacToe(Game):
    name, title, options_type, move_type = "tictactoe", "Tic-tac-toe", TicTacToeOptions, Mark

    def start(self, options, seed=None):
        return State()

    def actors(self, state):
        over = self.winners(state) is not None
        return () if over else ((9 - state.board.count(".")) % 2,)

    def moves(self, state, seat):
        return [Mark(n) for n, mark in enumerate(state.board) if mark == "." and seat in self.actors(state)]

    def judge(self, state, seat, move):
        if seat not in self.actors(state):
            return refusal("not_your_turn", "It is not your turn.", "T-1")
        if state.board[move.cell] != ".":
            return refusal("cell_taken", "The cell is taken.", "T-2")
        return Verdict(legal=True, rules=("T-2",))

    def play(self, state, seat, move):
        self.expect(move)
        return State(state.board[: move.cell] + "XO"[seat] + state.board[move.cell + 1 :])

    def score(self, state):
        return tuple(Score(seat, 0) for seat in (0, 1))

    def winners(self, state):
        for line in LINES:
            marks = {state.board[n] for n in line}
            if marks in ({"X"}, {"O"}):
                return (0,) if marks == {"X"} else (1,)
        return None if "." in state.board else (0, 1)

    def view(self, state, seat):
        return state

    def parse(self, text):
        if not re.fullmatch("mark [0-8]", text):
            raise NotationError("write mark 0 to mark 8")
        return Mark(int(text[5:]))

    def state(self, setup):
        if len(setup.position.get("board", "")) != 9:
            raise PositionError("'board' has nine cells")
        return State(setup.position["board"])

    def faults(self, setup):
        board = setup.position["board"]
        wrong = board.count("X") - board.count("O") not in (0, 1)
        return (Fault("wrong_count", "X begins", ("T-1",)),) if wrong else ()

    def position(self, state):
        return {"board": state.board}


GAME = TicTacToe()
