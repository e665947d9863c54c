"""A table for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.games.stackernoos.table import Table


def draw_table(table: Table) -> str:
    """The tiles on the table, as text."""
    return "\n".join(str(move) for move in table.laid)
