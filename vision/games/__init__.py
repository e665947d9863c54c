"""What the pieces of an observation mean as a position of their game.

A game's reading of the table is the module of the game's name in this folder. Its `see(observation)` reads a single
photo, its class `Assembler(options)` a table that is followed. Rules are the engine's: it is asked for the faults of
what was seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.core import Setup
from engine.errors import PositionError
from engine.games import find_game
from vision.games import doubt
from vision.games.model import observation_model, package_of
from vision.games.reading import Misread, TableReading
from vision.games.table import FollowedTable, LookContext

if TYPE_CHECKING:
    from collections.abc import Container

    from engine.options import Options
    from vision.observation import Observation
    from vision.recognise.read import Reader

__all__ = [
    "FollowedTable",
    "LookContext",
    "Misread",
    "TableReading",
    "assembler",
    "meaning",
    "reading",
]


def reading(observation: Observation, game: str, options: Options | None = None) -> dict[str, Any]:
    """The position that an observation shows; `options` are the house rules of the table, defaults if None.

    The document is that of `meaning`. Raises `UnknownGame` for a game that there is not.
    """
    rules = find_game(game)
    table = package_of(rules.name)
    if table is None:
        unjudged = f"the pieces of {rules.title} are not put together yet"
        everything = TableReading({}, tuple(range(len(observation.pieces))), (), {})
        return _document(everything, None, [], unjudged)
    return meaning(table.see(observation), rules.name, options)


def meaning(reading: TableReading, game: str, options: Options | None = None) -> dict[str, Any]:
    """A position that was put together, with what the engine says about it: a document of the API.

    `position` is the contract's object for `POST /judge`, None of a game whose pieces are not put together yet.
    `faults` are the engine's, each with the unsure labels that it rests on. `unjudged` is the reason where the position
    could not be judged at all, else None. The others are those of a `TableReading`.
    """
    rules = find_game(game)
    faults: list[dict[str, Any]] = []
    position: dict[str, Any] = _without(observation_model(rules.name).extra, reading.position)
    unjudged = reading.unjudged or reading.trouble
    if not unjudged:
        try:
            faults = doubt.faults(rules, Setup(options or rules.options_type(), position))
        except PositionError as wrong:
            unjudged = str(wrong)
    return _document(reading, position, faults, unjudged)


def _document(
    reading: TableReading, position: dict[str, Any] | None, faults: list[dict[str, Any]], unjudged: str
) -> dict[str, Any]:
    return {
        "position": position,
        "faults": faults,
        "loose": list(reading.loose),
        "unsure": list(reading.unsure),
        "cells": {str(n): dict(cell) for n, cell in reading.cells.items()},
        "unjudged": unjudged or None,
    }


def _without(extra: Container[str], part: Any) -> Any:
    """A position, or a part of it, without what only says how it was seen."""
    if isinstance(part, Mapping):
        return {key: _without(extra, value) for key, value in part.items() if key not in extra}
    return [_without(extra, each) for each in part] if isinstance(part, list) else part


def assembler(game: str, options: Options, faces: Reader | None = None) -> FollowedTable:
    """What puts the pieces of a followed table together; `faces` is what reads the pieces of the set in use, for
    assemblers that read again. Raises `UnknownGame`, or `LookupError` with one line."""
    name = find_game(game).name
    table = package_of(name)
    if table is None or not hasattr(table, "Assembler"):
        raise LookupError(f"tables of {name} cannot be followed yet")
    made: FollowedTable = table.Assembler(options)
    return made if faces is None else made.read_by(faces)
