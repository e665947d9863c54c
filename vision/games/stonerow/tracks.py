"""Tracks of cards: which of the seen cards each card of the state is, and where it lay, from look to look."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import dist, hypot
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.games.stonerow.cards import CARDS, DISPLACER, FOREMAN, GOLDDIGGER, UNKNOWN, cards_of, is_guild, label
from vision.games.stonerow.cards import BY
from vision.games.table import PUSHED
from vision.geometry import nearest_pairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.games.stonerow.state import State
    from vision.arrays import Floats
    from vision.games.stonerow.cards import Card
    from vision.games.stonerow.draft import Draft

ROW, MARK, SHIELD, GOLD, FORE, KEYSTONE = "row", "mark", "shield", "gold", "foreman", "keystone"
QUARRY, BRICKYARD = "quarry", "brickyard"
KEPT: Final = 40
"""So many of the last tracks, glimpses and looks tell something."""
CLOSE: Final = 7.5
"""Cards no further apart (mm) lie at one place: in a fan the next card is 15 mm away, or more."""
ANOTHER: Final = 6.0
"""A deflector or a GoldDigger that lies further (mm) from where one lay is another that was laid on it."""
MOVED: Final = 0.5
"""A card that was read elsewhere than it lay counts less than one at its place that is rather it than not."""
IMPLAUSIBLE: Final = 0.05
"""A label that is less likely than this is none that a card may have."""

Tracks: TypeAlias = "Mapping[StateCard | str, Floats]"
"""The quads (pixels of a fixed camera) at which cards were last seen. Piles are told by name, cards of the state one by
one, and those of new rows by their labels."""
Places: TypeAlias = "Mapping[StateCard | str, tuple[float, float]]"
"""The same as the middles of cards on the table plane (mm)."""


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
    lie = [(ROW, row.id, card) for row in state.rows for card in cards_of(row.cards)]
    lie += [(MARK, row.id, card) for row in state.rows for card in row.markers]
    pending = len(lie) if state.pending is not None else None
    lie += [] if state.pending is None else [(MARK, state.pending.row, state.pending.hammer)]
    lie += [] if state.keystone is None else [(KEYSTONE, 0, state.keystone)]
    lie += [(SHIELD, seat, DISPLACER) for seat, count in enumerate(state.deflectors) for _ in range(count)]
    lie += [(GOLD, 0, GOLDDIGGER)] * state.golddiggers + [(FORE, 0, FOREMAN)] * state.overtime
    lie += [(BRICKYARD, depth, card) for depth, card in enumerate(state.brickyard or ()) if card != UNKNOWN]
    return [
        StateCard(kind, key, label(card), lie[:at].count((kind, key, card)), pending=at == pending)
        for at, (kind, key, card) in enumerate(lie)
    ]


def settled(tracks: Tracks, of_state: Iterable[StateCard]) -> dict[StateCard | str, Floats]:
    """The tracks with cards of rows that the state has by now. They lie where they were seen as new ones."""
    rows = (one for one in of_state if one.kind == ROW and one not in tracks and one.label in tracks)
    return {**tracks, **{one: tracks[one.label] for one in rows}}


def associated(
    cards: Sequence[Card], of_state: Sequence[StateCard], centres: Places, *, exact: bool = False
) -> dict[StateCard, Card]:
    """Which seen card each card of the state is, as far as label and track tell. Each seen card is one at most. With
    `exact` a mat tells where they lie."""
    scored = []
    for at, one in enumerate(of_state):
        centre = centres.get(BRICKYARD if one.kind == BRICKYARD else one)
        for n, card in enumerate(cards):
            off, place = None if centre is None else card.away(*centre), centres.get(one.kind)
            if centre is None and place is not None and (card.label is None or card.away(*place) < PUSHED):
                off = card.away(*place)  # what lies where the keystone has its place is that, seen before or not
            score = _likeness(card, one, off)
            if score > 0:
                scored.append((-score, at, n))
    while True:
        pairs = nearest_pairs(scored)
        found = {of_state[at]: cards[n] for at, n in pairs.items()}
        wrong = {one for one in found if _has_left_its_row(one, found, centres)}
        wrong |= {one for one in found if exact and _is_under(one, found, centres)}
        if not wrong:
            return found
        scored = [each for each in scored if of_state[each[1]] not in wrong or pairs[each[1]] != each[2]]


def _is_under(one: StateCard, found: Mapping[StateCard, Card], centres: Places) -> bool:
    """Whether the card that was found for a known deflector or GoldDigger is rather another that was laid on it."""
    if one.kind not in {GOLD, SHIELD} or one not in centres:
        return False
    lay = {each: centres[each] for each in found if each in centres and each.kind != BRICKYARD}
    moved = {each: (found[each].x - x, found[each].y - y) for each, (x, y) in lay.items()}
    knocked = [by for each, by in moved.items() if each != one and hypot(*by) > ANOTHER / 2]
    # Cards that were moved together were knocked; one that only seems to lie a little aside was not.
    return hypot(*moved[one]) > ANOTHER and not any(dist(moved[one], by) < ANOTHER for by in knocked)


def _has_left_its_row(one: StateCard, found: Mapping[StateCard, Card], centres: Places) -> bool:
    """Whether a card that lay on a row lies elsewhere, and the row does not: it was taken up, and laid anew."""
    if one.kind != MARK or one not in centres or found[one].away(*centres[one]) < PUSHED:
        return False
    mates = (each for each in found if each.kind == ROW and each.key == one.key and each in centres)
    return any(found[mate].away(*centres[mate]) < PUSHED for mate in mates)


def _likeness(card: Card, one: StateCard, off: float | None) -> float:
    """How well a seen card is one of the state that lay `off` mm from it (None: without a track), 0 where it is not."""
    chance, is_read = card.chance(one.label), card.label is not None
    if not card.is_open or (is_read and not chance):
        return 0.0
    if off is not None and off < (PUSHED if is_read else CLOSE):
        if chance < IMPLAUSIBLE and one.kind == BRICKYARD:
            return 0.0
        return max(chance, IMPLAUSIBLE) * (1.0 - off / BY)
    if off is None:
        return MOVED if is_read and (one.only or one.kind in {GOLD, FORE}) else 0.0
    return MOVED if is_read and one.only and one.kind in {ROW, MARK} else 0.0  # the only one of its kind may have moved


def updated_tracks(seen: Draft) -> Tracks:
    """The tracks after this look. Those of rows that lie before somebody else than the state knows stay where they were
    until it does. Of a row that was carried to its holder the cards out of sight lie under those in sight."""
    quads = {one: quad for one, quad in seen.track_quads.items() if one not in CARDS}
    away = set()
    for group in seen.groups:
        if group.id is None or not seen.is_carried(group):
            continue
        if group.stolen or seen.holder(group) != seen.holders[group.id]:
            away.add(group.id)
        else:
            quads |= dict.fromkeys(seen.unseen(group.id, ROW), group.cards[0].quad)
    for one, card in seen.found.items():
        if one.kind not in {ROW, MARK} or one.key not in away:
            quads[one] = card.quad
    piles = {QUARRY: seen.piles.quarry, KEYSTONE: seen.keystone, BRICKYARD: seen.top}
    quads |= {pile: card.quad for pile, card in piles.items() if card is not None}
    fresh = [card for group in seen.groups if group.id is None for card in group.cards]
    return quads | {card.label: card.quad for card in fresh if card.label is not None}
