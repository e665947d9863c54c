"""`tableside judge`: the answer to a position, as JSON."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import typer

from engine.errors import EngineError
from engine.judge import answer
from service.commands import Mendable
from service.commands.documents import name_of, read_json

if TYPE_CHECKING:
    from collections.abc import Mapping


def run(file: str, limit: int) -> int:
    """Print the answer to the document in a file, or on standard input for `-`; the exit code.

    On a terminal a line for people comes last, on standard error: what a program reads stays the answer alone.
    """
    document = read_json(file, limit)
    try:
        told = answer(document)
    except EngineError as wrong:
        raise Mendable(f"{name_of(file)}: {wrong}") from None
    typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
    if sys.stdout.isatty():
        typer.echo(in_words(told), err=True)
    return 0


def in_words(told: Mapping[str, Any]) -> str:
    """The answer in one line: the verdict on the move, or how many moves are legal; and whether the position is sound.

    `extend 1-5 @2,0,0:e is legal: 0 points (SN-5, SN-9)`
    """
    faults, moves = len(told["faults"]), len(told["moves"])
    line = f"{moves} {'move is' if moves == 1 else 'moves are'} legal"
    if "verdict" in told:
        verdict = told["verdict"]
        points = verdict["points"]
        earned = f"{points} {'point' if points == 1 else 'points'}"
        ruling = f"legal: {earned}" if verdict["legal"] else f"against the rules: {verdict['reason']}"
        line = f"{verdict['move']} is {ruling} ({', '.join(verdict['rules'])})"
    return f"{line}; the position has {faults} {'fault' if faults == 1 else 'faults'}" if faults else line
