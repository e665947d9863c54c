"""A line of the service for people: moves in words in the place of their notation, seats as players."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from service.page.language import english
from service.page.plays import on_table
from service.page.reasons import translated
from service.page.said import in_words

if TYPE_CHECKING:
    from service.page.language import Language
    from service.store.ledger import Entry

_MOVE: Final = re.compile(r"'([a-z_]+(?: [^']+)?)'")
"""A move in its notation, as lines quote it."""
_PLACE: Final = re.compile(r" @\S+")


def plain(line: str, entry: Entry, language: Language | None = None) -> str:
    """The line with the moves of a game that it quotes in words; other quotations stay as they are."""
    t = language or english()

    def said(found: re.Match[str]) -> str:
        words = on_table(entry.game, entry.replay.state, found[1], t)
        return f"“{_PLACE.sub('', words)}”"

    quoted = _MOVE.sub(said, line)
    return translated(quoted, t) or in_words(quoted)
