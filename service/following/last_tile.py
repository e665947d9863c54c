"""Whether it may be that a hand is empty although the record counts tiles in it: then the table is asked.

Hands of dominoes are not seen. They are counted: by the deal, by the draws that the camera tells, by the tiles laid. A
draw is the least sure of these, so where a hand would be empty without the draws, its owner may have gone out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import record
from engine.said import Said
from service.store.questions import Candidate, Question

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.games import AnyGame
    from engine.record import Event

OUT: Final = "out"
"""The move by which the table says that a hand is empty (SN-41)."""
DRAW: Final = "draw"
KIND: Final = "last_tile"
AFTER: Final = 6.0
"""s; a table on which nobody has moved for so long may have ended its game."""


def who_may_be_out(events: Sequence[Event], position: Mapping[str, Any]) -> int | None:
    """The seat that laid the last tile of all, if without the draws that the camera told its hand would be empty.

    `position` is that after all events. None where the count leaves tiles in the hand, where nobody knows it, and
    where the last move laid no tile.
    """
    standing = record.standing(events)
    if not standing or "@" not in standing[-1].move:
        return None
    seat, sizes = standing[-1].seat, position.get("hand_sizes") or []
    size = sizes[seat] if 0 <= seat < len(sizes) else None
    drawn = sum(1 for event in standing if (event.seat, event.move, event.by) == (seat, DRAW, "camera"))
    return seat if size is not None and 0 < size <= drawn else None


def question(rules: AnyGame, seat: int, events: Sequence[Event], frames: tuple[str, ...]) -> Question:
    """What is asked of the seat that laid the last tile."""
    tile = rules.parse(record.standing(events)[-1].move).pieces[0]
    text = Said("Was {tile} the last tile of player {number}?", tile=tile, number=seat + 1)
    return Question(KIND, text, len(events), frames, (Candidate(((seat, OUT),), 0.5, rules=("SN-41",)),))
