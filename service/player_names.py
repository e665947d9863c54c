"""Lines with the names of those who sit at a table, in the place of their numbers: the last step before people read."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from service.page.language import languages

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from service.store.players import Players


def called(text: str, names: Mapping[int, str], made: Callable[[str], str] = str) -> str:
    """The text with names where it has numbers; `made` writes a name as the text needs it, such as escaped."""
    if not names:
        return text

    def name(found: re.Match[str]) -> str:
        number = next(each for each in found.groups() if each)
        known = names.get(int(number) - 1)
        return found[0] if known is None else made(known)

    return _numbered().sub(name, text)


def is_numbered(text: str) -> bool:
    """Whether a line says a player by a number."""
    return _numbered().search(text) is not None


def is_number(name: str) -> bool:
    """Whether a name is nothing but a player by a number, in any language, with a space before it or without."""
    return any(
        re.fullmatch(re.escape(t("player", number="")).replace(r"\ ", r"\s*") + r"\s*\d+", name, re.IGNORECASE)
        for t in languages().values()
    )


def calling(say: Callable[[str], None], players: Players, game_id: str) -> Callable[[str], None]:
    """What says lines of a game with the names of those who play it."""

    def named(line: str) -> None:
        say(called(line, {seat: each.name for seat, each in players.of(game_id).items()}))

    return named


@functools.cache
def _numbered() -> re.Pattern[str]:
    """A player by number, as any language and the lines of the engine and of the camera say it."""
    forms = (r"(\d+)".join(map(re.escape, t.strings["player"].split("{number}"))) for t in languages().values())
    return re.compile(rf"\b(?:{'|'.join(forms)})\b", re.IGNORECASE)
