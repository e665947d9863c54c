"""The eye of Stackernoos: dominoes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from vision.classical.detector import ClassicalDetector
from vision.geometry import overlap
from vision.halves.reader import HalvesReader
from vision.joined import JoinedDetector
from vision.observation import Candidate, Piece, corners_of
from vision.pipeline import Eye
from vision.read import Reading
from vision.settings import SETTLE
from vision.trained.detector import TrainedDetector

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.detect import Detection
    from vision.photo import Picture
    from vision.read import Reader
    from vision.settings import SettleSettings

KINDS: Final = frozenset({"domino", "hand"})
BACK: Final = "back"
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
        read = zip(flat, self.faces.read(picture, flat), strict=True)
        faces = self._settled([(each, self._face_or_back(each, reading)) for each, reading in read])
        others = [each for each in detections if each.kind == "hand" or each.name not in FACES]
        standing = [
            Piece(each.kind, None, each.score, corners_of(each.corners), None)
            for each in others
            if each.score >= self.settings.least_score
        ]
        return (*faces, *standing)

    def _face_or_back(self, detection: Detection, reading: Reading) -> Reading:
        """The reading; a back that the detector is sure of and on which no pips are read is a back."""
        doubtful = reading.label is None and (not reading.candidates or reading.confidence < self.settings.least_face)
        if detection.name == "domino_back" and doubtful and detection.score >= self.settings.least_back:
            return Reading(BACK, detection.score, (Candidate(BACK, detection.score),))
        return reading

    def _settled(self, finds: Sequence[tuple[Detection, Reading]]) -> list[Piece]:
        """The finds that read best, from the top down, no two at one place."""
        ranked = sorted(finds, key=lambda find: (find[1].label is None, -_belief(*find)))
        kept: list[tuple[Detection, Reading]] = []
        for detection, reading in ranked:
            if self._stays(detection, reading) and all(
                overlap(detection.corners, other.corners) <= self.settings.most_overlap for other, _ in kept
            ):
                kept.append((detection, reading))
        kept.sort(key=lambda pair: tuple(pair[0].corners.mean(axis=0)[::-1]))
        return [_piece(*pair) for pair in kept]

    def _stays(self, detection: Detection, reading: Reading) -> bool:
        """Whether a find is worth telling: what is read as something, or is plainly there though it is no domino."""
        if reading.candidates:
            return _belief(detection, reading) >= self.settings.least_belief
        return detection.score >= self.settings.least_strange


def _belief(detection: Detection, reading: Reading) -> float:
    """How far a find is believed to be a domino, 0 … 1: the detector and the reader together."""
    return detection.score * (reading.confidence if reading.candidates else 0.0)


def _piece(detection: Detection, reading: Reading) -> Piece:
    kind, level = ("domino", 0) if reading.candidates else ("unknown", None)
    return Piece(kind, reading.label, reading.confidence, corners_of(detection.corners), level, reading.candidates)


def eye(enrolled: Path | None = None) -> Eye:
    """The eye; dominoes need no enrolling."""
    if enrolled is not None:
        raise ValueError(f"{enrolled}: dominoes need no enrolling")
    return Eye(JoinedDetector((ClassicalDetector(), TrainedDetector())), DominoTable(), KINDS)
