"""Pieces as people call them, read as their labels: `red 7`, `Highwayman` or `blå Lantmätare` are `R7`, `Hw`, `BSu`.

The names are those of each game's words, in each of the page's languages. Capitals, and spaces within a name, are of
no matter.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any, Final

from engine.errors import UnknownGame
from engine.games import find_game
from engine.judge import check_depth
from service.page.games import page_of
from service.page.language import languages

if TYPE_CHECKING:
    from collections.abc import Mapping

_PARTS: Final = re.compile(r"\d+|[^\W\d_][^\W\dA-Z_]*")
"""The words of a name: `GoldDigger` has two, `red 7` too."""
_BETWEEN: Final = re.compile(r"[\s,;]+")
DASHES: Final = dict.fromkeys(map(ord, "‐‑‒–—−"), "-")
"""Dashes that a phone's keyboard, or the page's own numbers, have in the place of a hyphen: `4–9` is `4-9`."""
_LISTED: Final = re.compile(r"[,;]\s+")
"""What stands between pieces that somebody lists. A comma within a notation has no space after it."""


def spelt(text: str, game: str) -> str:
    """The text with labels in the place of names; as it is where the game's pieces go by their labels alone."""
    text = text.translate(DASHES)
    pattern, labels = _names(game)
    if pattern is None:
        return text
    return pattern.sub(lambda found: labels[_key(found[0])], _LISTED.sub(" ", text))


def hand(text: str, game: str) -> tuple[str, ...]:
    """The labels of a hand, with commas or spaces between names or labels; what is neither stays as it was typed."""
    _, labels = _names(game)
    return tuple(labels.get(word.lower(), word) for word in _BETWEEN.split(spelt(text, game)) if word)


def document(given: Mapping[str, Any]) -> dict[str, Any]:
    """A position to be judged with labels in the place of names, in its hand, its move and its position.

    Raises `PositionError` where it is nested too deeply.
    """
    check_depth(given)
    try:
        game = find_game(str(given.get("game"))).name
    except UnknownGame:
        return dict(given)
    return {key: _within(value, game) if key in ("hand", "move", "position") else value for key, value in given.items()}


def _within(value: Any, game: str) -> Any:
    if isinstance(value, str):
        return spelt(value, game)
    if isinstance(value, list | tuple):
        return [_within(each, game) for each in value]
    return {key: _within(each, game) for key, each in value.items()} if isinstance(value, dict) else value


@functools.cache
def _names(game: str) -> tuple[re.Pattern[str] | None, Mapping[str, str]]:
    """What finds the names of a game's pieces in a text, and the label of each name and of each label itself."""
    found, forms = {_key(label): label for label in find_game(game).labels}, set[str]()
    for language in languages().values():
        for name, label in page_of(game).called(language):
            found[_key(name)] = label
            forms.add(r"[\s-]*".join(_PARTS.findall(name)))
    longest = sorted(forms, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w|-\d)", re.IGNORECASE) if longest else None
    return pattern, found


def _key(name: str) -> str:
    return re.sub(r"[\s-]", "", name).lower()
