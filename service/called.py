"""Lines with the names of those who sit at a table, in the place of their numbers: the last step before people read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from service.store.players import Players

_NUMBERED: Final = re.compile(r"\b(?:player|spelare) (\d+)\b", re.IGNORECASE)
"""A seat as lines of the engine, the camera and the languages say it; people count from one."""


def called(text: str, names: Mapping[int, str], made: Callable[[str], str] = str) -> str:
    """The text with names where it has numbers; `made` writes a name as the text needs it, such as escaped."""
    if not names:
        return text

    def name(found: re.Match[str]) -> str:
        known = names.get(int(found[1]) - 1)
        return found[0] if known is None else made(known)

    return _NUMBERED.sub(name, text)


def calling(say: Callable[[str], None], players: Players, game_id: str) -> Callable[[str], None]:
    """What says lines of a game with the names of those who play it."""

    def named(line: str) -> None:
        say(called(line, {seat: each.name for seat, each in players.of(game_id).items()}))

    return named
