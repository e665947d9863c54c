"""The cards of an observation on the plane of the table, how they lie to each other, and the rows that they make."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.games.stonerow.cards import CARDS, UNKNOWN, is_guild
from engine.games.stonerow.options import OVERTIME_ROUNDS
from vision.games.stonerow.plane import POKER, fitted
from vision.geometry import clockwise, half_turn, share_within
from vision.observation import BACK
from vision.recognise.packing import groups

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vision.arrays import Floats
    from vision.games.stonerow.plane import TablePlane
    from vision.games.stonerow.zones import Zones
    from vision.observation import Observation, Piece

MISFIT: Final = 0.3
"""A quad whose corners miss those of a card by more than this (card widths, on average) is none that lies flat."""
TOUCH: Final = 1.15
"""Cards lie together that meet once one is so many times as large: those nearer than 5 mm, or a little more."""
MOSTLY: Final = 0.5
"""A label that is likelier than this is what a card is taken for."""
ACROSS: Final = pi / 4
"""A card turned by more than this against a row lies across it."""
ON: Final = 0.02
"""Cards that share more than this of their area lie on each other."""
BY: Final = hypot(*POKER)
"""An action card that lies loose belongs to a row no further than a card's diagonal (mm), from middle to middle."""
OF_ROWS: Final = frozenset({"Hw", "Ma"})
"""Action cards that are laid on rows or near them, and nowhere else."""
STOREYS: Final = {f"T{number}": number for number in range(1, OVERTIME_ROUNDS + 1)}
"""The numbers of the tower's cards by their labels."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card as it lies: its number among the pieces, what it is surely or may be, its place (mm), where its top is.
    `label` is None where it was not read surely; `guess` then has likelihoods, none where nothing is known. Of a
    sure card it has what else it may be. `up` is an angle (radians), of unsure cards only up to half a turn; `quad`
    its corners in pixels, `rect` on the plane."""

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
    def is_open(self) -> bool:
        """Whether it most likely lies face up, and is no tower card."""
        return self._best != BACK and self._best not in STOREYS

    @property
    def likely(self) -> str | None:
        """What it most likely is, if that is at all likely."""
        best = self._best
        return best if best is not None and self.guess[best] > MOSTLY else None

    @property
    def is_action(self) -> bool:
        """Whether it is most likely no card that rows are made of."""
        return self.likely is not None and not is_guild(CARDS.get(self.likely, UNKNOWN))

    @property
    def _best(self) -> str | None:
        return max(self.guess, key=lambda label: self.guess[label], default=None)

    @property
    def storey(self) -> int:
        """The number of a tower card that lies face up; 0 of others."""
        return STOREYS.get(self.label or "", 0)

    def chance(self, label: str) -> float:
        """How likely it is this card, 0 … 1."""
        return float(self.label == label) if self.label is not None else self.guess.get(label, 0.0)

    def away(self, x: float, y: float) -> float:
        """How far (mm) it lies from a place."""
        return hypot(self.x - x, self.y - y)


def laid(
    observation: Observation, zones: Zones | None, before: Sequence[Floats] = ()
) -> tuple[list[Card], TablePlane | None]:
    """The cards of an observation that lie flat, and their plane; None without cards. Where no `zones` of a mat tell
    the plane, quads tell it that lay there `before`, too."""
    numbers = [n for n, piece in enumerate(observation.pieces) if _is_card(piece)]
    if not numbers:
        return [], None
    quads = np.array([observation.pieces[n].corners for n in numbers], float)
    if zones is None:
        plane = fitted(np.array([*quads, *before], float), (observation.width, observation.height))
    else:
        plane = zones.under_cards
    where = plane.lay(quads)
    cards = []
    for at, number in enumerate(numbers):
        if where.misfit[at] > MISFIT:
            continue
        piece, (x, y), up = observation.pieces[number], where.centre[at], float(where.up[at])
        rect = rectangle(float(x), float(y), up, plane.size)
        guess = {each.label: each.confidence for each in piece.candidates if each.confidence > 0}
        guess |= {} if piece.label is None else {piece.label: 1.0}
        cards.append(Card(number, piece.label, guess, float(x), float(y), up, quads[at], rect))
    return cards, plane


