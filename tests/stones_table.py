"""Tables of Stones in a line, for tests: players are A to D, stones S, M and L from the bottom up."""

from __future__ import annotations

from typing import Any

from engine.core import Setup
from engine.games import find_game
from engine.options import read_options

GAME = find_game("stones")
SIZES = {"S": "small", "M": "medium", "L": "large"}


def options(players: int = 4, **house: Any) -> Any:
    return read_options(GAME.options_type, {"players": players, **house})


def start(players: int = 4, seed: int | None = 1, **house: Any) -> Any:
    return GAME.start(options(players, **house), seed)


def stack(stones: str = "", tokens: str = "") -> dict[str, Any]:
    """`stack("SML", "A3 B2")`."""
    beside = {str("ABCD".index(word[0])): int(word[1:]) for word in tokens.split()}
    return {"stones": [SIZES[letter] for letter in stones], "tokens": beside}


def position(stacks: dict[int, tuple[str, str]] | None = None, players: int = 4, **told: Any) -> dict[str, Any]:
    """A whole position; river and supply follow from the rest unless they are told."""
    placed = [stack(*(stacks or {}).get(at, ())) for at in range(6)]
    nobody = [0] * players
    known = {"marker": 0, "display": ["SML/1"], "golden": nobody, "five": nobody}
    return {"stacks": placed, **known, **told}


def table(
    stacks: dict[int, tuple[str, str]] | None = None, players: int = 4, house: dict[str, Any] | None = None, **told: Any
) -> Any:
    """The state of such a position, without faults."""
    setup = Setup(options(players, **(house or {})), position(stacks, players, **told))
    assert GAME.faults(setup) == ()
    return GAME.state(setup)


def play(state: Any, *moves: str, seat: int | None = None) -> Any:
    """The state after moves of the seat in turn, or of `seat`."""
    for text in moves:
        state = GAME.apply(state, state.turn if seat is None else seat, GAME.parse(text))
    return state


def judge(state: Any, move: str, seat: int | None = None) -> Any:
    return GAME.judge(state, state.turn if seat is None else seat, GAME.parse(move))


def listed(state: Any, seat: int | None = None) -> list[str]:
    return [str(move) for move in GAME.moves(state, state.turn if seat is None else seat)]


def tokens(state: Any, at: int) -> str:
    """`A3 B2`, as in `stack`."""
    return " ".join(f"{'ABCD'[seat]}{count}" for seat, count in enumerate(state.tokens[at]) if count)


def heights(state: Any) -> list[int]:
    return list(map(len, state.stacks))


def points(state: Any) -> list[int]:
    return [score.total for score in GAME.score(state)]
