"""The eye of StoneRow: cards of the printed deck, or of the user's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision.cards.deck import load_deck
from vision.cards.finder import CardFinder
from vision.cards.printed import printed_deck
from vision.cards.reader import CardReader, card_reader
from vision.joined import JoinedDetector
from vision.observation import Piece, corners_of
from vision.pipeline import Eye
from vision.trained.detector import TrainedDetector

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.cards.reader import SeenCard
    from vision.detect import Detection
    from vision.photo import Picture

KINDS: Final = frozenset({"card", "hand"})


@dataclass(frozen=True, slots=True, eq=False)
class CardTable:
    """Faces are read against a deck; backs and hands are told as such."""

    faces: CardReader

    @property
    def name(self) -> str:
        """The name of what reads the faces."""
        return self.faces.name

    def see(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Piece, ...]:
        """The cards and hands of an H×W×3 BGR picture."""
        seen = self.faces.look(picture, detections)
        return tuple(map(_piece, detections, seen))


def _piece(detection: Detection, seen: SeenCard | None) -> Piece:
    if seen is None:
        return Piece(detection.kind, None, detection.score, corners_of(detection.corners), None)
    reading = seen.reading
    kind = detection.kind if reading.candidates else "unknown"
    corners = corners_of(seen.moved(detection).corners)
    return Piece(kind, reading.label, reading.confidence, corners, None, reading.candidates)


def eye(enrolled: Path | None = None) -> Eye:
    """The eye; `enrolled` is a deck that `tableside enroll deck` wrote."""
    deck = printed_deck() if enrolled is None else load_deck(enrolled)
    return Eye(JoinedDetector((TrainedDetector(), CardFinder())), CardTable(card_reader(deck)), KINDS)
