"""What lines for people call a seat; JSON and the record keep its number, which counts from 0."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.core import TABLE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core import Score, Seat

_SEAT: Final = re.compile(r"\b(?P<s>[Ss])eat (?P<seat>\d+)\b")
_SEATS: Final = re.compile(r"\b(?P<s>[Ss])eats (?P<first>\d+) to (?P<last>\d+)\b")
_SPOKEN: Final = {"S": "Player", "s": "player"}


def player(seat: int) -> str:
    """`player 1` for seat 0, and so on; `the table` for the table itself."""
    return "the table" if seat == TABLE else f"player {seat + 1}"


def outcome(winners: Iterable[int]) -> str:
    """Who has won: `It is over: player 1 and player 3 won.`"""
    return f"It is over: {' and '.join(map(player, winners)) or 'nobody'} won."


def totals(scores: Iterable[Score]) -> str:
    """What each has: `player 1: 35, player 2: 21`."""
    return ", ".join(f"{player(score.seat)}: {score.total}" for score in scores)


def spoken(text: str) -> str:
    """A line of the engine with its seats as people count them: `Seat 0 does not hold 3-5.` has player 1 in it."""
    text = _SEATS.sub(
        lambda found: f"{_SPOKEN[found['s']]}s {int(found['first']) + 1} to {int(found['last']) + 1}", text
    )
    return _SEAT.sub(lambda found: f"{_SPOKEN[found['s']]} {int(found['seat']) + 1}", text)


def played(seats: Iterable[Seat]) -> int:
    """How many moves were played, of those made by these seats: what the table turns up or sets is played by nobody."""
    return sum(seat != TABLE for seat in seats)
