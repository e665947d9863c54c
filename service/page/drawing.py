"""The table of any game, ready to be drawn: as the page of its game draws it, any other as the engine writes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from service.page.games import page_of
from service.page.language import english

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.core import Move, Seat
    from service.page.language import Language


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table for the template of its game, or plain text."""

    game: str = ""
    table: Any = None
    text: str = ""

    @property
    def template(self) -> str:
        """The template that draws it."""
        return f"games/{self.game}.html"

    @property
    def empty(self) -> bool:
        """Whether no piece lies on the table yet."""
        return page_of(self.game).empty(self.table) and not self.text


def drawn(
    game: str | None,
    position: Mapping[str, Any] | None,
    players: int,
    language: Language | None = None,
    text: str = "",
) -> Drawn:
    """The drawing of a position of a game; `text` is the table as the engine writes it, for games without a drawing.

    `players` is how many places are shown at least.
    """
    if game is None or position is None:
        return Drawn(game or "")
    table = page_of(game).drawing(position, players, language or english())
    return Drawn(game, table, "" if table is not None else text)


def marked(shown: Drawn, move: Move, seat: Seat) -> Drawn:
    """The same drawing with the last move marked."""
    return shown if shown.table is None else replace(shown, table=page_of(shown.game).marked(shown.table, move, seat))


def within_reach(shown: Drawn) -> Drawn:
    """The same drawing for somebody who plays on it: what lies open there is taken up there."""
    return shown if shown.table is None else replace(shown, table=page_of(shown.game).within_reach(shown.table))


def facing(shown: Drawn, seat: Seat | None, players: int) -> Drawn:
    """The same drawing as a seat sees it; as it is for who has none."""
    if seat is None or shown.table is None:
        return shown
    return replace(shown, table=page_of(shown.game).facing(shown.table, seat, players))


def near(shown: Drawn, move: Move) -> Drawn:
    """The same drawing without the room that a live table needs; of a long line what lies near a move."""
    return replace(shown, table=page_of(shown.game).near(shown.table, move))
