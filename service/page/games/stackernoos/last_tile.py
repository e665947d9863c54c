"""Whether it may be that a hand is empty although the record counts tiles in it: then the table is asked.

Hands of dominoes are not seen. They are counted: by the deal, by the draws that the camera tells, by the tiles laid. A
draw is the least sure of these, so where a hand would be empty without the draws, its owner may have gone out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import record
from engine.games import find_game
from engine.said import Said
from service.page.game_page import Unseen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.record import Event

GAME: Final = "stackernoos"
OUT: Final = "out"
"""The move by which the table says that a hand is empty (SN-41)."""
DRAW: Final = "draw"


def last_tile(events: Sequence[Event], position: Mapping[str, Any]) -> Unseen | None:
    """Whether the seat that laid the last tile of all is out: its hand would be empty without the draws that the camera
    told.

    `position` is that after all events. None where the count leaves tiles in the hand, where nobody knows it, and
    where the last move laid no tile.
    """
    standing = record.standing(events)
    if not standing or "@" not in standing[-1].move:
        return None
    seat, sizes = standing[-1].seat, position.get("hand_sizes") or []
    size = sizes[seat] if 0 <= seat < len(sizes) else None
    drawn = sum(1 for event in standing if (event.seat, event.move, event.by) == (seat, DRAW, "camera"))
    if size is None or not 0 < size <= drawn:
        return None
    tile = find_game(GAME).parse(standing[-1].move).pieces[0]
    text = Said("Was {tile} the last tile of player {number}?", tile=tile, number=seat + 1)
    return Unseen("last_tile", text, seat, OUT, ("SN-41",))
