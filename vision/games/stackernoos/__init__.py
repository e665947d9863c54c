"""The table of Stackernoos: dominoes seen become tiles on the grid of the game.

`see` puts a single photo together, without knowing anything of the game. `Assembler` follows one table: it knows the
tiles that lie there, so that a few of them are enough to find the grid, to tell how high a new tile lies, and to see
what is gone.
"""

from vision.games.stackernoos.alone import see
from vision.games.stackernoos.follow import Assembler

__all__ = ["Assembler", "see"]
