"""What one look at the table says, in the words of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.stonerow.state import DEAL
from vision.games.stonerow.draft import card_json
from vision.games.stonerow.known import BRICKYARD, FORE, GOLD, KEYSTONE, MARK, ROW, SHIELD
from vision.games.stonerow.piles import AT, nearest
from vision.games.stonerow.rows import Group, centre, is_row

if TYPE_CHECKING:
    from vision.games.stonerow.cards import Card
    from vision.games.stonerow.draft import Draft


def position_of(seen: Draft) -> dict[str, Any]:
    """The contract's position, as far as it is seen."""
    position: dict[str, Any] = {"rows": [_row(seen, group) for group in _rows(seen)]}
    position |= _pile_json(seen)
    position |= _laid_json(seen)
    storeys = seen.piles.storeys
    if storeys is not None and not (seen.state is not None and seen.state.options.teams):
        position["tower"] = storeys
    return position


def _rows(seen: Draft) -> list[Group]:
    """The rows to tell of; before the keystone lies open single cards are no rows."""
    early = seen.state is not None and seen.state.phase == DEAL
    return [group for group in seen.groups if is_row(group, 1 + early)]


def _row(seen: Draft, group: Group) -> dict[str, Any]:
    names = {card.number: one.label for one, card in seen.found.items()}
    entry: dict[str, Any] = {
        "cards": [card_json(card, names.get(card.number)) for card in group.cards],
        "markers": [card_json(card, names.get(card.number)) for card in group.markers],
    }
    if group.id is None or seen.state is None:
        return entry | {"holder": seen.holder(group)}
    row = next(row for row in seen.state.rows if row.id == group.id)
    carried = seen.is_carried(group)
    holder = _seen_holder(seen, group, row.holder, carried=carried)
    unseen = [one for one in seen.known if one.key == group.id and one.kind in {ROW, MARK} and one not in seen.found]
    for one in unseen:
        if not one.pending and (carried or seen.is_hidden(one)):
            entry["cards" if one.kind == ROW else "markers"].append(one.label)
    return entry | {"id": f"r{group.id}", "holder": holder}


def _seen_holder(seen: Draft, group: Group, known: int, *, carried: bool) -> int:
    """Before whom a row lies that `known` held: the mat says it at once, else only a row that was carried tells."""
    if not group.all:
        return known
    if seen.zones is not None and not group.stolen:
        printed = seen.zones.seat(*centre(group))
        return known if printed is None else seen.holder(group)
    return seen.holder(group) if carried else known


def _pile_json(seen: Draft) -> dict[str, Any]:
    position: dict[str, Any] = {}
    state = seen.state
    keystone, top = seen.keystone, seen.top
    if keystone is not None and (state is None or state.keystone is None):
        position["keystone"] = card_json(keystone)
    if top is not None:
        position["brickyard"] = [card_json(top)]
    elif state is not None and (state.phase != DEAL or state.keystone is not None or keystone is not None):
        quad = seen.quads.get(BRICKYARD) if seen.zones is None else seen.zones.quad(BRICKYARD)
        if quad is not None and not seen.is_covered(quad):
            position["brickyard"] = []
    return position


def keystone_of(seen: Draft) -> Card | None:
    """The card that is the keystone, or lies where it does."""
    known = list(seen.of(KEYSTONE).values())
    if known:
        return known[0]
    place = seen.places.get(KEYSTONE) or seen.piles.beside(2)
    if place is None:
        return None
    return next(iter(nearest((card for card in seen.cards if card not in seen.piles.tower), *place)), None)


def top_of(seen: Draft) -> Card | None:
    """The card that lies on the brickyard: one that nobody knew there, else the highest of those known."""
    known = seen.of(BRICKYARD)
    place = seen.places.get(BRICKYARD) or (seen.piles.beside(1) if not known else None)
    strange: list[Card] = []
    if place is not None:
        others = set(seen.found.values()) | {card for group in seen.groups for card in group.all}
        open_ = [card for card in seen.cards if not card.faces_down and not card.is_tower and card not in others]
        strange = nearest(open_, *place)
    if strange:
        return strange[0]
    return known[max(known, key=lambda one: one.key)] if known else None


def _laid_json(seen: Draft) -> dict[str, Any]:
    """Deflectors, GoldDiggers and the Foreman: those known and still there or covered, and those that are new."""
    position: dict[str, Any] = {}
    taken = {card.number for card in seen.found.values()} | {c.number for g in seen.groups for c in g.all}
    taken |= {card.number for card in (seen.keystone, seen.top) if card is not None}
    fresh = [card for card in seen.cards if card.number not in taken]
    yard = seen.places.get(BRICKYARD)
    if yard is not None:
        fresh = [card for card in fresh if card.away(*yard) > AT]
    gold = sum(card.likely == "Gd" for card in fresh)
    position["golddiggers"] = _still(seen, GOLD, 0) + gold
    shields = [_still(seen, SHIELD, seat) for seat in range(seen.seats.players)]
    for card in fresh:
        if card.likely == "Di":
            shields[seen.holder(Group([card]))] += 1
    position["deflectors"] = shields
    if seen.of(FORE) or any(card.label == "Fo" for card in fresh):
        position["overtime"] = True
    return position


def _still(seen: Draft, kind: str, key: int) -> int:
    """How many known cards of a kind are seen, or may lie where they cannot be seen, and how many lie on them."""
    known = [one for one in seen.known if one.kind == kind and one.key == key]
    count = 0
    for one in known:
        quad = seen.quads.get(one)
        count += one in seen.found or quad is None or seen.is_covered(quad)
    above = sum(seen.is_another(one) for one in known)
    unplaced = sum(one not in seen.found and one not in seen.quads for one in known)
    return count + max(above - unplaced, 0)
