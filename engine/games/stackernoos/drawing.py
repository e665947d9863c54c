"""A table as a person sees it from above, for a terminal.

Each cell shows the uppermost number, and the level as a raised figure where something is stacked. A bracket stands on
the sides where its tile begins or ends. Roots are marked with `*`, numbers under a bridge stand in parentheses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.stackernoos.lines import ROOFED, UNDER_BRANCH, second_cell
from engine.games.stackernoos.moves import Loose

if TYPE_CHECKING:
    from engine.games.stackernoos.places import Cell
    from engine.games.stackernoos.table import Table

RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
WIDTH: Final = 6
EMPTY: Final = "(no tile on the table)"


def draw_table(table: Table) -> str:
    """The tiles on the table from above, north up, and what cannot be seen from there in lines below."""
    if not table.laid:
        return EMPTY
    cells = {cell for cell, top in table.shape.tops.items() if top.line and not (cell[0] % 1 or cell[1] % 1)}
    if not cells:
        return "\n".join(_notes(table))
    west, east = min(x for x, _ in cells), max(x for x, _ in cells)
    south, north = min(y for _, y in cells), max(y for _, y in cells)
    rows = []
    for y in range(int(north), int(south) - 1, -1):
        row = "".join(_cell(table, (x, y)) for x in range(int(west), int(east) + 1))
        rows.append(f"{y:>4} {row.rstrip()}")
    rows.append("   y " + "".join(f"{f'x={x}':^{WIDTH}}" for x in range(int(west), int(east) + 1)).rstrip())
    return "\n".join([*rows, *_notes(table)])


def _cell(table: Table, cell: Cell) -> str:
    top = table.shape.tops.get(cell)
    if top is None or not top.line:
        return " " * WIDTH
    tile = table.laid[top.tile]
    number = str(tile.a if cell == (tile.x, tile.y) else tile.b)
    if top.n == ROOFED:
        number = f"({number})"
    text = number + (str(top.z).translate(RAISED) if top.z else "") + ("*" if cell in table.shape.roots else "")
    left, right = ("[", "]") if tile.axis == "e" else ("|", "|")
    first = tile.axis == "n" or cell == (tile.x, tile.y)
    last = tile.axis == "n" or cell == second_cell(tile)
    return f"{left if first else ' '}{text:^{WIDTH - 2}}{right if last else ' '}"


def _notes(table: Table) -> list[str]:
    shape = table.shape
    bridges = [
        f"{m.a}-{m.b} at {m.x},{m.y} level {m.z}" for m in table.laid if (m.x % 1 or m.y % 1) and type(m) is not Loose
    ]
    capped = [name for name, end in shape.ends.items() if end.capped]
    shut = [name for name, end in shape.ends.items() if not end.capped and (end.closed or end.blocked)]
    branches = [f"{x},{y}" for (x, y), root in shape.roots.items() if root.tips is not None]
    under = sum(top.n == UNDER_BRANCH for top in shape.tops.values())
    loose = [f"{m.a}-{m.b} at {m.x},{m.y},{m.z}" for m in table.laid if type(m) is Loose]
    notes = {
        "loose": "; ".join(loose),
        "on half cells": "; ".join(bridges),
        "capped": " ".join(capped),
        "out of room": " ".join(shut),
        "stacked branches at": " ".join(branches) + (f" ({under} halves)" if under else ""),
    }
    return [f"     {name}: {text}" for name, text in notes.items() if text]
