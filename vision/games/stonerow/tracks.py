"""Where the cards of a look lie, remembered for the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.games.stonerow.known import BRICKYARD, KEYSTONE, MARK, QUARRY, ROW, Places

if TYPE_CHECKING:
    from vision.games.stonerow.draft import Draft
    from vision.games.stonerow.known import Known


def remembered(seen: Draft) -> Places:
    """The places that are known after this look."""
    quads = seen.quads
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
    return Places(quads, strange)


def _copy_on(seen: Draft, one: Known) -> Known | None:
    """The card of the same kind that lies on a known one, once the state has it; None before."""
    copies = (other for other in seen.known if (other.kind, other.key) == (one.kind, one.key))
    return next((other for other in copies if other not in seen.found and other not in seen.quads), None)


def _carried_away(seen: Draft) -> set[int]:
    """The rows that lie before somebody else than the state knows: where they were is remembered till it does.

    Of a row that was carried to its holder the cards out of sight lie under those in sight.
    """
    away = set()
    holders = {} if seen.state is None else {row.id: row.holder for row in seen.state.rows}
    for group in seen.groups:
        if group.id is None or group.stolen or not group.cards or not seen.is_carried(group):
            continue
        if seen.holder(group) != holders[group.id]:
            away.add(group.id)
            continue
        for one in seen.known:
            if one.kind == ROW and one.key == group.id and one not in seen.found:
                seen.quads[one] = group.cards[0].quad
    return away
