"""How many pieces of a kind there are: those that are known, have come, have gone or were never found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from kept import around, kept_table
from stone_games import BEGUN, later, same_but
from stone_scenes import Table, known

from vision.games.stones.counts import counts


@pytest.mark.parametrize(
    ("known_before", "matched", "absent", "new", "best"),
    [
        (5, 5, [], [], 5),  # all are seen
        (5, 4, [], [], 5),  # one has never been seen
        (5, 4, [0.05], [], 4),  # one has gone
        (5, 4, [0.95], [], 5),  # one is hidden as before
        (5, 4, [0.05], [1.0], 5),  # one has moved
        (1, 0, [0.5], [], 1),  # the only one may be hidden
        (5, 5, [], [1.0, 1.0], 7),  # two have come
    ],
)
def test_counts_of_what_came_and_went(known_before, matched, absent, new, best):
    told = counts(known_before, matched, absent, new)
    assert max(told, key=told.__getitem__) == best
    assert max(told.values()) == 1


def test_a_piece_that_was_never_found_may_be_the_one_that_went():
    told = counts(12, 10, [], [])
    assert told[12] == 1
    assert 0.01 < told[11] < 0.5
    assert 0 < counts(12, 12, [], [])[11] < told[11]


def test_a_stone_that_turns_up_where_the_picture_is_as_it_was_has_not_come():
    state, table, recogniser = later(2), Table(), kept_table("stones", BEGUN.options)
    seen = table.see(state)
    recogniser.interpret(seen, known(state))
    dot = table._round("small", "stone", 160.0, 60.0, 14.0, (None, None))
    more = replace(seen, pieces=(*seen.pieces, dot))
    come, dreamt = (
        recogniser.interpret(more, known(state), around(change)).seen.river[0]
        for change in (same_but([np.mean(dot.corners, axis=0)]), same_but())
    )
    now = state.river[0]
    assert max(come, key=come.__getitem__) == now + 1
    assert max(dreamt, key=dreamt.__getitem__) == now
