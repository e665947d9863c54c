"""JSON documents that a command takes from a file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from service.commands import Mendable


def read_json(file: str, limit: int) -> Any:
    """The JSON value in a file, or on standard input for `-`, of at most `limit` bytes. Raises `Mendable`."""
    try:
        data = sys.stdin.buffer.read(limit + 1) if file == "-" else _contents(Path(file), limit)
    except OSError as wrong:
        raise Mendable(f"{file} cannot be read: {wrong.strerror or wrong}; check the name") from None
    if len(data) > limit:
        raise Mendable(f"{name_of(file)} is larger than {limit / 2**20:g} MiB; give a smaller one")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as wrong:
        raise Mendable(f"{name_of(file)} is no JSON: {wrong}") from None


def name_of(file: str) -> str:
    """The file as a message names it."""
    return "standard input" if file == "-" else file


def _contents(path: Path, limit: int) -> bytes:
    with path.open("rb") as opened:
        return opened.read(limit + 1)
