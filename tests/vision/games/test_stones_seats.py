"""Who sits where round the board on a bare table."""

from __future__ import annotations

from math import pi, radians

import pytest

from vision.games.stones.seats import at_edges


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("askew", [-30, 0, 30])
def test_a_board_that_lies_askew_has_one_player_at_each_edge(players, askew):
    straight = at_edges(players, -pi / 2)
    assert at_edges(players, -pi / 2 + radians(askew)) == straight
    assert len({zone.middle for zone in straight}) == players
