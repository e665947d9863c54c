"""The moves of Stones and their notation: a kind of move, a class.

`take` and `place` are the two halves of one turn (ST-22). What only people see is part of a `place`: a touch, a lean,
who knocked a stack over. The seat in turn declares it, or a person or the camera for it. What falls while no stone is
in hand the table declares, also as a `place` (A-ST-16). Two moves are the table's alone, where no seed decides: where
the marker starts, and which tile was turned up.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.core import Move
from engine.errors import NotationError
from engine.games.stones.tile import SIZES, Tile, read_size, read_tile
from engine.said import Said, quoted

if TYPE_CHECKING:
    from collections.abc import Callable

OK: Final = "ok"
LEAN: Final = "lean"
TOUCH: Final = "touch"
TOUCH_OTHER: Final = "touch_other"
FALL: Final = "fall"
OTHER: Final = "other"
SOURCE: Final = "source"
CULPRIT: Final = "culprit"
STANDING: Final = (OK, LEAN, TOUCH, TOUCH_OTHER)
"""The outcomes after which every stack still stands."""


@dataclass(frozen=True, slots=True)
class Take(Move):
    """A tile and a stone are chosen (ST-23, ST-26), from the top of a stack when the river is empty (ST-42)."""

    tile: Tile
    size: int
    source: int | None = None

    def __str__(self) -> str:
        return f"take {self.tile} {SIZES[self.size]}" + ("" if self.source is None else f" from {self.source}")

    @property
    def pieces(self) -> tuple[str, ...]:
        """The tile and the stone."""
        return (str(self.tile), SIZES[self.size])


@dataclass(frozen=True, slots=True)
class Place(Move):
    """What became of the stone at the marker's stack (ST-30), and which other stacks fell, lowest first."""

    outcome: str
    stacks: tuple[int, ...] = ()
    culprit: int | None = None

    def __str__(self) -> str:
        who = "" if self.culprit is None else f" {self.culprit}:"
        return f"place {self.outcome}{who}" + (f" {','.join(map(str, self.stacks))}" if self.stacks else "")


@dataclass(frozen=True, slots=True)
class Exchange(Move):
    """Five golden tokens become a five-point token (ST-58)."""

    def __str__(self) -> str:
        return "exchange"


@dataclass(frozen=True, slots=True)
class Refresh(Move):
    """No face-up tile can be used: they are set aside and five are turned up (ST-46)."""

    def __str__(self) -> str:
        return "refresh"


@dataclass(frozen=True, slots=True)
class Set(Move):
    """A tile is drawn and a stone of it stands before the game begins (ST-64)."""

    tile: Tile
    size: int

    def __str__(self) -> str:
        return f"set {self.tile} {SIZES[self.size]}"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The tile and the stone."""
        return (str(self.tile), SIZES[self.size])


@dataclass(frozen=True, slots=True)
class Marker(Move):
    """The table says beside which base the marker starts (ST-11)."""

    base: int

    def __str__(self) -> str:
        return f"marker {self.base}"

    @property
    def place(self) -> str:
        """The base beside which it starts."""
        return str(self.base)


@dataclass(frozen=True, slots=True)
class Turn(Move):
    """The table says which tile an unknown one of the display is (ST-13)."""

    tile: Tile

    def __str__(self) -> str:
        return f"turn {self.tile}"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The tile."""
        return (str(self.tile),)


StonesMove = Take | Place | Exchange | Refresh | Set | Marker | Turn
KINDS: Final[tuple[type[StonesMove], ...]] = (Take, Place, Exchange, Refresh, Set, Marker, Turn)


@functools.lru_cache(maxsize=4096)
def take(tile: Tile, size: int, source: int | None = None) -> Take:
    """The one object of a `Take`, so that listing moves makes none anew."""
    return Take(tile, size, source)


@functools.lru_cache(maxsize=4096)
def place(outcome: str, stacks: tuple[int, ...] = (), culprit: int | None = None) -> Place:
    """The one object of a `Place`."""
    return Place(outcome, stacks, culprit)


_STACKS = r"([0-5](?:,[0-5])*)"
_TILE_AND_SIZE = r"(\S+) (small|medium|large)"


def _stacks(text: str | None) -> tuple[int, ...]:
    stacks = tuple(map(int, text.split(","))) if text else ()
    if list(stacks) != sorted(set(stacks)):
        raise NotationError(Said("stacks are named once each, lowest first, not {word}", word=quoted(text)))
    return stacks


_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[..., StonesMove]], ...]] = (
    (
        re.compile(rf"take {_TILE_AND_SIZE}(?: from ([0-5]))?"),
        lambda tile, size, source: take(read_tile(tile), read_size(size), None if source is None else int(source)),
    ),
    (re.compile(r"place (ok|lean|touch|touch_other|fall|source)"), place),
    (re.compile(rf"place (fall|other) {_STACKS}"), lambda outcome, stacks: place(outcome, _stacks(stacks))),
    (
        re.compile(rf"place culprit ([0-3]): {_STACKS}"),
        lambda seat, stacks: place(CULPRIT, _stacks(stacks), int(seat)),
    ),
    (re.compile("exchange"), Exchange),
    (re.compile("refresh"), Refresh),
    (re.compile(rf"set {_TILE_AND_SIZE}"), lambda tile, size: Set(read_tile(tile), read_size(size))),
    (re.compile("marker ([0-5])"), lambda number: Marker(int(number))),
    (re.compile(r"turn (\S+)"), lambda tile: Turn(read_tile(tile))),
)


def parse(text: str) -> StonesMove:
    """The move that a line of notation says; `NotationError` otherwise."""
    for form, make in _FORMS:
        if match := form.fullmatch(text):
            return make(*match.groups())
    rest = (
        "write such as 'take SM/3 medium', 'place ok', 'place fall 2,4', 'place culprit 1: 2', 'exchange', 'refresh', "
        "'set SM/3 small'"
    )
    raise NotationError(Said("{word} is no move; {rest}", word=quoted(text), rest=rest))
