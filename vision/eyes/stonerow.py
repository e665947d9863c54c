"""The eye of StoneRow: cards of the printed deck, or of the user's own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from vision.cards.deck import load_deck
from vision.cards.finder import CardFinder
from vision.cards.printed import printed_deck
from vision.cards.reader import card_reader
from vision.cards.table import CardTable
from vision.cards.unchanged import Unchanged
from vision.joined import JoinedDetector
from vision.observation import MatLies, Observation
from vision.pipeline import Eye
from vision.quality import notices
from vision.trained.detector import TrainedDetector

if TYPE_CHECKING:
    from pathlib import Path

    from vision.cards.ground import Ground
    from vision.detect import Detector
    from vision.memory import Known
    from vision.photo import Photo

KINDS: Final = frozenset({"card", "hand"})


@dataclass(frozen=True, slots=True)
class CardEye(Eye):
    """An eye that tells where the printed mat lies. On the mat `on_mat` alone detects: print shows the rest."""

    reader: CardTable
    on_mat: Detector

    def fresh(self) -> CardEye:
        """The same eye without what it remembers of the pictures that it saw."""
        return replace(self, reader=replace(self.reader, unchanged=Unchanged()))

    def see(self, photo: Photo, known: Known | None = None) -> Observation:
        """What the photo shows of the game, and of the mat."""
        ground = self.reader.ground(photo.pixels)
        if ground is None:
            return Eye.see(self, photo, known)
        found = [each for each in self.on_mat.detect(photo.pixels) if each.kind in self.kinds]
        pieces = self.reader.on_mat(photo.pixels, found, ground)
        warnings = notices(photo.pixels, pieces)
        return Observation(photo.width, photo.height, photo.sha256, pieces, warnings, self.model, _lies(ground))


def _lies(ground: Ground) -> MatLies | None:
    mat = ground.plane.mat
    if mat is None:
        return None
    return MatLies((mat.game, mat.paper, mat.size), tuple(ground.plane.homography.ravel().tolist()))


def eye(enrolled: Path | None = None) -> CardEye:
    """The eye; `enrolled` is a deck that `tableside enroll deck` wrote."""
    deck = printed_deck() if enrolled is None else load_deck(enrolled)
    trained = TrainedDetector()
    return CardEye(JoinedDetector((trained, CardFinder())), CardTable(card_reader(deck)), KINDS, trained)
