"""The recogniser of StoneRow: cards of the printed deck, or of the user's own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from vision.observation import MatLies
from vision.recognise.cards.deck import load_deck
from vision.recognise.cards.finder import CardFinder
from vision.recognise.cards.printed import printed_deck
from vision.recognise.cards.reader import card_reader
from vision.recognise.cards.table import CardTable
from vision.recognise.cards.unchanged import Unchanged
from vision.recognise.joined import JoinedDetector
from vision.recognise.recogniser import Recogniser
from vision.recognise.trained.detector import TrainedDetector
from vision.recognise.trained.lasting import LastingDetector

if TYPE_CHECKING:
    from pathlib import Path

    from vision.observation import Observation
    from vision.photo import Photo
    from vision.scene.memory.stationary import Stationary

KINDS: Final = frozenset({"card", "hand"})


@dataclass(frozen=True, slots=True)
class CardRecogniser(Recogniser):
    """A recogniser that tells where the printed mat lies. On the mat `on_mat` alone detects: print shows the rest."""

    reader: CardTable
    on_mat: LastingDetector

    def fresh(self) -> CardRecogniser:
        """The same recogniser without what it remembers of the pictures that it saw."""
        return replace(self, reader=replace(self.reader, unchanged=Unchanged()), on_mat=self.on_mat.fresh())

    def see(self, photo: Photo, known: Stationary | None = None) -> Observation:
        """What the photo shows of the game, and of the mat."""
        known_plane = self.reader.known_plane(photo.pixels)
        if known_plane is None:
            return Recogniser.see(self, photo, known)
        found = self.on_mat.detect(photo.pixels)
        mat, homography = known_plane.plane.mat, known_plane.plane.homography
        lies = MatLies((mat.game, mat.paper, mat.size), tuple(homography.ravel().tolist()))
        moving = known is not None and known.moving
        return self.observation(photo, self.reader.on_mat(photo.pixels, found, known_plane, moving=moving), lies)


def recogniser(enrolled: Path | None = None) -> CardRecogniser:
    """The recogniser; `enrolled` is a deck that `tableside enroll deck` wrote."""
    deck = printed_deck() if enrolled is None else load_deck(enrolled)
    trained = TrainedDetector(kinds=KINDS)
    return CardRecogniser(
        JoinedDetector((trained, CardFinder())), CardTable(card_reader(deck)), KINDS, LastingDetector(trained)
    )
