"""A move in plain words: what is done, and where on the table; from the notation and the position alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.errors import NotationError
from engine.games import find_game
from service.page.games import page_of
from service.page.language import english

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.page.language import Language


def at_table(t: Language, position: Mapping[str, Any], game: str) -> Language:
    """The language with names for what lies on that table, for lines that tell of it by its code."""
    return replace(t, laid=page_of(game).laid(position, t))


def words(move: str, position: Mapping[str, Any], game: str, language: Language | None = None) -> str:
    """The move for people: `1-5 at the left end of the run, next to 1-1`; empty where it has no words.

    `position` is the one that the move is made in, or any later one.
    """
    return page_of(game).words(move, position, language or english())


def told(text: str, position: Mapping[str, Any], game: str, language: Language) -> str:
    """A text that may be a move in its notation, quoted or not, in words; as it is where it is none or has none."""
    notation = text.strip("'")
    try:
        find_game(game).parse(notation)
    except NotationError:
        return text
    return words(notation, position, game, language) or text
