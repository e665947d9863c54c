"""Which cards of a look belong to known rows, and which make new ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.stonerow.state import DEAL
from vision.games.stonerow.cards import MOSTLY, OF_ROWS, Group, crosswise, gathered, is_row, joined, near
from vision.games.stonerow.draft import COVERED
from vision.games.stonerow.piles import nearest
from vision.games.stonerow.tracks import BRICKYARD, MARK, ROW, SHIELD
from vision.geometry import share_within

if TYPE_CHECKING:
    from vision.games.stonerow.cards import Card
    from vision.games.stonerow.draft import Draft

PARTLY: Final = 0.1
"""A card that lies on a row covers more than this share of one of its cards."""
FOREMAN: Final = "Fo"
"""It lies on no row, wherever it is laid down."""


def find_rows(seen: Draft) -> None:
    """Known rows with what has come to them, piles, and the new rows that are left."""
    for number in seen.holders:
        group = Group(list(seen.of(ROW, number).values()), list(seen.of(MARK, number).values()), number)
        if group.all:
            seen.groups.append(group)
    _take_at(seen, seen.track_centres.get(BRICKYARD))
    _name_shields(seen)
    _take_loose(seen, FOREMAN)
    seen.left = joined(seen.left, seen.groups, seen.may_join)
    _name(seen)
    _take_loose(seen, "Gd", "Di")
    if seen.state is None or seen.state.phase == DEAL or BRICKYARD not in seen.track_centres:
        # Keystone and brickyard are not known yet: they lie beside the quarry, or by themselves in the middle.
        _take_at(seen, seen.piles.beside(1), seen.piles.beside(2))
    for card in list(seen.left):
        row = _over_unseen(seen, card)
        if row is not None:
            row.markers.append(card)
            seen.take(card)
    fresh = gathered([card for card in seen.left if card.likely not in OF_ROWS])
    seen.left = [card for card in seen.left if card.likely in OF_ROWS]
    seen.groups += fresh
    for card in list(seen.left):
        row = near(card, [each for each in seen.groups if is_row(each, 1)])
        if row is None and card.label == "Hw":
            row = _carried_off(seen, card)
        if row is not None:
            row.markers.append(card)
            seen.take(card)
    _adopt(seen)
    seen.groups += (Group(id=number) for number in seen.occluded_rows())
    for group in seen.groups:
        seen.used |= {card.number for card in group.all}


def _take_loose(seen: Draft, *labels: str) -> None:
    """Cards that most likely are one of these belong to no row."""
    for card in list(seen.left):
        if card.likely in labels:
            seen.take(card)


def _adopt(seen: Draft) -> None:
    """A row that lies where none was known, with a card of a known one that is seen nowhere else, is that one."""
    there = {group.id for group in seen.groups}
    for group in seen.groups:
        for one in seen.state_cards if group.id is None else ():
            card = next((card for card in group.cards if card.chance(one.label) > MOSTLY), None)
            if one.kind == ROW and one.key not in there and card is not None:
                group.id = one.key
                there.add(one.key)
                seen.found[one] = card
                break
    _name(seen)


def _over_unseen(seen: Draft, card: Card) -> Group | None:
    """The known row of which a card covers most, where that is all that is left, or other things occlude the rest."""
    there, occluded = {group.id for group in seen.groups}, seen.occluded_rows()
    rows = [(one, seen.track_quads[one]) for one in seen.state_cards if one.kind == ROW and one in seen.track_quads]
    for one, quad in sorted(rows, key=lambda each: -share_within(each[1], card.quad)):
        least = PARTLY if one.key in occluded else COVERED
        if one.key in there or share_within(quad, card.quad) <= least:
            continue
        if card.likely in OF_ROWS or crosswise(card.quad, quad):
            return _marked(seen, Group(id=one.key), card)
    return None


def _marked(seen: Draft, group: Group, card: Card) -> Group:
    """A row of which a marker is all that is seen; one that the state knows has its place from now on."""
    seen.groups.append(group)
    same = [one for one in seen.unseen(group.id, MARK) if one.label == card.label]
    seen.found |= dict.fromkeys(same[:1], card)
    return group


def _carried_off(seen: Draft, card: Card) -> Group | None:
    """The row that a Highwayman by itself must have been laid on: the only one that is no longer where it was. Once the
    state knows of the theft, its cards lie under the Highwayman."""
    there = {group.id for group in seen.groups}
    gone = {
        one.key for one in seen.state_cards if one.kind == ROW and one.key not in there and not seen.is_occluded(one)
    }
    if len(gone) != 1:
        return None
    (row,) = gone
    group = _marked(seen, Group(id=row), card)
    group.stolen = seen.holders[row] != seen.holder(Group(markers=[card]))
    if not group.stolen:
        seen.track_quads |= dict.fromkeys(seen.unseen(row, ROW), card.quad)
    return group


def _name(seen: Draft) -> None:
    """Cards of known rows that have no place yet are those that lie with the row and may be them. The last one is what
    is left of the row unread, whatever it looked like. The rules said what it is."""
    for group in seen.groups:
        fresh = [card for card in group.all if card not in seen.found.values()]
        mine = seen.unseen(group.id, ROW, MARK)
        for one in list(mine):
            fits = [card for card in fresh if card.chance(one.label) > 0 or (not card.guess and card.label is None)]
            best = max(fits, key=lambda card: card.chance(one.label), default=None)
            if best is not None:
                seen.found[one] = best
                fresh.remove(best)
                mine.remove(one)
        unread = [card for card in fresh if card.label is None and card in group.cards]
        if len(mine) == len(unread) == 1 and mine[0].kind == ROW and mine[0] not in seen.track_centres:
            seen.found[mine[0]] = unread[0]


def _name_shields(seen: Draft) -> None:
    """Deflectors that have no place yet are those that lie before their player."""
    for one in seen.state_cards:
        if one.kind == SHIELD and one not in seen.found and one not in seen.track_centres:
            mine = [card for card in seen.left if card.likely == one.label and seen.holder(Group([card])) == one.key]
            if mine:
                seen.found[one] = mine[0]
                seen.take(mine[0])


def _take_at(seen: Draft, *places: tuple[float, float] | None) -> None:
    """Whatever lies on piles at these places (mm; None where nobody knows) belongs to no row."""
    for place in places:
        for card in nearest(seen.left, *place) if place is not None else ():
            seen.take(card)
