"""The table of Stackernoos: dominoes seen become tiles on the grid of the game.

`chains` puts a single photo together, without knowing anything of the game. `Assembler` follows one table and knows
the tiles that lie there. A few of them are enough to find the grid (`registration`). What each domino may be, and how
high it lies, is told on that (`association`). `occlusion` says what is out of sight, `changes` what differs from the
background, `boneyard` which of its tiles were taken. `model` is the observation model.
"""

from vision.games.stackernoos.assembler import Assembler

__all__ = ["Assembler"]
