"""The eye of Stackernoos: dominoes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from vision.classical.detector import ClassicalDetector
from vision.geometry import overlap
from vision.halves.reader import HalvesReader
from vision.joined import JoinedDetector
from vision.observation import Piece, corners_of
from vision.pipeline import Eye
from vision.settings import SETTLE
from vision.trained.detector import TrainedDetector

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.detect import Detection
    from vision.photo import Picture
    from vision.read import Reader, Reading
    from vision.settings import SettleSettings

KINDS: Final = frozenset({"domino", "hand"})
FACES: Final = frozenset({"", "domino", "domino_back"})
"""Detections that show a top face: what is on it is read."""


@dataclass(frozen=True, slots=True)
class DominoTable:
    """Faces are read; of finds at one place the one that reads best stays. Tiles on an edge are told as such."""

    faces: Reader = field(default_factory=HalvesReader)
    settings: SettleSettings = SETTLE

    @property
    def name(self) -> str:
        """The name of what reads the faces."""
        return self.faces.name

    def see(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Piece, ...]:
        """The dominoes and hands of an H×W×3 BGR picture."""
        flat = [each for each in detections if each.kind == "domino" and each.name in FACES]
        faces = self._settled(flat, self.faces.read(picture, flat))
        others = [each for each in detections if each.kind == "hand" or each.name not in FACES]
        standing = [
            Piece(each.kind, None, each.score, corners_of(each.corners), None)
            for each in others
            if each.score >= self.settings.least_score
        ]
        return (*faces, *standing)

    def _settled(self, flat: Sequence[Detection], readings: Sequence[Reading]) -> list[Piece]:
        """The finds that read best, from the top down, no two at one place."""
        ranked = sorted(
            zip(flat, readings, strict=True),
            key=lambda pair: (pair[1].label is None, -self._belief(*pair)),
        )
        kept: list[tuple[Detection, Reading]] = []
        for detection, reading in ranked:
            if self._belief(detection, reading) < self.settings.least_belief:
                continue
            if all(overlap(detection.corners, other.corners) <= self.settings.most_overlap for other, _ in kept):
                kept.append((detection, reading))
        kept.sort(key=lambda pair: tuple(pair[0].corners.mean(axis=0)[::-1]))
        return [_piece(*pair) for pair in kept]

    def _belief(self, detection: Detection, reading: Reading) -> float:
        """How far a find is believed to be a domino, 0 … 1: the detector and the reader together."""
        return detection.score * (reading.confidence if reading.candidates else 0.0)


def _piece(detection: Detection, reading: Reading) -> Piece:
    return Piece("domino", reading.label, reading.confidence, corners_of(detection.corners), 0, reading.candidates)


def eye(enrolled: Path | None = None) -> Eye:
    """The eye; dominoes need no enrolling."""
    if enrolled is not None:
        raise ValueError(f"{enrolled}: dominoes need no enrolling")
    return Eye(JoinedDetector((ClassicalDetector(), TrainedDetector())), DominoTable(), KINDS)
