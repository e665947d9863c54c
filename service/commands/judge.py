"""`tableside judge`: the answer to a position, as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import typer

from engine.errors import EngineError
from engine.judge import answer
from service.commands import Mendable


def run(file: str, limit: int) -> int:
    """Print the answer to the document in a file, or on standard input for `-`; the exit code."""
    document = _document(file, limit)
    try:
        told = answer(document)
    except EngineError as wrong:
        raise Mendable(f"{_name(file)}: {wrong}") from None
    typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
    return 0


def _document(file: str, limit: int) -> Any:
    try:
        data = sys.stdin.buffer.read(limit + 1) if file == "-" else _contents(Path(file), limit)
    except OSError as wrong:
        raise Mendable(f"{file} cannot be read: {wrong.strerror or wrong}; check the name") from None
    if len(data) > limit:
        raise Mendable(f"{_name(file)} is larger than {limit / 2**20:g} MiB: that is no position")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as wrong:
        raise Mendable(f"{_name(file)} is no JSON: {wrong}") from None


def _contents(path: Path, limit: int) -> bytes:
    with path.open("rb") as opened:
        return opened.read(limit + 1)


def _name(file: str) -> str:
    return "standard input" if file == "-" else file
