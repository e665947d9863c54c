"""The recogniser of Stackernoos: dominoes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision.games.stackernoos.faces import is_faint
from vision.observation import BACK
from vision.recognise.classical.detector import ClassicalDetector
from vision.recognise.dominoes import DominoSet, KnownReader
from vision.recognise.dominoes.table import DominoTable
from vision.recognise.halves.reader import HalvesReader
from vision.recognise.joined import JoinedDetector
from vision.recognise.recogniser import Recogniser
from vision.recognise.trained.detector import TrainedDetector
from vision.settings import SETTLE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.observation import Observation, Piece
    from vision.photo import Photo
    from vision.recognise.detect import Detection
    from vision.scene.memory.stationary import Stationary

KINDS: Final = frozenset({"domino", "hand"})
FLAT: Final = frozenset({"card", "tile"})
"""Kinds of other games that a domino without pips is taken for."""


@dataclass(frozen=True, slots=True)
class DominoRecogniser(Recogniser):
    """A recogniser that reads what is not known yet. Its detectors tell more than dominoes: doubt comes from that."""

    detector: JoinedDetector
    reader: DominoTable

    def see(self, photo: Photo, known: Stationary | None = None) -> Observation:
        """What the photo shows of the game; what is `known` of it is given as it is known."""
        picture = photo.pixels
        if known is not None:
            found = _of_game(self.detector.beside(picture, known))
            return self.observation(photo, self.reader.see(picture, found, known.pieces))
        first = self.detector.first(picture)
        pieces = self.reader.see(picture, _of_game(first))
        # The other detectors are asked only where the first leaves something in doubt.
        if _leaves_doubt(first, pieces):
            pieces = self.reader.see(picture, _of_game(self.detector.also(picture, first)))
        return self.observation(photo, pieces)


def _of_game(found: Sequence[Detection]) -> list[Detection]:
    return [each for each in found if each.kind in KINDS]


def _leaves_doubt(found: Sequence[Detection], pieces: Sequence[Piece]) -> bool:
    """Whether no tile was read, or one not surely, or a flat thing was found that may be one."""
    tiles = [piece for piece in pieces if piece.kind in ("domino", "unknown") and not is_faint(piece)]
    faces = any(piece.label not in (None, BACK) for piece in tiles)
    return not faces or any(piece.label is None for piece in tiles) or any(each.kind in FLAT for each in found)


def recogniser(enrolled: Path | None = None) -> DominoRecogniser:
    """The recogniser; `enrolled` is a set of dominoes that `tableside enroll dominoes` wrote, if there is one."""
    return recogniser_of_set(None if enrolled is None else DominoSet.load(enrolled))


def recogniser_of_set(known: DominoSet | None) -> DominoRecogniser:
    """The recogniser for a set that was enrolled, or (None) for any."""
    detector, reader = JoinedDetector((TrainedDetector(), ClassicalDetector()), SETTLE.full_table), DominoTable()
    if known is not None:
        reader = DominoTable(KnownReader(HalvesReader(highest=known.highest), known), aspect=known.aspect)
    return DominoRecogniser(detector, reader, KINDS)
