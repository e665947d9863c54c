"""What an arm hides of a table of Stones is neither gone nor forgotten."""

import numpy as np
import pytest
from stone_scenes import Table

from engine.games import find_game
from vision.games.stones.board_pieces import CORNERS
from vision.games.stones.board_pose import find_board_pose
from vision.games.stones.tiles import Slots
from vision.games.stones.tracks import COVERED, MISSED, RIVER, PieceTrack, learn, match

GAME = find_game("stones")
STATE = GAME.start(GAME.options_type(players=2), seed=1)
POSE = find_board_pose(Table().see(STATE))
STONE = PieceTrack("stone", "small", RIVER, np.array([10.0, 10.0]), np.array([20.0, 20.0]))
ARM = POSE.pixels(STONE.at[None]) + 40.0 * CORNERS


@pytest.mark.parametrize(("covers", "missed", "unseen"), [([ARM], COVERED, False), ([], MISSED, True)])
def test_a_stone_under_an_arm_may_lie_there_and_is_looked_for_again(covers, missed, unseen):
    matches = match([STONE], [], covers, POSE)
    assert [chance for _, chance in matches.absent] == [missed]
    (kept,) = learn(matches, STATE, (), Slots())
    assert kept.unseen is unseen
