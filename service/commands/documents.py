"""JSON documents that a command takes from a file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from service.commands import Mendable, of_disk

LONGEST_NUMBER: Final = 4300
"""Digits of a number that are read; more than any game needs, and as many as Python takes."""


class _Unfit(ValueError):  # noqa: N818 - reads as the sentence it is
    """JSON that is refused in our own words."""


def read_json(file: str, limit: int) -> Any:
    """The JSON value in a file, or on standard input for `-`, of at most `limit` bytes. Raises `Mendable`."""
    try:
        data = sys.stdin.buffer.read(limit + 1) if file == "-" else _contents(Path(file), limit)
    except OSError as wrong:
        raise Mendable(of_disk(wrong, file, "read")) from None
    if len(data) > limit:
        raise Mendable(f"{name_of(file)} is larger than {limit / 2**20:g} MiB; give a smaller one")
    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_object, parse_int=_whole)
    except UnicodeDecodeError as wrong:
        raise Mendable(f"{name_of(file)} is no JSON: byte {wrong.start} is no UTF-8; save it as UTF-8") from None
    except RecursionError:
        raise Mendable(f"{name_of(file)} is no JSON that can be read: it is nested too deeply") from None
    except ValueError as wrong:
        raise Mendable(f"{name_of(file)} is no JSON: {_plainly(wrong)}") from None


def _plainly(wrong: ValueError) -> str:
    """What is wrong with a text that is no JSON, and what to do."""
    if not isinstance(wrong, json.JSONDecodeError):
        return f"{wrong}; mend it there"
    if not wrong.doc[: wrong.pos].strip():
        return "a JSON document begins with {; give another file"
    return f"it cannot be read from line {wrong.lineno}, character {wrong.colno}, on; mend it there"


def name_of(file: str) -> str:
    """The file as a message names it."""
    return "standard input" if file == "-" else file


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are all different: of two values for one key nobody can tell which was meant."""
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _Unfit(f"the key {twice!r} stands twice in one object; keep one of them")
    return made


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > LONGEST_NUMBER:
        raise _Unfit(f"a number of {len(digits.lstrip('-'))} digits is too long; at most {LONGEST_NUMBER} are read")
    return int(digits)


def _contents(path: Path, limit: int) -> bytes:
    with path.open("rb") as opened:
        return opened.read(limit + 1)
