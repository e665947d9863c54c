"""Where the cards of StoneRow are: on a mat's zones, in rows and piles, or in hands; what a state says of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import pi
from typing import TYPE_CHECKING, Any, Final

from datasets.films.areas import area
from datasets.films.script import Spot
from datasets.films.stage import NoRoom
from datasets.optics.pose import Pose
from engine.games.stonerow.cards import FOREMAN, cards_of, label

if TYPE_CHECKING:
    from datasets.films.areas import Area
    from datasets.films.places import Place
    from datasets.films.stage import Stage
    from datasets.sheets.layout import Layout
    from engine.games.stonerow.state import State

THICK: Final = 0.44
"""mm from one card to the next that lies on it."""
CARD: Final = (63.0, 88.0)
"""Width and height of a card, mm."""
STEP: Final = 19.0
"""mm from card to card in a row: the corners stay in view."""
GAP: Final = 7.0
"""mm between rows."""
FEWEST: Final = 3
"""Every row has room for so many cards and one more."""
LOOSE: Final = (0.7, 0.012)
"""How far (mm, radians) from its place a card is left."""
ZONES: Final = {"yard": "brickyard", "gold": "golddiggers", "foreman": "tower", "shield": "deflectors"}
"""The zones whose places have other names."""
STEPS: Final = {"gold": 9.0, "shield": 14.0}
"""mm from card to card where a pile is spread."""
OUT_OF_SIGHT: Final = {"hand", "quarry"}


def arrangement(state: State, buried: int) -> dict[str, list[Place]]:
    """Every card whose place matters, by its label; the lowest cards of the quarry are `buried` and do not."""
    found: list[tuple[int, Place]] = [] if state.keystone is None else [(state.keystone, ("keystone",))]
    found += [(card, ("yard",)) for card in state.brickyard or ()]
    for row in state.rows:
        found += [(card, ("row", row.id, row.holder)) for card in cards_of(row.cards)]
        found += [(card, ("mark", row.id, row.holder)) for card in row.markers]
        if state.pending is not None and state.pending.row == row.id:
            found.append((state.pending.hammer, ("mark", row.id, row.holder)))
    for seat, hand in enumerate(state.hands):
        found += [(card, ("hand", seat)) for card in cards_of(hand)]
    found += [(card, ("quarry",)) for card in (state.order or ())[buried : state.quarry or 0]]
    places: dict[str, list[Place]] = {}
    for card, place in found:
        places.setdefault(label(card), []).append(place)
    places.setdefault("Gd", []).extend([("gold",)] * state.golddiggers)
    for seat, count in enumerate(state.deflectors):
        places.setdefault("Di", []).extend([("shield", seat)] * count)
    if state.overtime:
        places[label(FOREMAN)] = [("foreman",)]
    return places


@dataclass(slots=True)
class CardPlaces:
    """Which piece is at which place, and where on the table that is; `starts` says where along its zone a row begins.

    `order` holds the pieces of every place in the order in which they came there.
    """

    stage: Stage
    mat: Layout
    labels: dict[int, str] = field(default_factory=dict)
    where: dict[int, Place] = field(default_factory=dict)
    """`("row", id, holder)`, `("mark", id, holder)`, `("shield", seat)`, `("yard",)`, `("hand", seat)`, `("quarry",)`,
    …"""
    order: dict[Place, list[int]] = field(default_factory=dict)
    starts: dict[tuple[int, int], float] = field(default_factory=dict)

    def kept(self) -> tuple[Any, ...]:
        """What `restore` takes, so that a play can be taken back."""
        return dict(self.where), {key: list(pieces) for key, pieces in self.order.items()}, dict(self.starts)

    def restore(self, kept: tuple[Any, ...], seat: int) -> None:
        """Everything is where it was; what has joined the film since then is in the hand of the seat."""
        fresh = [piece for piece in self.where if piece not in kept[0]]
        self.where, self.order, self.starts = kept
        for piece in fresh:
            self.where[piece] = ("hand", seat)
            self.order.setdefault(("hand", seat), []).append(piece)

    def join(self, name: str, place: Place, spot: Spot | None = None) -> int:
        """A card that comes into the film at a place."""
        number = len(self.stage.props)
        self.labels[number], self.where[number] = name, place
        self.order.setdefault(_key(place), []).append(number)
        return self.stage.add("card", name, THICK, spot or self.spot(place))

    def go(self, piece: int, place: Place) -> Spot:
        """Move a piece to a place; where it lies there. Raises `NoRoom`."""
        self.order[_key(self.where[piece])].remove(piece)
        self.where[piece] = place
        self.order.setdefault(_key(place), []).append(piece)
        return self.stage.home(place[1]) if place[0] == "hand" else self.spot(place)

    def at(self, *place: Any) -> list[int]:
        """The pieces at a place, in the order in which they came."""
        return self.order.get(_key(place), [])

    def spot(self, place: Place) -> Spot:
        """Where the last card of a place lies. Raises `NoRoom`."""
        if place[0] in {"row", "mark"}:
            return self._in_row(place)
        number = len(self.at(*place)) - 1
        name = ZONES.get(place[0], str(place[0]))
        zone = area(self.mat, name, place[1] if place[0] == "shield" else None)
        begin = {"shield": (CARD[0] - zone.along) / 2 + 2.0, "foreman": (zone.along - CARD[0]) / 2 + 24.0}
        u = zone.along / 2 + begin.get(place[0], 0.0) + STEPS.get(place[0], 0.0) * number
        facts: dict[str, object] = {"deflector": place[1]} if place[0] == "shield" else {"pile": name}
        level = number + (place[0] == "foreman")
        return self.laid(zone, (u, 0.0), 0.0, level, tuple(self.at(*place)[max(number - 1, 0) : number]), facts)

    def _in_row(self, place: Place) -> Spot:
        """A card of a row, beside the one before, or a marker across the row's near edge."""
        kind, row, holder = place
        zone, cards = area(self.mat, "rows", holder), self.at("row", row)
        begin = self._begin(row, holder, zone)
        lying = self._lying(*place)
        number = len(lying) - 1
        if kind == "row":
            below = tuple(lying[max(number - 1, 0) : number])
            spot = (begin + CARD[0] / 2 + STEP * number, (zone.deep - CARD[1]) / 2 - 3.0)
            return self.laid(zone, spot, 0.0, number, below, {"row": f"r{row}"})
        spot = (begin + CARD[1] / 2 + 13.0 * number, (CARD[0] - zone.deep) / 2 + 3.0)
        return self.laid(zone, spot, pi / 2, len(cards) + number, tuple(cards), {"marker": f"r{row}"})

    def _begin(self, row: int, holder: int, zone: Area) -> float:
        """Where a row begins; rows lie from the reader's left to the right in the order in which they came."""
        if (row, holder) not in self.starts:
            others = [key for key in self.starts if key[1] == holder and self._lying("row", *key)]
            self.starts[(row, holder)] = max((self._end(key) for key in others), default=0.0)
        begin = self.starts[(row, holder)]
        follows = [start for key, start in self.starts.items() if key[1] == holder and start > begin]
        if begin + _length(len(self.at("row", row))) > min([*follows, zone.along]):
            raise NoRoom
        return begin

    def _lying(self, *place: Any) -> list[int]:
        """The pieces of a row that lie before its holder by now; while it is stolen others still lie elsewhere."""
        return [piece for piece in self.at(*place) if self.where[piece] == place]

    def _end(self, key: tuple[int, int]) -> float:
        """Where the next row may begin: one more card fits."""
        return self.starts[key] + _length(max(len(self.at("row", key[0])), FEWEST) + 1) + GAP

    def laid(  # noqa: PLR0913, PLR0917 - a place in a zone and what is told of it
        self,
        zone: Area,
        at: tuple[float, float],
        turned: float,
        level: int,
        on: tuple[int, ...],
        facts: dict[str, object],
    ) -> Spot:
        """A card face up as a hand leaves it: a little off its place."""
        rng = self.stage.rng
        x, y = zone.point(at[0] + float(rng.normal(0, LOOSE[0])), at[1] + float(rng.normal(0, LOOSE[0])))
        x, y = self.stage.drifted(x, y)
        turn = zone.yaw + turned + float(rng.normal(0, LOOSE[1])) + sum(drift[2] for drift in self.stage.drifts)
        return Spot(Pose.flat(x, y, THICK * level, turn), level, on, facts)


def _length(cards: int) -> float:
    """How long (mm) a row of so many cards is."""
    return CARD[0] + STEP * (cards - 1)


def _key(place: Place) -> Place:
    """What names a place apart from who holds it."""
    return place[:2] if place[0] in {"row", "mark", "shield", "hand"} else place[:1]
