"""What the file of a game is called where a browser saves it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

if TYPE_CHECKING:
    from service.parts import Parts
    from service.store.entry import Entry

_UNFIT: Final = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]+')
"""What some system allows in no file's name."""


def attached(parts: Parts, entry: Entry, kind: str) -> str:
    """The header by which a browser saves a file of a game under its title, or under the game and the day."""
    title = parts.evenings.title(entry.id)
    name = _name(title) or _name(f"{entry.game.title} {entry.created[:10]}")
    return f"attachment; filename=\"tableside-{entry.id}.{kind}\"; filename*=UTF-8''{quote(f'{name}.{kind}')}"


def _name(text: str) -> str:
    return " ".join(_UNFIT.sub(" ", text).split()).strip(". ")
