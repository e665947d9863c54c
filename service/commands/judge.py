"""`tableside judge`: the answer to a position, as JSON."""

from __future__ import annotations

import json

import typer

from engine.errors import EngineError
from engine.judge import answer
from service.commands import Mendable
from service.commands.documents import name_of, read_json


def run(file: str, limit: int) -> int:
    """Print the answer to the document in a file, or on standard input for `-`; the exit code."""
    document = read_json(file, limit)
    try:
        told = answer(document)
    except EngineError as wrong:
        raise Mendable(f"{name_of(file)}: {wrong}") from None
    typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
    return 0
