"""A line of the service for people: moves in words in the place of their notation, seats as players."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from service.page.said import in_words
from service.page.words import words

if TYPE_CHECKING:
    from service.store.ledger import Entry

_MOVE: Final = re.compile(r"'([a-z_]+(?: [^']+)?)'")
"""A move in its notation, as lines quote it."""
_PLACE: Final = re.compile(r" @\S+")


def plain(line: str, entry: Entry) -> str:
    """The line with the moves of a game that it quotes in words; other quotations stay as they are."""
    position = entry.game.position(entry.game.view(entry.replay.state, None))

    def told(found: re.Match[str]) -> str:
        said = words(found[1], position, game=entry.header.game) or _PLACE.sub("", found[1])
        return f"“{said}”"

    return in_words(_MOVE.sub(told, line))
