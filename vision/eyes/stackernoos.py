"""The eye of Stackernoos: dominoes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from vision.classical.detector import ClassicalDetector
from vision.classical.reader import ClassicalReader
from vision.observation import Piece, corners_of
from vision.pipeline import Eye

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.detect import Detection
    from vision.photo import Picture
    from vision.read import Reader

KINDS: Final = frozenset({"domino", "hand"})
FACES: Final = frozenset({"", "domino", "domino_back"})
"""Detections that show a top face: what is on it is read."""


@dataclass(frozen=True, slots=True)
class DominoTable:
    """Faces are read; tiles that stand on an edge, and hands, are told as such."""

    faces: Reader = field(default_factory=ClassicalReader)

    @property
    def name(self) -> str:
        """The name of what reads the faces."""
        return self.faces.name

    def see(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Piece, ...]:
        """The dominoes and hands of an H×W×3 BGR picture."""
        flat = [each for each in detections if each.kind == "domino" and each.name in FACES]
        readings = self.faces.read(picture, flat)
        read = {id(each): reading for each, reading in zip(flat, readings, strict=True)}
        pieces = []
        for each in detections:
            corners = corners_of(each.corners)
            if id(each) in read:
                reading = read[id(each)]
                kind = "domino" if reading.candidates else "unknown"
                pieces.append(Piece(kind, reading.label, reading.confidence, corners, 0, reading.candidates))
            elif each.kind in {"domino", "hand"}:
                pieces.append(Piece(each.kind, None, each.score, corners, None))
        return tuple(pieces)


def eye(enrolled: Path | None = None) -> Eye:
    """The eye; dominoes need no enrolling."""
    if enrolled is not None:
        raise ValueError(f"{enrolled}: dominoes need no enrolling")
    return Eye(ClassicalDetector(), DominoTable(), KINDS)
