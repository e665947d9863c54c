"""The eye of StoneRow: cards of the printed deck, or of the user's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.games.stonerow.cards import GUILD_CARDS, label
from vision.cards.deck import load_deck
from vision.cards.finder import CardFinder
from vision.cards.ground import ground_of, laid
from vision.cards.printed import printed_deck
from vision.cards.reader import CardReader, card_reader
from vision.cards.strips import strip_reader
from vision.cards.unfound import unfound
from vision.geometry import area, centre, overlap, sides
from vision.joined import JoinedDetector
from vision.observation import Candidate, Piece, corners_of
from vision.pipeline import Eye
from vision.settings import CARD_SETTLE
from vision.trained.detector import TrainedDetector

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from vision.cards.ground import Ground
    from vision.cards.reader import SeenCard
    from vision.cards.strips import Strip
    from vision.detect import Detection
    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.settings import CardSettleSettings

KINDS: Final = frozenset({"card", "hand"})
BACK: Final = "back"
ROW_CARDS: Final = frozenset(label(card) for card in range(GUILD_CARDS))
"""What can lie under another card of its row."""
SHADOW: Final = 0.9
"""An unsure find of which cards that were read explain more than this is none of its own."""
SAME_PLACE: Final = 0.15
"""Two cards nearer than this (card widths) are one."""


@dataclass(frozen=True, slots=True, eq=False)
class CardTable:
    """Faces are read against a deck; of finds at one place the one that reads best stays. Hands are told as such.

    On the printed mat all cards are of one size and lie straight, and cards under others of their row are looked for.
    """

    faces: CardReader
    settings: CardSettleSettings = CARD_SETTLE

    @property
    def name(self) -> str:
        """The name of what reads the faces."""
        return self.faces.name

    def see(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Piece, ...]:
        """The cards and hands of an H×W×3 BGR picture."""
        ground = ground_of(picture, self.faces.deck.aspect)
        if ground is not None:
            detections = laid(ground, detections)
        kept = self._settled(self._finds(picture, detections))
        if ground is not None:
            kept += self._under(picture, ground, kept, kept)
            fresh = tuple(self._unfound(picture, ground, kept))
            kept = self._settled((*kept, *fresh))
            kept += self._under(picture, ground, kept, fresh)
        kept = _unshadowed(kept)
        return tuple(find.piece for find in sorted(kept, key=lambda find: tuple(centre(find.corners)[::-1])))

    def _finds(self, picture: Picture, detections: Sequence[Detection]) -> Iterator[Find]:
        """The finds as they read, those that are believed."""
        read = map(_read, detections, self.faces.look(picture, detections))
        return (find for find in read if find.belief >= self.settings.least_belief)

    def _settled(self, finds: Iterable[Find]) -> list[Find]:
        """Of finds at one place the one that reads best."""
        kept: list[Find] = []
        for find in sorted(finds, key=lambda find: (find.piece.label is None, -find.belief)):
            if not any(_same(find, other, self.settings) for other in kept):
                kept.append(find)
        return kept

    def _unfound(self, picture: Picture, ground: Ground, kept: Sequence[Find]) -> Iterator[Find]:
        """Cards that no detector found and that are read nevertheless."""
        explained = [find.corners for find in kept if find.piece.label is not None or find.strip]
        guesses = unfound(picture, ground, explained)
        return (find for find in self._finds(picture, guesses) if find.piece.label is not None)

    def _under(self, picture: Picture, ground: Ground, kept: Sequence[Find], tops: Sequence[Find]) -> tuple[Find, ...]:
        """The cards that lie under some of the cards that were read."""
        sure = [find for find in kept if find.piece.label is not None and find.piece.kind == "card"]
        above = [find for find in tops if find.piece.label in ROW_CARDS]
        if not above:
            return ()
        light = [find.corners for find in sure if find.piece.label in ROW_CARDS]
        # There is one of each: what was read lies nowhere else.
        others = ROW_CARDS - {find.piece.label for find in sure}
        reader = strip_reader(picture, self.faces.ready, ground, light, others)
        under: list[Find] = []
        for top in above:
            covers = [find.corners for find in sure if find is not top]
            for strip in reader.beside(ground.spot(top.corners), covers):
                if not any(_lies_at(strip.corners, find.corners) for find in (*sure, *under)):
                    under.append(_strip(strip))
        return tuple(under)


@dataclass(frozen=True, slots=True, eq=False)
class Find:
    """A piece, its corners as a quad, and how far it is believed to be one: by its detector and its reader.

    `strip`: most of it lies under another card.
    """

    piece: Piece
    corners: Quad
    belief: float
    strip: bool = False


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


def _strip(strip: Strip) -> Find:
    """A card of which a strip is seen: it is never sure which one, but a few are likely."""
    candidates = tuple(Candidate(label, chance) for label, chance in strip.labels)
    sure = candidates[0].confidence
    return Find(Piece("card", None, sure, corners_of(strip.corners), None, candidates), strip.corners, sure, strip=True)


def _unshadowed(finds: Sequence[Find]) -> list[Find]:
    """The finds without unsure ones that show little but cards that were read, or strips of cards."""
    told = [find for find in finds if find.strip or find.piece.label is not None]
    return [find for find in finds if find in told or not _is_shadow(find, told)]


def _is_shadow(find: Find, told: Sequence[Find]) -> bool:
    if find.piece.kind != "card":
        return False
    size = area(find.corners)
    shares = (overlap(find.corners, other.corners) * min(size, area(other.corners)) for other in told)
    return any(_lies_at(find.corners, other.corners) for other in told if other.strip) or sum(shares) > SHADOW * size


def _lies_at(one: Quad, other: Quad) -> bool:
    """Whether two quads are of one place."""
    return float(np.linalg.norm(centre(one) - centre(other))) < SAME_PLACE * min(sides(one))


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
