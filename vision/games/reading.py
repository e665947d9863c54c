"""What the pieces of one observation say about the table, before the engine is asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.observation import Corners


@dataclass(frozen=True, slots=True)
class Misread:
    """A piece that the game knows by a label, and the likelihoods by label of what is read in its place. Labels are in
    the words of the game's moves."""

    known: str
    labels: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class TableReading:
    """A position, and what became of every piece; numbers are indices into the observation's pieces.

    `position` is the contract's JSON object. `loose` pieces belong to nothing. `unsure` ones are part of the position
    but without a name: there they carry `labels`, likelihoods by label, in place of their label. `unjudged` is one line
    on why the engine cannot be asked, empty where it can. `trouble` is one line where the pieces cannot be put together
    as the table that was known, else empty. The grid may be lost, or the board not in view. `unread_changes` are the
    boxes (pixels) round what changed unread and may be pieces that came or went. `sides` are the angles (radians) round
    the picture's middle at which seats reach in, as far as the table tells. `misread` are the known pieces that lie
    where they lay, but are read as others. `glimpsed` are positions (of a part of the table) that it was glimpsed in
    since the look before, and is in no more. `patience` is how much longer (s) than usual the players may leave a move
    unfinished before anybody should be asked about it.
    """

    position: dict[str, Any]
    loose: tuple[int, ...]
    unsure: tuple[int, ...]
    cells: Mapping[int, Mapping[str, Any]]
    unjudged: str = ""
    trouble: str = ""
    unread_changes: tuple[Corners, ...] = ()
    sides: Mapping[int, float] = field(default_factory=dict)
    misread: tuple[Misread, ...] = ()
    glimpsed: tuple[dict[str, Any], ...] = ()
    patience: float = 0.0
