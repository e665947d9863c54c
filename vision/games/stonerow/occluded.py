"""Cards of which little shows, and that were read in passing before others were laid on them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import dist
from typing import TYPE_CHECKING, Final

from vision.games.stonerow.piles import AT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.games.stonerow.cards import Card
    from vision.games.stonerow.hammers import CardGlimpse

SPOT: Final = 5.0
"""A card that was glimpsed no further (mm) from where one lies is that one: those of a row lie 15 mm apart, or more."""
LIKELIER: Final = 20.0
"""So much likelier it is that card, if it may be by what shows of it. This is an estimate: what is read surely in
passing is hardly ever wrong."""


def named(
    cards: Sequence[Card], glimpses: Iterable[CardGlimpse], piles: Iterable[tuple[float, float]]
) -> tuple[list[Card], tuple[CardGlimpse, ...]]:
    """The cards of a look at rest, with what `glimpses` tell of those that are not sure. With them the glimpses that
    told it, which count in the next look, too. On the `piles` (mm) one card lies on another."""
    sure, spots = {card.label for card in cards}, list(piles)
    seen = [each for each in glimpses if each.name not in sure and all(dist(each[1:], spot) > AT for spot in spots)]
    found: list[Card] = []
    lying: list[CardGlimpse] = []
    for card in cards:
        there = [each for each in seen if dist(each[1:], (card.x, card.y)) <= SPOT and card.guess.get(each.name)]
        if card.label is None and there:
            name = Counter(each.name for each in there).most_common(1)[0][0]
            lying.append(next(each for each in there if each.name == name))
            found.append(replace(card, guess=_with(card, name)))
        else:
            found.append(card)
    return found, tuple(lying)


def _with(card: Card, name: str) -> dict[str, float]:
    """What a card may be, where one of that was glimpsed."""
    total = 1.0 + (LIKELIER - 1.0) * card.guess[name]
    return {label: chance * (LIKELIER if label == name else 1.0) / total for label, chance in card.guess.items()}
