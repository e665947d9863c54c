"""What was learnt of somebody's own pieces as a file of JSON: written whole, read with one line on what is wrong."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

S = TypeVar("S")

MOST_BYTES: Final = 2 * 2**20
"""What a document may take; usual ones have some KiB."""


def save(file: Path, document: Mapping[str, Any]) -> None:
    """Write a document, whole or not at all; `OSError` where that fails."""
    part = file.with_name(file.name + ".part")
    part.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    part.replace(file)


def load(file: Path, read: Callable[[Any], S], error: type[ValueError], what: str) -> S:
    """What `read` makes of the document in a file; `error`, one line that names the file, where there is none.

    `what` is said of a file that is not it: "… is no stone set: …".
    """
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ValueError(f"it has more than {MOST_BYTES // 2**20} MiB")
        return read(json.loads(data.decode()))
    except OSError as wrong:
        raise error(f"{file}: {wrong.strerror}") from wrong
    except (ValueError, RecursionError) as wrong:
        raise error(f"{file} is no {what}: {wrong}") from wrong


def is_number(value: Any) -> bool:
    """Whether a value of a document is a number that can be reckoned with."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def triple(value: Any) -> tuple[float, float, float] | None:
    """Three numbers of a document; None where it is anything else."""
    if not isinstance(value, list) or len(value) != 3 or not all(map(is_number, value)):
        return None
    return float(value[0]), float(value[1]), float(value[2])
