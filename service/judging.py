"""A table judged by the rules, and what of the answer rests on pieces that were not read surely.

A piece that `labels` tell is taken for the likeliest of them. A fault or a move rests on it if it would not be the
same, were the piece another one. The game's own rules are asked, table by table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from engine import judge
from engine.core import Setup
from engine.errors import PositionError
from engine.games import find_game
from vision.games.model import observation_model
from vision.games.reading import Shown, TableReading
from vision.parts import part_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Fault
    from engine.games import AnyGame
    from engine.options import Options
    from vision.observation import Observation

T = TypeVar("T", bound=Hashable)


def answer(document: Mapping[str, Any]) -> dict[str, Any]:
    """The engine's answer to a position, of which pieces may carry `labels` in place of their label.

    A fault and a move say under `if` which labels they rest on. Raises what `engine.judge.answer` raises.
    """
    game, setup = judge.read_document(document)
    model = observation_model(game.name)
    answer = judge.answer({**document, "position": model.likeliest(setup).position})
    answer["faults"] = faults(game, setup)
    moves = [(move["move"], move["points"]) for move in answer["moves"]]
    answer["moves"] = _assuming(answer["moves"], _resting(game, setup, moves, _moves))
    return answer


def faults(game: AnyGame, setup: Setup) -> list[dict[str, Any]]:
    """The faults of a position in JSON types, with the labels that they rest on. Raises `PositionError`."""
    entries = [judge.fault_json(fault) for fault in game.faults(observation_model(game.name).likeliest(setup))]
    found = [(fault["name"], fault["detail"], tuple(fault["rules"])) for fault in entries]
    return _assuming(entries, _resting(game, setup, found, _faults))


def reading(observation: Observation, game: str, options: Options | None = None) -> dict[str, Any]:
    """The position that an observation shows; `options` are the house rules of the table, defaults if None.

    The document is that of `meaning`. Raises `UnknownGame` for a game that there is not.
    """
    rules = find_game(game)
    table = part_of(rules.name)
    if table is None:
        unjudged = f"the pieces of {rules.title} are not put together yet"
        everything = TableReading(Shown(), tuple(range(len(observation.pieces))))
        return _document(everything, None, [], unjudged)
    return meaning(table.Assembler(None).interpret(observation)[0], rules.name, options)


def meaning(reading: TableReading[Any], game: str, options: Options | None = None) -> dict[str, Any]:
    """A position that was put together, with what the engine says about it: a document of the API.

    `position` is the contract's object for `POST /judge`, None of a game whose pieces are not put together yet.
    `faults` are the engine's, each with the unsure labels that it rests on. `unjudged` is the reason where the position
    could not be judged at all, else None. The others are those of a `TableReading`.
    """
    rules = find_game(game)
    found: list[dict[str, Any]] = []
    position = reading.position
    unjudged = reading.unjudged or reading.trouble
    if not unjudged:
        try:
            found = faults(rules, Setup(options or rules.options_type(), position))
        except PositionError as wrong:
            unjudged = str(wrong)
    return _document(reading, position, found, unjudged)


def _document(
    reading: TableReading[Any], position: dict[str, Any] | None, faults: list[dict[str, Any]], unjudged: str
) -> dict[str, Any]:
    return {
        "position": position,
        "faults": faults,
        "loose": list(reading.loose),
        "unsure": list(reading.unsure),
        "cells": {str(n): dict(cell) for n, cell in reading.cells.items()},
        "unjudged": unjudged or None,
    }


def _faults(game: AnyGame, setup: Setup) -> Iterable[tuple[str, str, tuple[str, ...]]]:
    found: Iterable[Fault] = game.faults(setup)
    return ((fault.name, fault.detail, fault.rules) for fault in found)


def _moves(game: AnyGame, setup: Setup) -> Iterable[tuple[str, int]]:
    state = game.state(setup)
    return ((str(move), game.judge(state, setup.seat, move).points) for move in game.moves(state, setup.seat))


def _resting(
    game: AnyGame, setup: Setup, found: Sequence[T], ask: Callable[[AnyGame, Setup], Iterable[T]]
) -> list[list[str]]:
    """For each thing found, the labels that it rests on; `ask` finds such things on another table."""
    model = observation_model(game.name)
    resting: list[list[str]] = [[] for _ in found]
    for doubt in model.doubts(setup) if found else ():
        sure = set(found) if doubt.alternatives else set[T]()
        for other in doubt.alternatives:
            if not sure:
                break
            sure &= set(ask(game, model.likeliest(other)))
        for each, labels in zip(found, resting, strict=True):
            if each not in sure:
                labels.append(doubt.taken)
    return resting


def _assuming(entries: Sequence[dict[str, Any]], resting: Sequence[list[str]]) -> list[dict[str, Any]]:
    """Faults or moves with the member `if`, where there is something that they rest on."""
    return [each | ({"if": labels} if labels else {}) for each, labels in zip(entries, resting, strict=True)]
