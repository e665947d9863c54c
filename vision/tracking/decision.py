"""What the decoder makes of one look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from engine.core import Verdict
    from vision.tracking.difference import Difference
    from vision.tracking.hypothesis import Play


@dataclass(frozen=True, slots=True)
class Explanation:
    """Plays that explain the table, with their share of all that may have happened (0 … 1). `illegal` is the verdict on
    the first refused move, None where all are legal."""

    plays: tuple[Play, ...]
    likelihood: float
    illegal: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Nothing:
    """The table is as the game is: nobody has moved."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Something is there that one look does not settle: look again; `expected` is what a second look would make
    sure."""

    expected: Decision | None = None


@dataclass(frozen=True, slots=True)
class Commit:
    """Legal plays that were made, in their order, sure enough; `explains_all` if they leave nothing to explain. Where
    it is open who made them, the others that may have are asked about: `instead` are their plays."""

    explanation: Explanation
    explains_all: bool = False
    instead: tuple[Explanation, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last `count` moves are no longer on the table; `explains_all` if that leaves nothing to explain. `likelihood`
    is the share of all that says that at least so many are gone."""

    count: int
    likelihood: float
    explains_all: bool = False


@dataclass(frozen=True, slots=True)
class Alarm:
    """A play that the rules refuse lies on the table; the last play of the explanation is the refused one."""

    explanation: Explanation


@dataclass(frozen=True, slots=True)
class Ask:
    """The pictures do not tell which of these explanations is true; likeliest first, and never none."""

    explanations: tuple[Explanation, ...]


@dataclass(frozen=True, slots=True)
class Lost:
    """The table is not understood, or not found; `detail` is one line on why, empty where the `difference` tells it.
    `explanations` are what may have been played all the same, likeliest first."""

    detail: str
    explanations: tuple[Explanation, ...] = ()
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class Reopen:
    """Later looks contradict the move of that number, of those that stand, the first 0. `explanations` are what may
    have been played instead of it and all that came after, likeliest first."""

    at: int
    explanations: tuple[Explanation, ...]


@dataclass(frozen=True, slots=True)
class Revise:
    """The record from the move of that number on (of those that stand, the first 0) is wrong: these legal plays were
    made instead. People were asked, and the game went on without an answer."""

    at: int
    explanation: Explanation


Decision: TypeAlias = Nothing | Wait | Commit | TakeBack | Alarm | Ask | Lost | Reopen | Revise
