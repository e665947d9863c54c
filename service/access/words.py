"""Words that two screens show at once, so that people see that they look at the same pairing; a file a language."""

from __future__ import annotations

import json
import secrets
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER: Final = Path(__file__).with_name("words")


def new_word(language: str) -> str:
    """A word in a language, English where there are none."""
    known = _words()
    return secrets.choice(known.get(language, known["en"]))


@cache
def _words() -> Mapping[str, list[str]]:
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")}
