"""Words that two screens show at once, so that people see that they look at the same pairing."""

from __future__ import annotations

import json
import secrets
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE: Final = Path(__file__).with_name("words.json")


def new_word(language: str) -> str:
    """A word in a language, English where there are none."""
    known = _words()
    return secrets.choice(known.get(language, known["en"]))


@cache
def _words() -> Mapping[str, list[str]]:
    told: dict[str, list[str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return told
