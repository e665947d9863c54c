"""The table of Stackernoos: dominoes seen become tiles on the grid of the game.

`chains` puts a single photo together. `Assembler` follows one table and knows the tiles that lie there. They tell where
the grid lies (`registration`), and that what each domino may be (`association`). `occlusion` says what is out of sight,
`changes` what differs from the background, `boneyard` which of its tiles were taken. `model` is the observation model.
"""

from vision.games.stackernoos.assembler import Assembler

__all__ = ["Assembler"]
