"""Seats in lines for people."""

import pytest

from engine.core import TABLE
from service.seats import player, spoken


def test_players_are_counted_from_one():
    assert [player(seat) for seat in (0, 3, TABLE)] == ["player 1", "player 4", "the table"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Seat 0 does not hold 3-5.", "Player 1 does not hold 3-5."),
        ("It is the turn of seat 1.", "It is the turn of player 2."),
        ("Seats 0 to 3 play, and seat 7 is none.", "Players 1 to 4 play, and player 8 is none."),
        ("one seat, a seated guest", "one seat, a seated guest"),
    ],
)
def test_lines_of_the_engine_are_spoken_as_people_count(line, told):
    assert spoken(line) == told
