"""Words that two screens show at once, so that people see that they look at the same pairing.

Two screens may have two languages, and their word is one: things, places and stars that are written alike in each.
"""

from __future__ import annotations

import json
import secrets
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_suffix(".json")


def new_word() -> str:
    """One of them."""
    return secrets.choice(words())


@cache
def words() -> tuple[str, ...]:
    """All of them."""
    return tuple(json.loads(FILE.read_text(encoding="utf-8")))
