"""The rules of the games: pure, no I/O, standard library only.

`find_game("stackernoos")` gives a game's rules; `answer(document)` judges a whole position; `engine.record` keeps a
game and plays it again; `engine.bots` suggests moves.
"""

from engine.core import TABLE, Fault, Game, Line, Lying, Move, Rule, Score, Seat, Setup, Verdict
from engine.errors import (
    EngineError,
    GameBroken,
    IllegalMove,
    NotAMove,
    NotationError,
    OptionError,
    PositionError,
    RecordError,
    UnknownGame,
)
from engine.games import find_game
from engine.judge import answer
from engine.options import Options, read_options

__house__ = "tableside"
"""The mark by which Tableside knows its own packages from others of the same name."""

__all__ = [
    "TABLE",
    "EngineError",
    "Fault",
    "Game",
    "GameBroken",
    "IllegalMove",
    "Line",
    "Lying",
    "Move",
    "NotAMove",
    "NotationError",
    "OptionError",
    "Options",
    "PositionError",
    "RecordError",
    "Rule",
    "Score",
    "Seat",
    "Setup",
    "UnknownGame",
    "Verdict",
    "answer",
    "find_game",
    "read_options",
]
