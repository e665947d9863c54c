"""The table of any game, ready to be drawn: each known game in its own way, any other as the engine writes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from service.page.board import Board, board, closeup
from service.page.language import english
from service.page.rows import Rows, rows
from service.page.stacks import Stacks, stacks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.page.board import Box
    from service.page.language import Language


@dataclass(frozen=True, slots=True)
class Drawn:
    """One of the ways to draw a table: dominoes, cards, stones, or plain text."""

    board: Board | None = None
    rows: Rows | None = None
    stacks: Stacks | None = None
    text: str = ""

    @property
    def empty(self) -> bool:
        """Whether no piece lies on the table yet."""
        if self.board is not None:
            return not self.board.tiles
        return self.rows is None and self.stacks is None and not self.text


def drawn(
    game: str | None, position: Mapping[str, Any] | None, players: int, language: Language | None = None, text: str = ""
) -> Drawn:
    """The drawing of a position of a game; `text` is the table as the engine writes it, for games without a drawing.

    `players` is how many places are shown at least.
    """
    t = language or english()
    if game == "stonerow" and position is not None:
        return Drawn(rows=rows(position, players, t))
    if game == "stones" and position is not None:
        return Drawn(stacks=stacks(position, players, t))
    if game in (None, "stackernoos") or position is None:
        return Drawn(board=board(position, t))
    return Drawn(text=text)


def near(table: Drawn, place: Box | None) -> Drawn:
    """The same drawing without the room that a live table needs; of a long line what lies near a place."""
    return table if table.board is None else replace(table, board=closeup(table.board, place))
