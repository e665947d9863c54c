"""The parts of a shape: tops of cells, ends of lines, roots and their branches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from engine.games.stackernoos.moves import Axis, Placement
    from engine.games.stackernoos.places import Cell, Place

RUN: Final = "run"
RUN_ENDS: Final = ("run:e", "run:w")
ROOFED: Final = -1
"""The number of a top under a bridge or a loose tile: nothing can be laid there."""
UNDER_BRANCH: Final = -2
"""The number of a top under a stacked branch: nothing can be laid there, and it is no stack (A-SN-36, A-SN-42)."""

SIDES: Final[dict[Axis, tuple[str, str]]] = {"e": ("w", "e"), "n": ("s", "n")}
ACROSS: Final[dict[Axis, Axis]] = {"e": "n", "n": "e"}
AXIS: Final[dict[str, Axis]] = {"e": "e", "w": "e", "n": "n", "s": "n"}
OPPOSITE: Final = {"e": "w", "w": "e", "n": "s", "s": "n"}

Key: TypeAlias = tuple[float, float, str, int]
"""Where a place is found: its cell, its axis (on the ground: the side to which the line grows), its family."""


class Top(NamedTuple):
    """The uppermost half on a cell: its level, its number, its tile in the order of play, its line."""

    z: int
    n: int
    tile: int
    line: str


class End(NamedTuple):
    """The end of the run or of an arm: the outermost half, the side to which it grows, the root of its arm."""

    line: str
    x: float
    y: float
    n: int
    side: str
    root: Cell | None
    capped: bool = False
    closed: bool = False
    blocked: bool = False


class Tip(NamedTuple):
    """An end of a stacked branch."""

    x: float
    y: float
    n: int


class Root(NamedTuple):
    """A single uncovered half between two stacks, and the branch that stands on it.

    `axis` is that of the line in which the root lies. `length` counts the ground tiles of both arms. The arms and tips
    are those to the west or south, then those to the east or north.
    """

    axis: Axis
    n: int
    length: int = 0
    arms: tuple[bool, bool] = (False, False)
    tips: tuple[Tip, Tip] | None = None
    bridged: bool = False


def arm_name(root: Cell, side: str) -> str:
    """The name of an arm's end: `2:n` for a root of the run, `2,4:e` for a root of an arm."""
    x, y = root
    return f"{x}:{side}" if y == 0 and side in "ns" else f"{x},{y}:{side}"


def second_cell(move: Placement | Place) -> Cell:
    """The cell of the second half."""
    return (move.x + 1, move.y) if move.axis == "e" else (move.x, move.y + 1)
