"""Tracks of cards: which of the seen cards each card of the state is, and where it lay, from look to look."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.games.stonerow.cards import CARDS, DISPLACER, FOREMAN, GOLDDIGGER, UNKNOWN, cards_of, is_guild, label
from vision.geometry import nearest_pairs, through

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.games.stonerow.state import State
    from vision.games.stonerow.cards import Card
    from vision.games.stonerow.draft import Draft
    from vision.games.stonerow.plane import Floats, TablePlane

ROW, MARK, SHIELD, GOLD, FORE, KEYSTONE = "row", "mark", "shield", "gold", "foreman", "keystone"
QUARRY, BRICKYARD = "quarry", "brickyard"
KEPT: Final = 40
"""So many of the last tracks, glimpses and looks tell something."""
NEAR: Final = 25.0
"""A card is at its place within so many mm: tables are bumped, hands brush cards."""
CLOSE: Final = 10.0
"""The same for a card that was not read: in a fan the next card is 15 mm away, or more."""
IMPLAUSIBLE: Final = 0.05
"""A label that is less likely than this is none that a card may have."""
TOGETHER: Final = 6.0
"""Cards that moved alike within so many pixels moved with the picture; what hands carry does not."""
MAJORITY: Final = 0.6
"""So large a share of the cards has to have moved together, else hands carried them."""
STEADY: Final = 3
"""So many cards that were read again at their places tell how the picture has shifted."""


@dataclass(frozen=True, slots=True)
class StateCard:
    """A card of the state: `kind` and `key` (a row, a seat) say where it lies, `copy` tells equal ones apart. `pending`
    is whether it was just laid on a row, and may yet be deflected."""

    kind: str
    key: int
    label: str
    copy: int = 0
    pending: bool = field(default=False, compare=False)

    @property
    def only(self) -> bool:
        """Whether there is but one such card in the deck, so that its label alone tells it."""
        return is_guild(CARDS[self.label])


def state_cards(state: State) -> list[StateCard]:
    """The open cards on the table of a state; of the brickyard all that are known, `key` is how many lie below."""
    found = [StateCard(ROW, row.id, label(card)) for row in state.rows for card in cards_of(row.cards)]
    for row in state.rows:
        found += _copies(MARK, row.id, [label(card) for card in row.markers])
    if state.pending is not None:
        hammer, row = state.pending.hammer, next(row for row in state.rows if row.id == state.pending.row)
        found.append(StateCard(MARK, row.id, label(hammer), row.markers.count(hammer), pending=True))
    if state.keystone is not None:
        found.append(StateCard(KEYSTONE, 0, label(state.keystone)))
    for seat, count in enumerate(state.deflectors):
        found += _copies(SHIELD, seat, [label(DISPLACER)] * count)
    found += _copies(GOLD, 0, [label(GOLDDIGGER)] * state.golddiggers)
    found += [StateCard(FORE, 0, label(FOREMAN))] * state.overtime
    pile = enumerate(state.brickyard or ())
    return found + [StateCard(BRICKYARD, depth, label(card)) for depth, card in pile if card != UNKNOWN]


def _copies(kind: str, key: int, labels: Sequence[str]) -> Iterator[StateCard]:
    for at, text in enumerate(labels):
        yield StateCard(kind, key, text, labels[:at].count(text))


@dataclass(frozen=True, slots=True, eq=False)
class CardTracks:
    """The quads (pixels of a fixed camera) at which cards were last seen: piles by name, other cards one by one."""

    quads: Mapping[StateCard | str, Floats] = field(default_factory=dict)
    strange: Mapping[str, Floats] = field(default_factory=dict)
    """Where cards of new rows lie, by their labels: the state will know them."""

    def on(self, plane: TablePlane) -> Mapping[StateCard | str, tuple[float, float]]:
        """The middles of the tracks on the plane, mm."""
        if not self.quads:
            return {}
        centres = plane.lay(np.array(list(self.quads.values()))).centre
        return {key: (float(x), float(y)) for key, (x, y) in zip(self.quads, centres, strict=True)}

    def settled(self, of_state: Iterable[StateCard]) -> CardTracks:
        """The same with cards of rows that the state has by now. They lie where they were seen as strange ones."""
        rows = [one for one in of_state if one.kind == ROW and one not in self.quads and one.label in self.strange]
        return CardTracks({**self.quads, **{one: self.strange[one.label] for one in rows}}, self.strange)

    def moved(self, motion: Floats) -> CardTracks:
        """The same after the camera moved: `motion` (3×3) maps the pixels of before to those of now."""
        quads = {key: through(motion, quad) for key, quad in self.quads.items()}
        return CardTracks(quads, {name: through(motion, quad) for name, quad in self.strange.items()})

    def shifted(self, cards: Iterable[Card]) -> CardTracks:
        """The same after a camera or a table was moved a little, as far as cards that are surely read tell."""
        seen = {card.label: card for card in cards if card.label is not None}
        moves = [
            seen[key.label].quad.mean(axis=0) - quad.mean(axis=0)
            for key, quad in self.quads.items()
            if isinstance(key, StateCard) and key.only and key.label in seen
        ]
        if len(moves) < STEADY:
            return self
        step = np.median(np.array(moves), axis=0)
        if np.mean(np.linalg.norm(np.array(moves) - step, axis=1) < TOGETHER) < MAJORITY:
            return self
        quads = {key: quad + step for key, quad in self.quads.items()}
        return CardTracks(quads, {name: quad + step for name, quad in self.strange.items()})


def associated(
    cards: Sequence[Card], of_state: Sequence[StateCard], centres: Mapping[StateCard | str, tuple[float, float]]
) -> dict[StateCard, Card]:
    """Which seen card each card of the state is, as far as label and track tell. Each seen card is one at most."""
    scored = []
    for at, one in enumerate(of_state):
        centre = centres.get(BRICKYARD if one.kind == BRICKYARD else one)
        for n, card in enumerate(cards):
            off, place = None if centre is None else card.away(*centre), centres.get(one.kind)
            if centre is None and place is not None and (card.label is None or card.away(*place) < NEAR):
                off = card.away(*place)  # what lies where the keystone has its place is that, seen before or not
            score = _likeness(card, one, off)
            if score > 0:
                scored.append((-score, at, n))
    found = {of_state[at]: cards[n] for at, n in nearest_pairs(scored).items()}
    return {one: card for one, card in found.items() if not _has_left_its_row(one, found, centres)}


def _has_left_its_row(
    one: StateCard, found: Mapping[StateCard, Card], centres: Mapping[StateCard | str, tuple[float, float]]
) -> bool:
    """Whether a card that lay on a row lies elsewhere, and the row does not: it was taken up, and laid anew."""

    def away(each: StateCard) -> float:
        return found[each].away(*centres[each])

    if one.kind != MARK or one not in centres or away(one) < NEAR:
        return False
    mates = [each for each in found if each.kind == ROW and each.key == one.key and each in centres]
    return any(away(each) < NEAR for each in mates)


def _likeness(card: Card, one: StateCard, off: float | None) -> float:
    """How well a seen card is one of the state that lay `off` mm from it (None: without a track), 0 where it is not."""
    if not card.is_open:
        return 0.0
    chance = card.chance(one.label)
    if card.label is not None:
        return _read(one, off) if chance else 0.0
    if off is None or off > CLOSE:
        return 0.0
    if chance < IMPLAUSIBLE and (card.guess or one.kind == BRICKYARD):
        return 0.0 if one.kind == BRICKYARD else 0.3
    return 1.5 + chance - off / 100


def _read(one: StateCard, off: float | None) -> float:
    """How well a card that was read as the known one is it. A card that is the only one of its kind may have moved."""
    if off is not None and off < NEAR:
        return 3.0 - off / 100
    if one.kind in {ROW, MARK} and one.only:
        return 2.0
    return 1.0 if off is None and (one.only or one.kind in {GOLD, FORE}) else 0.0


def updated_tracks(seen: Draft) -> CardTracks:
    """The tracks after this look."""
    quads = seen.track_quads
    away = _carried_away(seen)
    for one, card in seen.found.items():
        mine = _copy_on(seen, one) if seen.is_another(one) else one
        if mine is not None and (one.kind not in {ROW, MARK} or one.key not in away):
            quads[mine] = card.quad
    fresh = [card for group in seen.groups if group.id is None for card in group.cards]
    strange = {card.label: card.quad for card in fresh if card.label is not None}
    if seen.piles.quarry is not None:
        quads[QUARRY] = seen.piles.quarry.quad
    for kind, lies in ((KEYSTONE, seen.keystone), (BRICKYARD, seen.top)):
        if known := seen.of(kind):
            quads[kind] = known[max(known, key=lambda one: one.key)].quad
        elif kind not in quads and lies is not None:
            quads[kind] = lies.quad
    return CardTracks(quads, strange)


def _copy_on(seen: Draft, one: StateCard) -> StateCard | None:
    """The card of the same kind that lies on a known one, once the state has it; None before."""
    copies = (other for other in seen.state_cards if (other.kind, other.key) == (one.kind, one.key))
    return next((other for other in copies if other not in seen.found and other not in seen.track_quads), None)


def _carried_away(seen: Draft) -> set[int]:
    """The rows that lie before somebody else than the state knows. Their tracks stay where they were until it does. Of
    a row that was carried to its holder the cards out of sight lie under those in sight."""
    away = set()
    for group in seen.groups:
        if group.id is None or not seen.is_carried(group):
            continue
        if group.stolen or seen.holder(group) != seen.holders[group.id]:
            away.add(group.id)
            continue
        for one in seen.unseen(group.id, ROW):
            seen.track_quads[one] = group.cards[0].quad
    return away
