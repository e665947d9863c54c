"""The table of Stackernoos: dominoes seen become tiles on the grid of the game.

`see` puts a single photo together, without knowing anything of the game. `Assembler` follows one table and knows the
tiles that lie there. A few of them are enough to find the grid, to tell how high a new tile lies, and to see what is
gone.
"""

from vision.games.stackernoos.assembler import Assembler
from vision.games.stackernoos.chains import see

__all__ = ["Assembler", "see"]
