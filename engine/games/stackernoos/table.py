"""The tiles on the table, in the order of play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from engine.games.stackernoos.moves import First
from engine.games.stackernoos.options import StackernoosOptions
from engine.games.stackernoos.shape import Shape

if TYPE_CHECKING:
    from engine.games.stackernoos.moves import Placement


NO_SHAPE: Final = Shape(StackernoosOptions())
"""Stands for a shape that has yet to be made."""


@dataclass(frozen=True, slots=True)
class Table:
    """Tiles as they were laid and the ends declared out of room; `shape` is what they amount to."""

    options: StackernoosOptions
    laid: tuple[Placement, ...] = ()
    closed: tuple[str, ...] = ()
    shape: Shape = field(default=NO_SHAPE, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.shape is NO_SHAPE:
            shape = Shape(self.options)
            for tile, move in enumerate(self.laid):
                shape = shape.grown(move, tile)
            for name in self.closed:
                shape = shape.closed(name)
            object.__setattr__(self, "shape", shape)

    @property
    def is_bare_run(self) -> bool:
        """Whether the tiles lie end to end in the run alone, too few for anybody to be out: no play earned a point.

        Source: A-SN-27, SN-43, SN-48.
        """
        return len(self.laid) < self.options.hand_size and all(move.y == 0 and move.z == 0 for move in self.laid)

    def with_tile(self, move: Placement) -> Table:
        """The table with one more tile."""
        shape = self.shape.grown(move, len(self.laid))
        return Table(self.options, (*self.laid, move), self.closed, shape)

    def with_first(self, a: int, b: int) -> Table:
        """The table with the first tile of the run. Source: SN-8."""
        return self.with_tile(First(a, b, 0, 0, 0, "e"))

    def with_closed(self, end: str) -> Table:
        """The table after an end was declared out of room. Source: SN-32."""
        return Table(self.options, self.laid, (*self.closed, end), self.shape.closed(end))
