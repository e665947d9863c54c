"""What the pieces of one observation say about the table, before the engine is asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vision.observation import Corners


@dataclass(frozen=True, slots=True)
class Misread:
    """A piece that the game knows by a label and that reads as another, as moves name it; None: as none of the game."""

    known: str
    other: str | None


class Seen(Protocol):
    """What is seen of a table, in the terms of its game."""

    def to_position(self) -> dict[str, Any]:
        """The contract's JSON object. A piece without a sure name has `labels`, likelihoods by label, in its place."""

    def doubtful(self) -> Iterable[Mapping[Any, float]]:
        """Of each piece without a sure name, how likely it is what."""


S = TypeVar("S", bound=Seen)


@dataclass(frozen=True, slots=True)
class Shown:
    """A position that no model explains: that of a single photo, or of a table of which nothing is known."""

    position: Mapping[str, Any] = field(default_factory=dict)

    def to_position(self) -> dict[str, Any]:
        """The position as it is."""
        return dict(self.position)

    def doubtful(self) -> Iterable[Mapping[Any, float]]:
        """None: no model weighs it."""
        return ()


@dataclass(frozen=True, slots=True)
class TableReading(Generic[S]):
    """What is seen of a table, and what became of every piece; numbers are indices into the observation's pieces.

    `seen` is what the game's model explains. `loose` pieces belong to nothing. `unsure` ones are seen, but without a
    name. `unjudged` is one line on why the engine cannot be asked, empty where it can. `trouble` is one line where the
    pieces cannot be put together as the known table: the grid is lost, or the board not in view. `unread_changes` are
    the boxes (pixels) round what changed unread. `sides` are the angles (radians) round the picture's middle at which
    seats reach in. `misread` are known pieces that read as others. `glimpsed` is what was seen of a part of the table
    since the look before, and is not so any more. `patience` tells how much longer (s) a move may stay unfinished.
    """

    seen: S
    loose: tuple[int, ...] = ()
    unsure: tuple[int, ...] = ()
    cells: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    unjudged: str = ""
    trouble: str = ""
    unread_changes: tuple[Corners, ...] = ()
    sides: Mapping[int, float] = field(default_factory=dict)
    misread: tuple[Misread, ...] = ()
    glimpsed: tuple[S, ...] = ()
    patience: float = 0.0

    @property
    def vagueness(self) -> float:
        """The log likelihood (nats, at most 0) of what was read of the unsure pieces, were it nothing of the game. It
        is as much as that of the likeliest name of each. Whatever explains a table has to explain that."""
        best = (max(likelihoods.values(), default=0.0) for likelihoods in self.seen.doubtful())
        return sum(log(each) for each in best if each > 0)

    @property
    def position(self) -> dict[str, Any]:
        """What is seen as the contract's JSON object."""
        return self.seen.to_position()
