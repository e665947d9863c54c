"""How sure a reading is: a probability that was fitted, not a score.

The chance that the best face is the right one is a logistic function of four things. They are how well it fits, how
much better than the next label, how much contrast is there, and how pale its colours are. Its coefficients were fitted
on rendered tables whose truth is known, with cards of other decks among them. What is no card of the deck is thus
unsure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.observation import Candidate
from vision.recognise.cards.settings import CONFIDENCE
from vision.recognise.read import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.recognise.cards.close_look import CloseLook, Placed
    from vision.recognise.cards.deck import Deck
    from vision.recognise.cards.settings import ConfidenceSettings


def reading(seen: CloseLook, deck: Deck, settings: ConfidenceSettings = CONFIDENCE) -> Reading:
    """What a sight says: a label where that is sure enough, else None with candidates."""
    labels = _by_label(seen.places, deck)
    best = labels[0][1]
    sure = chance(best, labels[1][1] if len(labels) > 1 else None, settings)
    rest = np.array([place.fit.likelihood for _, place in labels[1 : settings.candidates]])
    weights = np.exp((rest - rest.max()) / settings.temperature) if len(rest) else rest
    others = (1 - sure) * settings.among * weights / max(float(weights.sum()), 1e-9)
    candidates = [Candidate(labels[0][0], sure)]
    for (label, _), share in zip(labels[1:], others.tolist(), strict=False):
        candidates.append(Candidate(label, min(share, sure)))
    kept = tuple(each for each in candidates if each.confidence >= settings.least_candidate)
    if sure >= settings.least:
        return Reading(labels[0][0], sure, kept)
    return Reading(None, sure, kept)


def chance(best: Placed, other: Placed | None, settings: ConfidenceSettings = CONFIDENCE) -> float:
    """The probability, 0 … 1, that the best face is the right one, given the best place of the next label."""
    margin = settings.most_margin
    if other is not None:
        margin = min(margin, best.fit.likelihood - other.fit.likelihood)
    score = (
        settings.offset
        + settings.by_margin * margin
        + settings.by_structure * best.fit.structure
        + settings.by_colour * best.fit.colour
        + settings.by_shown * best.fit.shown
        + settings.by_paleness * max(0.0, settings.pale - best.fit.light.vividness)
    )
    return float(1 / (1 + np.exp(-score)))


def _by_label(places: Sequence[Placed], deck: Deck) -> list[tuple[str, Placed]]:
    """The best place of each label, the best first."""
    labels: dict[str, Placed] = {}
    for place in places:
        labels.setdefault(deck.labels[place.fit.face], place)
    return list(labels.items())
