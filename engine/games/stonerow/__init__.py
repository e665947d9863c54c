"""StoneRow: sets and runs of cards, laid as rows before the players, broken, stolen, mortared and repaired.

Three rule sets: Official (SRO), TeamPlay (SRT) and Basic (SRB). Every rule has a file of its own: `build`, `hammer`,
`highwayman`, `mason`, `displacer`, `golddigger`, `discard`, `foreman`, `teammate`, `draw`, `dealing`, `turns`.
"""

from typing import Final

from engine.games.stonerow.game import StoneRow

GAME: Final = StoneRow()