def _is_card(piece: Piece) -> bool:
    """Whether a piece is a card with an outline that can be measured."""
    return piece.kind == "card" and clockwise(piece.quad) is not None


def rectangle(x: float, y: float, up: float, size: tuple[float, float]) -> Floats:
    """The corners (4, 2) of a card of a size (mm) on the plane."""
    width, height = size
    along = np.array([cos(up), sin(up)]) * height / 2
    aside = np.array([sin(up), -cos(up)]) * width / 2
    centre = np.array([x, y])
    return np.array([centre + along - aside, centre + along + aside, centre - along + aside, centre - along - aside])


def touching(one: Floats, other: Floats) -> bool:
    """Whether two rectangles overlap or nearly touch."""
    middle_of = one.mean(axis=0)
    return share_within(middle_of + TOUCH * (one - middle_of), other) > 0.0


def across(one: Card, up: float) -> bool:
    """Whether a card lies across the direction `up`."""
    return abs(half_turn(one.up - up)) > ACROSS


def crosswise(one: Floats, other: Floats) -> bool:
    """Whether a card lies across another, both in pixels."""
    directions = [quad[0] + quad[1] - quad[2] - quad[3] for quad in (one, other)]
    lengths = float(np.linalg.norm(directions[0]) * np.linalg.norm(directions[1]))
    return abs(float(directions[0] @ directions[1])) < cos(ACROSS) * lengths


def middle(cards: Iterable[Card]) -> tuple[float, float]:
    """The mean place of cards."""
    places = [(card.x, card.y) for card in cards]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def axis(cards: Iterable[Card]) -> float:
    """The mean direction of cards up to half a turn, 0 … pi."""
    total = sum(complex(cos(2 * card.up), sin(2 * card.up)) for card in cards)
    return float(np.angle(total) / 2 % pi)


@dataclass(slots=True)
class Group:
    """A row as it is seen: its cards, and what lies on it; `id` is None of one that the state does not know. An
    occluded one has neither. Of a `stolen` one only the Highwayman is seen that it was stolen with."""

    cards: list[Card] = field(default_factory=list)
    markers: list[Card] = field(default_factory=list)
    id: int | None = None
    stolen: bool = False

    @property
    def all(self) -> list[Card]:
        """Everything that lies there."""
        return [*self.cards, *self.markers]

    def touches(self, card: Card) -> bool:
        """Whether a card lies on this row or directly beside it; an action card only if it lies on it."""
        if card.is_action:
            return any(share_within(card.rect, one.rect) > ON for one in self.all)
        return any(touching(card.rect, one.rect) for one in self.all)


def is_row(group: Group, least: int) -> bool:
    """Whether a group is a row: known, or of at least so many cards. A single one has to read as some card."""
    if group.id is not None or len(group.cards) > 1:
        return True
    return len(group.cards) >= least and sum(group.cards[0].guess.values()) > MOSTLY


def gathered(loose: Sequence[Card]) -> list[Group]:
    """New rows of cards that lie together; what lies across most of them, and action cards, lie on them. The surer a
    card is, the more it tells how they lie."""
    meets: list[set[int]] = [set() for _ in loose]
    for a, b in combinations(range(len(loose)), 2):
        if touching(loose[b].rect, loose[a].rect):
            meets[a].add(b)
            meets[b].add(a)
    found = []
    for numbers in groups(meets):
        heap = [loose[n] for n in numbers]
        row_cards = [card for card in heap if not card.is_action] or heap
        upright = max(
            (axis([card]) for card in row_cards),
            key=lambda up: sum(max(card.guess.values(), default=0.0) for card in row_cards if not across(card, up)),
        )
        group = Group([card for card in row_cards if not across(card, upright)])
        group.markers = [card for card in heap if card not in group.cards]
        found.append(group)
    return found


def centre(group: Group) -> tuple[float, float]:
    """The middle of a row."""
    return middle(group.cards or group.markers)
