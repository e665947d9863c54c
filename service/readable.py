"""A line of the service for people: moves in words in the place of their notation, seats as players."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from service.page.language import english
from service.page.plays import on_table, told_of
from service.page.reasons import translated

if TYPE_CHECKING:
    from service.page.language import Language
    from service.store.entry import Entry

_PLACE: Final = re.compile(r" @\S+")


def plain(line: str, entry: Entry, language: Language | None = None) -> str:
    """The line in words of a game's table, with the moves that its form has places for."""
    t = told_of(entry.game, entry.replay.state, language or english())

    def moved(move: str) -> str:
        words = on_table(entry.game, entry.replay.state, move.strip("'"), t)
        return t.quoted(_PLACE.sub("", words))

    return translated(line, t, move=moved) or line
