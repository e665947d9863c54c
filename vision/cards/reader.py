"""Reads cards of an enrolled deck: which face lies within the four corners that a detector gave, and which way up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from vision.cards.confidence import reading
from vision.cards.gallery import gallery
from vision.cards.look import pyramid
from vision.cards.sight import common_light, sight, under
from vision.read import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.cards.deck import Deck
    from vision.cards.gallery import Gallery
    from vision.detect import Detection
    from vision.geometry import Quad
    from vision.photo import Picture

UNREAD = Reading(None, 0.0, ())
"""Of a piece that is no card."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenCard:
    """A card as read, with corners fitted to its face: clockwise, the first two its top edge."""

    reading: Reading
    corners: Quad

    def moved(self, detection: Detection) -> Detection:
        """The detection with the corners of the card, where the card was read; else as it was."""
        return detection if self.reading.label is None else replace(detection, corners=self.corners)


@dataclass(frozen=True, slots=True, eq=False)
class CardReader:
    """A `Reader` of cards; corners may be off by some pixels and begin anywhere, cards may be partly covered.

    Make it with `card_reader(deck)`: getting the deck ready takes some 10 ms a face, and is done once.
    """

    name: ClassVar[str] = "card-faces/1"

    ready: Gallery

    @property
    def deck(self) -> Deck:
        """The deck that it knows."""
        return self.ready.deck

    def read(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Reading, ...]:
        """What each card of an H×W×3 BGR picture says; pieces that are no card stay unread."""
        return tuple(UNREAD if each is None else each.reading for each in self.look(picture, detections))

    def look(self, picture: Picture, detections: Sequence[Detection]) -> tuple[SeenCard | None, ...]:
        """What each card says, with its corners fitted; None for pieces that are no card.

        All cards of a picture are read together: those that are plain to see tell the light on the others.
        """
        source = pyramid(picture)
        cards = {n: each.corners for n, each in enumerate(detections) if each.kind == "card"}
        sights = {n: sight(source, corners, self.ready) for n, corners in cards.items()}
        light = common_light(list(sights.values()))
        if light is not None:
            sights = {n: under(light, each, self.ready) for n, each in sights.items()}
        seen = {n: SeenCard(reading(each, self.deck), each.best.corners) for n, each in sights.items()}
        return tuple(seen.get(n) for n in range(len(detections)))


def card_reader(deck: Deck) -> CardReader:
    """The reader of a deck."""
    return CardReader(gallery(deck))
