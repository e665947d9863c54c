"""Hammers that lay on a row for a while and were attracted before the table rested: glimpses tell of them."""

from __future__ import annotations

from itertools import combinations
from math import dist
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from engine.games.stonerow.cards import CARDS, DISPLACER, label
from engine.games.stonerow.state import REACTION
from vision.games.stonerow.cards import is_card, laid
from vision.games.stonerow.known import ROW, Known
from vision.games.stonerow.rows import BY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.games.stonerow.state import State
    from vision.games.stonerow.zones import Zones
    from vision.observation import Observation

SHOWS: Final = label(DISPLACER)
"""What comes to lie on the brickyard where a Hammer was attracted."""
SPOT: Final = 8.0
"""Places no further apart (mm) are one: a card that was glimpsed there lay there, and was not carried across."""


class CardGlimpse(NamedTuple):
    """A card that a glimpse showed surely, and its place (mm)."""

    name: str
    x: float
    y: float


def glimpsed_cards(seen: Observation, zones: Zones) -> Iterator[CardGlimpse]:
    """The cards that a glimpse shows surely."""
    quads = [piece.corners for piece in seen.pieces if is_card(piece)]
    for card in laid(seen, zones.plane(np.array(quads, float))) if quads else ():
        if card.label in CARDS:
            yield CardGlimpse(card.label, card.x, card.y)


def struck(
    state: State,
    rows: Sequence[dict[str, Any]],
    cards: Sequence[CardGlimpse],
    places: Mapping[Known | str, tuple[float, float]],
    position: Mapping[str, Any],
) -> Iterator[list[dict[str, Any]]]:
    """The known rows with one card more on one of them, where a Displacer has come to the brickyard. The card was
    glimpsed there since the look before and lies nowhere in the `position` that is seen now. `places` are those of
    known cards (mm)."""
    yard = state.brickyard or ()
    if state.phase == REACTION or DISPLACER in yard or SHOWS not in _named(position.get("brickyard")):
        return
    there = set(_named(rows)) | set(_named(position))
    on = [(at, one.key) for one, at in places.items() if isinstance(one, Known) and one.kind == ROW]
    found: dict[str, int] = {}
    for one, other in combinations(cards, 2):
        if one.name == other.name and one.name not in there and dist(one[1:], other[1:]) <= SPOT:
            away, row = min(((dist(one[1:], at), row) for at, row in on), default=(BY, 0))
            if away < BY:
                found[one.name] = row
    for name, number in found.items():
        yield [{**row, "markers": [*row["markers"], name]} if row["id"] == f"r{number}" else row for row in rows]


def _named(part: Any) -> Iterator[str]:
    """All labels that a part of a position names."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for key, value in part.items():
            yield from (key,) if isinstance(value, float) else _named(value)
    elif isinstance(part, list):
        for value in part:
            yield from _named(value)
