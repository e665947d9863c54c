"""A state of Stones, whole: what lies on the table, what each player has, and what comes next."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.core import FrozenState
from engine.games.stones import drawing
from engine.games.stones.tile import Tile, tiles_of

if TYPE_CHECKING:
    from engine.games.stones.options import StonesOptions

STACKS: Final = 6
"""Stack places in a ring, clockwise from the mark on the board (ST-1, ST-3, ST-9)."""
TOKENS: Final = 19
"""Score tokens of a player (ST-5, ST-14)."""
DISPLAY: Final = 5
"""Tiles turned up together (ST-13, ST-49)."""
FIVE: Final = 5
"""What a five-point token is worth, and costs in golden tokens (ST-58)."""
NOWHERE: Final = -1
"""The place of a marker that nobody has seen, and the seat of nobody."""

SET: Final = "set"
CHOOSE: Final = "choose"
PLACE: Final = "place"
OVER: Final = "over"
PHASES: Final = (SET, CHOOSE, PLACE, OVER)


@dataclass(frozen=True, slots=True)
class Taken:
    """The tile of the turn and the stone in hand, lifted from the stack `source` or (None) from the river."""

    tile: Tile
    size: int
    source: int | None = None


@dataclass(frozen=True)
class State(FrozenState):
    """Everything that the rules look at: stacks, river (ST-19), marker (ST-7), tiles and tokens.

    Tuples go by seat, by size or by stack; a tile that nobody knows is None. `tokens[stack][seat]` lie beside a stack
    coloured side up. `pile` is turned from its front. `aside` counts the tiles that refreshes of this turn have set
    aside (A-ST-05). `settling` is the seat whose turn has just ended: a fall still belongs to it (A-ST-16). `unknown`
    names the keys of a position that nobody told.
    """

    options: StonesOptions
    phase: str
    turn: int
    marker: int
    stacks: tuple[tuple[int, ...], ...]
    tokens: tuple[tuple[int, ...], ...]
    river: tuple[int, ...]
    display: tuple[Tile | None, ...]
    pile: tuple[Tile | None, ...]
    used: tuple[Tile | None, ...]
    supply: tuple[int, ...]
    golden: tuple[int, ...]
    five: tuple[int, ...]
    taken: Taken | None = None
    aside: int = 0
    settling: int = NOWHERE
    seed: int | None = None
    shuffles: int = 0
    unknown: tuple[str, ...] = ()

    def points(self, seat: int) -> int:
        """The score of a seat: golden tokens and five-point tokens (A-ST-18b)."""
        return self.golden[seat] + FIVE * self.five[seat]

    def best(self) -> int:
        """The most points that a seat has."""
        return max(map(self.points, range(self.options.players)))

    def on_board(self, seat: int) -> int:
        """The tokens of a seat beside the stacks."""
        return sum(beside[seat] for beside in self.tokens)

    def may_stand(self, stack: int) -> bool:
        """Whether a stack has stones, or may have some where nobody told the stacks."""
        return bool(self.stacks[stack]) or "stacks" in self.unknown

    def standing(self) -> tuple[int, ...]:
        """The stacks that have stones, or may have some."""
        if "stacks" in self.unknown:
            return tuple(range(STACKS))
        return tuple(at for at, stones in enumerate(self.stacks) if stones)

    def out_of_sight(self) -> Counter[Tile]:
        """The tiles that a face-down or an unread one could be."""
        seen = [tile for tile in (*self.display, *self.used) if tile is not None]
        if self.taken is not None:
            seen.append(self.taken.tile)
        return Counter(tiles_of(self.options.tile_set)) - Counter(seen)

    def __str__(self) -> str:
        return drawing.draw(self)
