"""Who sits where round the board: on a bare table, and on the printed mat."""

from __future__ import annotations

from dataclasses import replace
from math import pi, radians

import numpy as np
import pytest
from stone_games import BEGUN
from stone_scenes import GAME, SIZE, Table, camera

from vision.games.stones.board_pose import find_board_pose
from vision.games.stones.seats import at_edges, on_mat, seat_at
from vision.recognise.stones.paper import piece_for
from vision.scene.mat import mat
from vision.tracking import Nothing, Tracker


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("askew", [-30, 0, 30])
def test_a_board_that_lies_askew_has_one_player_at_each_edge(players, askew):
    straight = at_edges(players, -pi / 2)
    assert at_edges(players, -pi / 2 + radians(askew)) == straight
    assert len({zone.middle for zone in straight}) == players


def test_the_markers_of_the_mat_are_nothing_that_somebody_laid():
    """A table on the mat was said to be lost, for its markers belonged nowhere."""
    board, printed = Table().see(BEGUN), mat("stones", BEGUN.options.players)
    middle = next(zone.middle for zone in printed.zones if zone.name == "board")
    places = {each.id: (np.array(each.corners) - middle) * [1, -1] for each in printed.markers}
    markers = tuple(piece_for(number, camera().project(place)) for number, place in places.items())
    pieces = (*board.pieces, *markers)
    tracker = Tracker(GAME, BEGUN.options, lambda photo, _known=None, /: replace(board, pieces=pieces))
    tracker.follow_record((BEGUN,), ())
    decisions = [tracker.look(picture(n), 0.5 * n).decision for n in range(12)]
    assert all(isinstance(each, Nothing) for each in decisions[-4:]), decisions


def picture(number):
    """A frame; no two of a camera are the same to the bit."""
    frame = np.full((SIZE[1], SIZE[0], 3), 60, np.uint8)
    frame[0, 0] = number
    return frame


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("quarters", range(4))
def test_seats_are_those_of_the_mat_however_the_board_lies_on_it(players, quarters):
    printed, pose = mat("stones", players), find_board_pose(Table().see(BEGUN))
    board = next(zone.middle for zone in printed.zones if zone.name == "board")

    def places(points):
        away = (np.array(points) - board) @ np.array([1, -1j]) * 1j**quarters
        return np.column_stack([away.real, away.imag])

    markers = [piece_for(each.id, camera().project(places(each.corners))) for each in printed.markers[:3]]
    seats = on_mat(players, markers, pose)
    golden = [zone for zone in printed.zones if zone.name == "golden"]
    assert [seat_at(seats, places([zone.middle])[0]) for zone in golden] == [zone.seat for zone in golden]
    assert on_mat(players, [], pose) == ()
