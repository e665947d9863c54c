"""All cards of a table, read together: those that a detector found, and on the printed mat those that none did."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vision.observation import BACK
from vision.recognise.cards.detections import best_at_each_place, in_order, plain, read, unshadowed
from vision.recognise.cards.known_plane import find_known_plane
from vision.recognise.cards.matlook import MatLook
from vision.recognise.cards.unchanged import Unchanged
from vision.recognise.strange import believed
from vision.settings import CARD_SETTLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.observation import Piece
    from vision.photo import Picture
    from vision.recognise.cards.detections import CardDetection
    from vision.recognise.cards.known_plane import KnownPlane
    from vision.recognise.cards.reader import CardReader
    from vision.recognise.detect import Detection
    from vision.recognise.strange import Believed
    from vision.settings import CardSettleSettings


@dataclass(frozen=True, slots=True, eq=False)
class CardTable:
    """Faces are read against a deck; of detections at one place the one that reads best stays. Hands are told as such.

    On the printed mat all is read by its scale and its zones, and what lies unchanged is not read again.
    """

    faces: CardReader
    settings: CardSettleSettings = CARD_SETTLE
    unchanged: Unchanged = field(default_factory=Unchanged)
    believed: Believed = believed
    """What tells backs from strange things."""

    @property
    def name(self) -> str:
        """The name of what reads the faces."""
        return self.faces.name

    def known_plane(self, picture: Picture) -> KnownPlane | None:
        """Where the mat lies in an H×W×3 BGR picture; None without one."""
        return find_known_plane(picture, self.faces.deck.aspect)

    def see(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Piece, ...]:
        """The cards and hands of an H×W×3 BGR picture."""
        known_plane = self.known_plane(picture)
        return self.lying(picture, detections) if known_plane is None else self.on_mat(picture, detections, known_plane)

    def lying(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Piece, ...]:
        """The cards and hands of a picture without a mat."""
        readings = (
            plain(each, read(each, seen), self.settings.least_plain)
            for each, seen in zip(detections, self.faces.look(picture, detections), strict=True)
        )
        likely = (each for each in readings if each.belief >= self.settings.least_belief)
        return in_order(self._in_company(picture, unshadowed(best_at_each_place(likely, self.settings))))

    def _in_company(self, picture: Picture, detections: list[CardDetection]) -> list[CardDetection]:
        """The detections; a back is sure beside a face of the deck alone, and where it looks like one.

        Squares of a board, tiles and much else look like backs one by one.
        """
        backs = [n for n, each in enumerate(detections) if each.piece.label == BACK]
        faces = any(each.reads and each.piece.label != BACK for each in detections)
        alike = (
            self.believed(picture, [detections[n].corners for n in backs], "card_back")
            if faces
            else [False] * len(backs)
        )
        unsure = {n for n, same in zip(backs, alike, strict=True) if not same}
        return [each.doubted() if n in unsure else each for n, each in enumerate(detections)]

    def on_mat(
        self, picture: Picture, detections: Sequence[Detection], known_plane: KnownPlane, *, moving: bool = False
    ) -> tuple[Piece, ...]:
        """The cards and hands of a picture in which the mat lies as `known_plane` says; whether something is `moving`
        there."""
        mat = MatLook(self.faces, self.settings, self.unchanged, picture, known_plane, moving=moving)
        return mat.pieces(detections)
