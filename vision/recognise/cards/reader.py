"""Reads cards of an enrolled deck: which face lies within the four corners that a detector gave, and which way up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from vision.recognise.cards.alike import compared
from vision.recognise.cards.close_look import common_light, light_on, look_closely, under
from vision.recognise.cards.confidence import reading
from vision.recognise.cards.gallery import gallery
from vision.recognise.cards.look import pyramid
from vision.recognise.read import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.cards.compare import Light
    from vision.recognise.cards.deck import Deck
    from vision.recognise.cards.gallery import Gallery
    from vision.recognise.cards.look import Pyramid
    from vision.recognise.detect import Detection

UNREAD = Reading(None, 0.0, ())
"""Of a piece that is no card."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenCard:
    """A card as read, with corners fitted to its face: clockwise, the first two its top edge.

    `light` is that on the card, where it is likelier read right than wrong.
    """

    reading: Reading
    corners: Quad
    light: Light | None = None

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
        cards = [n for n, each in enumerate(detections) if each.kind == "card"]
        seen = self.faces(pyramid(picture), [detections[n].corners for n in cards])
        by_number = dict(zip(cards, seen, strict=True))
        return tuple(by_number.get(n) for n in range(len(detections)))

    def faces(
        self, source: Pyramid, cards: Sequence[Quad], lights: Sequence[Light] = (), *, searched: bool = True
    ) -> list[SeenCard]:
        """What the cards within corners say; `lights` are those on other cards of the picture. Whether those that are
        not read there are `searched` for beside them."""
        looks = [look_closely(source, corners, self.ready, searched=searched) for corners in cards]
        own = [light_on(each, reading(each, self.deck)) for each in looks]
        light = common_light([*(each for each in own if each is not None), *lights])
        if light is not None:
            looks = [under(light, each, self.ready) for each in looks]
        readings = [compared(source, each, reading(each, self.deck), self.deck) for each in looks]
        return [SeenCard(*each, light_) for each, light_ in zip(readings, own, strict=True)]


def card_reader(deck: Deck) -> CardReader:
    """The reader of a deck."""
    return CardReader(gallery(deck))
