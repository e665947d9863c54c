"""The answer to a position: its faults, the legal moves, the verdict on one move, the score, what comes next.

The document and the answer are the JSON objects of the contracts (`POST /judge`, `tableside judge`). Nothing is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.core import Setup
from engine.errors import NotationError, PositionError
from engine.games import find_game
from engine.options import read_options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.core import Fault, Move, Score, Seat, Verdict
    from engine.games import AnyGame

KEYS: Final = {"game", "options", "position", "seat", "hand", "move"}
DEEPEST: Final = 20
"""Lists and objects of a document stand in each other so deep at most; those of a table need half of that."""


def answer(document: Mapping[str, Any]) -> dict[str, Any]:
    """The contract's answer to a position.

    Raises `PositionError`, `OptionError` or `UnknownGame` where the document cannot be read, in one line that says
    what to mend. A position with faults still gets every part of its answer.
    """
    game, setup = read_document(document)
    state = game.state(setup)
    answer: dict[str, Any] = {"faults": [fault_json(fault) for fault in game.faults(setup)]}
    answer["moves"] = [move_json(game, state, setup.seat, move) for move in game.moves(state, setup.seat)]
    after = None
    if document.get("move") is not None:
        answer["verdict"], after = _verdict(game, state, setup.seat, document["move"])
    answer["score"] = [score_json(s) for s in game.score(state)]
    answer["next"] = game.prompt(state if after is None else after)
    answer |= game.extras(state)
    winners = game.ended(state if after is None else after)
    if winners is not None:
        answer["over"] = {"winners": list(winners)}
    return answer


def read_document(document: Mapping[str, Any]) -> tuple[AnyGame, Setup]:
    """The game and the setup that a document names."""
    if not isinstance(document, dict):
        raise PositionError("the document is no JSON object; give {game, options, position, seat, hand, move}")
    check_depth(document)
    if unknown := sorted(set(document) - KEYS):
        raise PositionError(f"unknown key {unknown[0]!r}; a document has {', '.join(sorted(KEYS))}")
    game = find_game(_typed(document, "game", str))
    options = read_options(game.options_type, _typed(document, "options", dict, {}))
    seat = _typed(document, "seat", int, 0)
    if not 0 <= seat < options.players:
        raise PositionError(f"'seat' is {seat}; {options.players} players sit at 0 to {options.players - 1}")
    hand = document.get("hand")
    if hand is not None and not (isinstance(hand, list) and all(isinstance(label, str) for label in hand)):
        raise PositionError("'hand' is a list of labels, or null for a hidden hand")
    if not isinstance(document.get("move"), str | None):
        raise PositionError("'move' is a line of notation")
    position = _typed(document, "position", dict)
    return game, Setup(options, position, seat, None if hand is None else tuple(hand))


def check_depth(document: Mapping[str, Any]) -> None:
    """Refuses a document of which the lists and objects stand in each other too deep to be read one within another.

    Raises `PositionError`.
    """
    parts: list[Any] = [document]
    for _ in range(DEEPEST):
        wholes = [each for each in parts if isinstance(each, dict | list | tuple)]
        parts = [part for each in wholes for part in (each.values() if isinstance(each, dict) else each)]
    if any(isinstance(each, dict | list | tuple) for each in parts):
        raise PositionError(f"the document is nested too deeply; lists stand in each other {DEEPEST} deep at the most")


def _typed(document: Mapping[str, Any], key: str, kind: type, default: Any = None) -> Any:
    value = document.get(key, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        names = {str: "text", dict: "an object", int: "a whole number"}
        state = "is missing" if key not in document else f"is {value!r}"
        raise PositionError(f"{key!r} {state}; it is {names[kind]}")
    return value


def _verdict(game: AnyGame, state: Any, seat: Seat, text: str) -> tuple[dict[str, Any], Any]:
    try:
        move: Move = game.parse(text)
    except NotationError as wrong:
        raise PositionError(f"'move' cannot be read: {wrong}") from None
    verdict = game.judge(state, seat, move)
    after = game.play(state, seat, move) if verdict.legal else None
    answer = verdict_json(verdict) | {"move": str(move), "after": None if after is None else game.position(after)}
    return answer, after


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict in JSON types: `legal`, `rules`, `points`, and for a refusal its `name` and `reason`."""
    answer: dict[str, Any] = {"legal": verdict.legal, "rules": list(verdict.rules), "reason": verdict.reason or None}
    if verdict.legal:
        return answer | {"points": verdict.points, "lines": [_line(line) for line in verdict.lines]}
    return answer | {"name": verdict.name, "points": None}


def score_json(score: Score) -> dict[str, Any]:
    """A seat's score in JSON types."""
    return {"seat": score.seat, "total": score.total, "lines": [_line(line) for line in score.lines]}


def fault_json(fault: Fault) -> dict[str, Any]:
    """A fault in JSON types."""
    return {"name": fault.name, "detail": fault.detail, "rules": list(fault.rules)}


def move_json(game: AnyGame, state: Any, seat: Seat, move: Move) -> dict[str, Any]:
    """A legal move of a seat in JSON types, with its points and the rules that allow it."""
    verdict = game.judge(state, seat, move)
    return {"move": str(move), "points": verdict.points, "rules": list(verdict.rules)}


def _line(line: Any) -> dict[str, Any]:
    return {"points": line.points, "why": line.why, "rules": list(line.rules)}
