"""What an arm hides of a table of Stones is neither gone nor forgotten."""

import numpy as np
import pytest

from engine.games import find_game
from vision.games.stones.tiles import Slots
from vision.games.stones.tracks import COVERED, MISSED, RIVER, PieceTrack, learn, match

GAME = find_game("stones")
STATE = GAME.start(GAME.options_type(players=2), seed=1)
BOX = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
STONE = PieceTrack("stone", "small", RIVER, np.array([10.0, 10.0]), 100.0 + 20.0 * BOX)
ARM = 90.0 + 110.0 * BOX


@pytest.mark.parametrize(("covers", "missed", "unseen"), [([ARM], COVERED, False), ([], MISSED, True)])
def test_a_stone_under_an_arm_may_lie_there_and_is_looked_for_again(covers, missed, unseen):
    matches = match([STONE], [], covers)
    assert [chance for _, chance in matches.absent] == [missed]
    (kept,) = learn(matches, STATE, (), Slots())
    assert kept.unseen is unseen
