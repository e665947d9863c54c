"""Finds and reads the cards of one deck, whatever shows them first: their outlines or their features."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from vision.geometry import centre, overlap
from vision.recognise.cards.close_look import look_closely
from vision.recognise.cards.coarse import guesses
from vision.recognise.cards.confidence import reading
from vision.recognise.cards.features import FeatureFinder
from vision.recognise.cards.finder import CardFinder
from vision.recognise.cards.look import pyramid
from vision.recognise.cards.quads import clockwise
from vision.recognise.cards.reader import CardReader, SeenCard, card_reader
from vision.recognise.cards.settings import SEARCH
from vision.recognise.detect import Detection

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.photo import Picture
    from vision.recognise.cards.deck import Deck
    from vision.recognise.cards.look import Pyramid
    from vision.recognise.cards.settings import SearchSettings


@dataclass(frozen=True, slots=True, eq=False)
class CardSearch:
    """A `Detector` of the cards of one deck, that needs no trained one: held, leaning, at a slant, partly covered.

    Make it with `card_search(deck)`.
    """

    name: ClassVar[str] = "card-search/1"

    reader: CardReader
    features: FeatureFinder
    outlines: CardFinder = field(default_factory=CardFinder)
    settings: SearchSettings = SEARCH

    def detect(self, picture: Picture) -> tuple[Detection, ...]:
        """The cards of the deck in an H×W×3 BGR picture, from the top down, their first two corners the top edge."""
        cards = self.look(picture)
        found = (Detection(each.corners, "card", each.reading.confidence) for each in cards)
        return tuple(sorted(found, key=lambda each: tuple(centre(each.corners)[::-1])))

    def look(self, picture: Picture) -> tuple[SeenCard, ...]:
        """The cards of the deck in an H×W×3 BGR picture, the surest first."""
        source = pyramid(picture)
        settings = self.settings
        seen = self._read(source, self.features.detect(picture)[: settings.features])
        if not any(each.reading.label is not None and likely > settings.plain for likely, each in seen):
            seen += self._read(source, self.outlines.outlines(picture)[: settings.outlines])
        return _apart((each for _, each in sorted(seen, key=lambda pair: -pair[0])), settings)

    def _read(self, source: Pyramid, places: Sequence[Detection]) -> list[tuple[float, SeenCard]]:
        """What lies at the places that look most like a card of the deck, each with its likelihood."""
        ready = self.reader.ready
        likeness = [guesses(source, clockwise(each.corners), ready)[0].likeness for each in places]
        if not likeness:
            return []
        best = max(likeness)
        looks = [
            look_closely(source, each.corners, ready)
            for each, like in zip(places, likeness, strict=True)
            if like > best - self.settings.near
        ]
        return [
            (each.best.fit.likelihood, SeenCard(reading(each, self.reader.deck), each.best.corners)) for each in looks
        ]


def card_search(deck: Deck) -> CardSearch:
    """The search for the cards of a deck."""
    return CardSearch(card_reader(deck), FeatureFinder(deck))


def _apart(cards: Iterable[SeenCard], settings: SearchSettings) -> tuple[SeenCard, ...]:
    kept: list[SeenCard] = []
    for card in cards:
        if card.reading.confidence < settings.least:
            continue
        if all(overlap(card.corners, other.corners) < settings.most_shared for other in kept):
            kept.append(card)
    return tuple(kept)
