"""The eye of StoneRow: cards of the printed deck, or of the user's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision.cards.deck import load_deck
from vision.cards.finder import CardFinder
from vision.cards.printed import printed_deck
from vision.cards.reader import CardReader, card_reader
from vision.geometry import area, centre, overlap
from vision.joined import JoinedDetector
from vision.observation import Candidate, Piece, corners_of
from vision.pipeline import Eye
from vision.settings import CARD_SETTLE
from vision.trained.detector import TrainedDetector

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.cards.reader import SeenCard
    from vision.detect import Detection
    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.settings import CardSettleSettings

KINDS: Final = frozenset({"card", "hand"})
BACK: Final = "back"


@dataclass(frozen=True, slots=True, eq=False)
class CardTable:
    """Faces are read against a deck; of finds at one place the one that reads best stays. Hands are told as such."""

    faces: CardReader
    settings: CardSettleSettings = CARD_SETTLE

    @property
    def name(self) -> str:
        """The name of what reads the faces."""
        return self.faces.name

    def see(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Piece, ...]:
        """The cards and hands of an H×W×3 BGR picture."""
        seen = self.faces.look(picture, detections)
        read = map(_read, detections, seen)
        finds = [find for find in read if find.belief >= self.settings.least_belief]
        kept: list[Find] = []
        for find in sorted(finds, key=lambda find: (find.piece.label is None, -find.belief)):
            if not any(_same(find, other, self.settings) for other in kept):
                kept.append(find)
        return tuple(find.piece for find in sorted(kept, key=lambda find: tuple(centre(find.corners)[::-1])))


@dataclass(frozen=True, slots=True, eq=False)
class Find:
    """A piece, its corners as a quad, and how far it is believed to be one: by its detector and its reader."""

    piece: Piece
    corners: Quad
    belief: float


def _read(detection: Detection, seen: SeenCard | None) -> Find:
    if seen is None:
        piece = Piece(detection.kind, None, detection.score, corners_of(detection.corners), None)
        return Find(piece, detection.corners, detection.score)
    reading, corners = seen.reading, seen.moved(detection).corners
    if reading.label is None and detection.name == "card_back":
        piece = Piece("card", BACK, detection.score, corners_of(corners), None, (Candidate(BACK, detection.score),))
        return Find(piece, corners, detection.score)
    kind = detection.kind if reading.candidates else "unknown"
    piece = Piece(kind, reading.label, reading.confidence, corners_of(corners), None, reading.candidates)
    return Find(piece, corners, detection.score * max(reading.confidence, detection.score / 2))


def _same(one: Find, other: Find, settings: CardSettleSettings) -> bool:
    """Whether two finds are one card. Cards of a fan share much but not their faces; a part of a card is smaller."""
    if one.piece.kind != other.piece.kind:
        return False
    shared = overlap(one.corners, other.corners)
    small, large = sorted((area(one.corners), area(other.corners)))
    alike = one.piece.label is not None and one.piece.label == other.piece.label
    return shared > (settings.most_of_one if alike else settings.most_of_two) or (
        shared > settings.inside and small < settings.part * large
    )


def eye(enrolled: Path | None = None) -> Eye:
    """The eye; `enrolled` is a deck that `tableside enroll deck` wrote."""
    deck = printed_deck() if enrolled is None else load_deck(enrolled)
    return Eye(JoinedDetector((TrainedDetector(), CardFinder())), CardTable(card_reader(deck)), KINDS)
