"""The cards of an observation on the plane of the table, and how they lie to each other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from engine.games.stonerow.cards import CARDS, is_guild
from vision.geometry import half_turn, share_within
from vision.observation import BACK
from vision.recognise.packing import groups

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vision.games.stonerow.plane import Floats, TablePlane
    from vision.observation import Observation, Piece

MISFIT: Final = 0.3
"""A quad whose corners miss those of a card by more than this (card widths, on average) is none that lies flat."""
SMALLEST: Final = 16.0
"""The area (square pixels) below which a quad is none."""
TOUCH: Final = 5.0
"""Cards nearer than this (mm) lie together."""
MOSTLY: Final = 0.5
"""A label that is likelier than this is what a card is taken for."""
ACROSS: Final = pi / 4
"""A card turned by more than this against a row lies across it."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card as it lies: its number among the pieces, what it is surely or may be, its place (mm), where its top is.

    `label` is None where it was not read surely; `guess` then has likelihoods, none where nothing is known. `up` is
    an angle (radians), of unsure cards only up to half a turn; `quad` its corners in pixels, `rect` on the plane.
    """

    number: int
    label: str | None
    guess: Mapping[str, float]
    x: float
    y: float
    up: float
    quad: Floats
    rect: Floats

    @property
    def faces_down(self) -> bool:
        """Whether only its back is seen, most likely."""
        return self._best == BACK

    @property
    def is_tower(self) -> bool:
        """Whether it is a tower card that lies face up, or most likely one."""
        return storey(self._best) > 0

    @property
    def likely(self) -> str | None:
        """What it most likely is, if that is at all likely."""
        best = self._best
        return best if best is not None and self.guess[best] > MOSTLY else None

    @property
    def is_row_card(self) -> bool:
        """Whether it is most likely a number or guild card."""
        number = CARDS.get(self.likely or "")
        return number is not None and is_guild(number)

    @property
    def _best(self) -> str | None:
        return max(self.guess, key=lambda label: self.guess[label], default=None)

    @property
    def storey(self) -> int:
        """The number of a tower card that lies face up; 0 of others."""
        return storey(self.label)

    def chance(self, label: str) -> float:
        """How likely it is this card, 0 … 1."""
        return float(self.label == label) if self.label is not None else self.guess.get(label, 0.0)

    def away(self, x: float, y: float) -> float:
        """How far (mm) it lies from a place."""
        return hypot(self.x - x, self.y - y)


def storey(label: str | None) -> int:
    """The number of a tower card's label; 0 of others."""
    return int(label[1:]) if label is not None and label[:1] == "T" and label[1:].isdigit() else 0


def laid(observation: Observation, plane: TablePlane) -> list[Card]:
    """The cards of an observation that lie flat; others are left out."""
    numbers = [n for n, piece in enumerate(observation.pieces) if is_card(piece)]
    if not numbers:
        return []
    quads = np.array([observation.pieces[n].corners for n in numbers], float)
    where = plane.lay(quads)
    cards = []
    for at, number in enumerate(numbers):
        if where.misfit[at] > MISFIT:
            continue
        piece, (x, y), up = observation.pieces[number], where.centre[at], float(where.up[at])
        rect = rectangle(float(x), float(y), up, plane.size)
        cards.append(Card(number, piece.label, _guess(piece), float(x), float(y), up, quads[at], rect))
    return cards


def is_card(piece: Piece) -> bool:
    """Whether a piece is a card with an outline that can be measured."""
    if piece.kind != "card":
        return False
    outline = np.array(piece.corners, np.float32)
    return bool(np.isfinite(outline).all()) and cv2.isContourConvex(outline) and cv2.contourArea(outline) >= SMALLEST


def _guess(piece: Piece) -> Mapping[str, float]:
    if piece.label is not None:
        return {piece.label: 1.0}
    return {each.label: each.confidence for each in piece.candidates if each.confidence > 0}


def rectangle(x: float, y: float, up: float, size: tuple[float, float]) -> Floats:
    """The corners (4, 2) of a card of a size (mm) on the plane."""
    width, height = size
    along = np.array([cos(up), sin(up)]) * height / 2
    aside = np.array([sin(up), -cos(up)]) * width / 2
    centre = np.array([x, y])
    return np.array([centre + along - aside, centre + along + aside, centre - along + aside, centre - along - aside])


def touching(one: Floats, other: Floats) -> bool:
    """Whether two rectangles overlap or nearly touch."""
    return share_within(_grown(one, TOUCH), other) > 0.0


def _grown(rect: Floats, by: float) -> Floats:
    edges = np.roll(rect, -1, axis=0) - rect
    units = edges / np.maximum(np.linalg.norm(edges, axis=1, keepdims=True), 1e-6)
    grown: Floats = rect + by * (np.roll(units, 1, axis=0) - units)
    return grown


def across(one: Card, up: float) -> bool:
    """Whether a card lies across the direction `up`."""
    return abs(half_turn(one.up - up)) > ACROSS


def crosswise(one: Floats, other: Floats) -> bool:
    """Whether a card lies across another, both in pixels."""
    directions = [quad[0] + quad[1] - quad[2] - quad[3] for quad in (one, other)]
    lengths = float(np.linalg.norm(directions[0]) * np.linalg.norm(directions[1]))
    return abs(float(directions[0] @ directions[1])) < cos(ACROSS) * lengths


def heaps(cards: Sequence[Card]) -> list[list[Card]]:
    """The cards in groups that lie together, in the order of the cards."""
    meets: list[set[int]] = [set() for _ in cards]
    for a, b in combinations(range(len(cards)), 2):
        if touching(cards[b].rect, cards[a].rect):
            meets[a].add(b)
            meets[b].add(a)
    return [[cards[n] for n in group] for group in groups(meets)]


def middle(cards: Iterable[Card]) -> tuple[float, float]:
    """The mean place of cards."""
    places = [(card.x, card.y) for card in cards]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def axis(cards: Iterable[Card]) -> float:
    """The mean direction of cards up to half a turn, 0 … pi."""
    total = sum(complex(cos(2 * card.up), sin(2 * card.up)) for card in cards)
    return float(np.angle(total) / 2 % pi)
