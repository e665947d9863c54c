"""Which cards of a look belong to known rows, and which make new ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.stonerow.cards import CARDS
from vision.games.stonerow.cards import BY, OF_ROWS, ON, Group, across, axis, crosswise, gathered, is_row
from vision.games.stonerow.draft import COVERED, guess_of
from vision.games.stonerow.model.reading import whole
from vision.games.stonerow.piles import nearest
from vision.games.stonerow.tracks import BRICKYARD, IMPLAUSIBLE, KEYSTONE, MARK, ROW, SHIELD
from vision.geometry import share_within

if TYPE_CHECKING:
    from vision.games.stonerow.cards import Card
    from vision.games.stonerow.draft import Draft
    from vision.games.stonerow.tracks import StateCard

FOREMAN: Final = "Fo"
"""It lies on no row, wherever it is laid down."""
OF_PILES: Final = frozenset({"Gd", "Di"})
"""Action cards that lie by themselves, unless they are laid on a row."""


def find_rows(seen: Draft) -> None:
    """Known rows with what has come to them, piles, and the new rows that are left."""
    for number in seen.holders:
        group = Group(list(seen.of(ROW, number).values()), list(seen.of(MARK, number).values()), number)
        if group.all:
            seen.groups.append(group)
    for pile in (BRICKYARD, KEYSTONE):
        seen.take(*nearest(seen.left, seen.track_centres.get(pile)))
    _name_shields(seen)
    seen.take(*(card for card in seen.left if card.likely == FOREMAN))
    _join(seen)
    _name(seen)
    seen.take(*(card for card in seen.left if card.likely in OF_PILES))
    for card in seen.left:
        _lay_over_unseen(seen, card)
    seen.groups += gathered([card for card in seen.left if card.likely not in OF_ROWS])
    seen.left = [card for card in seen.left if card.likely in OF_ROWS]
    for card in seen.left:
        by = ((card.away(one.x, one.y), n) for n, row in enumerate(seen.groups) if is_row(row, 1) for one in row.all)
        away, nearest_row = min(by, default=(BY, 0))
        if away < BY:
            seen.groups[nearest_row].markers.append(card)
            seen.take(card)
        elif card.label == "Hw":
            _lay_where_it_carried_off(seen, card)
    _adopt(seen)
    seen.groups += (Group(id=number) for number in seen.occluded_rows())
    seen.used |= seen.placed


def _join(seen: Draft) -> None:
    """Put what is left to the rows that it lies at and may belong to, one card after another."""
    left = None
    while left != seen.left:
        left = list(seen.left)
        for card in left:
            at = [group for group in seen.groups if group.touches(card) and seen.may_join(card, group)]
            if at:
                best = max(at, key=lambda group: max(share_within(card.rect, one.rect) for one in group.all))
                marks = card.is_action or (best.cards and across(card, axis(best.cards)))
                (best.markers if marks else best.cards).append(card)
                seen.take(card)


def _adopt(seen: Draft) -> None:
    """A row that lies where none was known, with a card of a known one that is seen nowhere else, is that one."""
    for group in seen.groups:
        if group.id is None:
            likely = {card.likely for card in group.cards}
            lost = (one.key for one in seen.state_cards if one.kind == ROW and one.label in likely)
            group.id = next((row for row in lost if row in seen.lost_rows), None)
    _name(seen)


def _lay_over_unseen(seen: Draft, card: Card) -> None:
    """Lay a card on the known row of which it covers most, where that is all that is left, or other things occlude the
    rest."""
    occluded = seen.occluded_rows()
    shares = [
        (share_within(quad, card.quad), one.key)
        for one, quad in seen.lost_cards()
        if share_within(quad, card.quad) > (ON if one.key in occluded else COVERED)
        and (card.likely in OF_ROWS or crosswise(card.quad, quad))
    ]
    if shares:
        _mark(seen, max(shares)[1], card)


def _mark(seen: Draft, row: int, card: Card) -> Group:
    """The known row of which a marker is all that is seen; a marker that the state knows has its place from now on."""
    group = Group(markers=[card], id=row)
    seen.groups.append(group)
    same = [one for one in seen.unseen(row, MARK) if one.label == card.label]
    seen.found |= dict.fromkeys(same[:1], card)
    seen.take(card)
    return group


def _lay_where_it_carried_off(seen: Draft, card: Card) -> None:
    """Lay a Highwayman by itself on the only row that is no longer where it was, if there is one: it was stolen. Once
    the state knows of the theft, its cards lie under the Highwayman."""
    gone = {one.key for one, _ in seen.lost_cards() if not seen.is_occluded(one)}
    if len(gone) == 1:
        (row,) = gone
        group = _mark(seen, row, card)
        group.stolen = seen.holders[row] != seen.holder(group)
        if not group.stolen:
            seen.track_quads |= dict.fromkeys(seen.unseen(row, ROW), card.quad)


def _name(seen: Draft) -> None:
    """Cards of known rows that have no place yet are those that lie with the row and may be them."""
    for group in seen.groups:
        fresh = [card for card in group.all if card not in seen.found.values()]
        for one in seen.unseen(group.id, ROW, MARK):
            fits = [card for card in fresh if _may_be(card, one)]
            best = max(fits, key=lambda card: card.chance(one.label), default=None)
            if best is not None:
                seen.found[one] = best
                fresh.remove(best)


def _may_be(card: Card, one: StateCard) -> bool:
    """Whether a seen card may be one of the state: by its own guesses, or by what these leave open."""
    if card.chance(one.label) > 0 or (not card.guess and card.label is None):
        return True
    return whole(guess_of(card)).get(CARDS[one.label], 0.0) >= IMPLAUSIBLE


def _name_shields(seen: Draft) -> None:
    """Deflectors that have no place yet are those that lie before their player."""
    for one in seen.state_cards:
        if one.kind == SHIELD and one not in seen.found and one not in seen.track_centres:
            mine = [card for card in seen.left if card.likely == one.label and seen.holder(Group([card])) == one.key]
            if mine:
                seen.found[one] = mine[0]
                seen.take(mine[0])
