"""The moves of Stackernoos, a class for each kind, and their notation.

A placement says its tile as it lies. The first half is at the cell `at`, which has the smaller x or y. The second half
is one cell to the east (`:e`) or north (`:n`). Bridges, and what lies on them, stand on half cells: `@1.5,0,2:e`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, TypeAlias

from engine.core import Move
from engine.errors import NotationError
from engine.said import Said, quoted

Axis: TypeAlias = Literal["e", "n"]

STEP: Final[dict[str, tuple[int, int]]] = {"e": (1, 0), "n": (0, 1), "w": (-1, 0), "s": (0, -1)}
"""One cell in each direction."""

ABOVE: Final = 0
GROUND: Final = 1
GROWTH: Final = 2
SPROUT: Final = 3
"""Families of places: a place is found by its cell, its direction and its family."""

_NUMBER = r"(?:[0-9]|1[0-2])"
_CELL = r"(?:0|-?[1-9][0-9]{0,2})"
_HALF_CELL = rf"(?:-0\.5|{_CELL}\.5|{_CELL})"
_PLACEMENT: Final = re.compile(rf"(\w+) ({_NUMBER})-({_NUMBER}) @({_HALF_CELL}),({_HALF_CELL}),(0|[1-9][0-9]?):([en])")
_END: Final = re.compile(rf"out_of_room (run:[ew]|{_CELL}:[ns]|{_CELL},{_CELL}:[ensw])")
_START: Final = re.compile(rf"start ({_NUMBER})-({_NUMBER})")


@dataclass(frozen=True, slots=True)
class Placement(Move):
    """A tile laid on the table: halves a and b, the cell of a, the level, the direction from a to b."""

    a: int
    b: int
    x: float
    y: float
    z: int
    axis: Axis

    word: ClassVar[str] = ""
    family: ClassVar[int] = ABOVE

    def __str__(self) -> str:
        return f"{self.word} {self.a}-{self.b} @{self.x},{self.y},{self.z}:{self.axis}"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The tile as it lies."""
        return (f"{self.a}-{self.b}",)

    @property
    def place(self) -> tuple[float, float, int, str]:
        """The cell of its first half, and its direction."""
        return (self.x, self.y, self.z, self.axis)


@dataclass(frozen=True, slots=True)
class Extend(Placement):
    """End to end with the end of the run or of an arm, or of a stacked branch (z = 1). Source: SN-5, SN-35."""

    word: ClassVar[str] = "extend"
    family: ClassVar[int] = GROUND


@dataclass(frozen=True, slots=True)
class Cap(Placement):
    """Exactly on the end domino of a run or arm: the end is closed for good. Source: SN-11."""

    word: ClassVar[str] = "cap"


@dataclass(frozen=True, slots=True)
class Stack(Placement):
    """Exactly on one tile, at least one half on its equal. Source: SN-4, SN-14."""

    word: ClassVar[str] = "stack"


@dataclass(frozen=True, slots=True)
class Span(Placement):
    """Across two touching tiles of one level, both halves on their equals. Source: SN-15, SN-16."""

    word: ClassVar[str] = "span"


@dataclass(frozen=True, slots=True)
class Bridge(Placement):
    """Over the gap of a root, both halves on their equals. Source: SN-19, SN-20."""

    word: ClassVar[str] = "bridge"


@dataclass(frozen=True, slots=True)
class Branch(Placement):
    """The first tile of an arm, at right angles from a root. Source: SN-29, SN-30."""

    word: ClassVar[str] = "branch"
    family: ClassVar[int] = SPROUT


@dataclass(frozen=True, slots=True)
class StackedBranch(Placement):
    """The first tile of a stacked branch: one half over the root, one over the arm. Source: SN-33, SN-34."""

    word: ClassVar[str] = "stacked_branch"


@dataclass(frozen=True, slots=True)
class First(Placement):
    """The tile of the start as it lies on the table."""

    word: ClassVar[str] = "first"


@dataclass(frozen=True, slots=True)
class Loose(Placement):
    """A tile that somebody saw where no play puts one."""

    word: ClassVar[str] = "loose"


@dataclass(frozen=True, slots=True)
class Start(Move):
    """The first tile of the run, on the cells 0,0 and 1,0. Source: SN-7, SN-8."""

    a: int
    b: int

    def __str__(self) -> str:
        return f"start {self.a}-{self.b}"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The tile."""
        return (f"{self.a}-{self.b}",)

    @property
    def place(self) -> tuple[float, float, int, str]:
        """The cells where every run begins."""
        return (0, 0, 0, "e")


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """One tile from the boneyard. Source: SN-37, SN-38."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """The drawn tile goes into the hand and the turn ends. Source: SN-40."""

    def __str__(self) -> str:
        return "keep"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Nothing to play and nothing to draw. Source: A-SN-25."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class OutOfRoom(Move):
    """The table declares an end closed: `run:e`, the arm `2:n`, or an arm of a root on an arm, `2,4:e`.

    Source: SN-32.
    """

    end: str

    def __str__(self) -> str:
        return f"out_of_room {self.end}"


@dataclass(frozen=True, slots=True)
class Out(Move):
    """The table declares that a hand which nobody sees is empty, where its tiles were counted otherwise.

    Source: SN-41.
    """

    def __str__(self) -> str:
        return "out"


DRAW: Final = Draw()
KEEP: Final = Keep()
PASS: Final = Pass()
OUT_OF_TILES: Final = Out()
StackernoosMove: TypeAlias = Placement | Start | Draw | Keep | Pass | OutOfRoom | Out
"""Every move of the game."""
_BARE: Final[dict[str, Move]] = {"draw": DRAW, "keep": KEEP, "pass": PASS, "out": OUT_OF_TILES}
PLACEMENTS: Final = (Extend, Cap, Stack, Span, Bridge, Branch, StackedBranch)
_KINDS: Final[dict[str, type[Placement]]] = {kind.word: kind for kind in PLACEMENTS}


def parse(text: str) -> Move:
    """The move that a line of notation says. Raises `NotationError`."""
    if text in _BARE:
        return _BARE[text]
    if found := _START.fullmatch(text):
        return Start(int(found[1]), int(found[2]))
    if found := _END.fullmatch(text):
        return OutOfRoom(found[1])
    found = _PLACEMENT.fullmatch(text)
    kind = _KINDS.get(found[1]) if found else None
    if found is None or kind is None:
        rest = (
            "write 'draw', 'keep', 'pass', 'out', 'start a-b', 'out_of_room run:e' "
            f"or one of {', '.join(_KINDS)} with a tile and a place, such as 'extend 1-5 @2,0,0:e'"
        )
        raise NotationError(Said("{word} is no move; {rest}", word=quoted(text), rest=rest))
    axis: Axis = "e" if found[7] == "e" else "n"
    return kind(int(found[2]), int(found[3]), coordinate(found[4]), coordinate(found[5]), int(found[6]), axis)


def coordinate(text: str | float) -> float:
    """A cell or half cell; whole cells are whole numbers, so that they read `2` and not `2.0`."""
    value = float(text)
    return int(value) if value.is_integer() else value
