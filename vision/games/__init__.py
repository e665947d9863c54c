"""What the pieces of an observation mean as a position of their game.

A game's reading of the table is the module of the game's name in this folder. Its class `Assembler(options, reader)`
follows a table. A single photo is a first look at a table of which nothing is known, not even its options (None).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games import find_game
from vision.games.reading import Misread, TableReading
from vision.games.table import FollowedTable, LookContext
from vision.parts import part_of

if TYPE_CHECKING:
    from engine.options import Options
    from vision.recognise.read import Reader

__all__ = ["FollowedTable", "LookContext", "Misread", "TableReading", "assembler"]


def assembler(game: str, options: Options, faces: Reader | None = None) -> FollowedTable:
    """What puts the pieces of a followed table together; `faces` is what reads the pieces of the set in use, for
    assemblers that read again. Raises `UnknownGame`, or `LookupError` with one line."""
    name = find_game(game).name
    table = part_of(name)
    if table is None or not hasattr(table, "Assembler"):
        raise LookupError(f"tables of {name} cannot be followed yet")
    made: FollowedTable = table.Assembler(options, reader=faces)
    return made
