"""The second stage: what a detected piece says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.observation import Candidate, Piece
    from vision.photo import Picture
    from vision.recognise.detect import Detection


@dataclass(frozen=True, slots=True)
class Reading:
    """A label with its confidence 0 … 1; `label` is None where that is too low, and `candidates` are best first."""

    label: str | None
    confidence: float
    candidates: tuple[Candidate, ...]


class Reader(Protocol):
    """Reads pieces. `name` is its name and version, as `classical-read/1`."""

    @property
    def name(self) -> str:
        """Name and version."""

    def read(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Reading, ...]:
        """What each piece of an H×W×3 BGR picture says; a domino's first half is the one beside the edge 0→1."""


class TableReader(Protocol):
    """Reads all pieces of a game's table together. `name` is its name and version."""

    @property
    def name(self) -> str:
        """Name and version."""

    def see(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Piece, ...]:
        """The pieces of an H×W×3 BGR picture; what is nothing of the game is left out or `unknown`."""
