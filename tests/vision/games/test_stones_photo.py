"""A single photo of a table of Stones tells a position."""

from __future__ import annotations

from dataclasses import replace

import pytest
from stone_games import BEGUN, later
from stone_scenes import GAME, Table, play, see, start, without

from engine.core import Setup
from engine.games.stones.options import StonesOptions
from service.judging import reading


@pytest.mark.parametrize("turns", [0, 4, 8])
def test_a_photo_tells_a_position(turns):
    state = later(turns)
    told = see(Table().see(state)).position
    whole = GAME.position(state)
    assert told["marker"] == whole["marker"]
    assert [stack["stones"] for stack in told["stacks"]] == [stack["stones"] for stack in whole["stacks"]]
    assert [stack["tokens"] for stack in told["stacks"]] == [stack["tokens"] for stack in whole["stacks"]]
    assert told["river"] == whole["river"]
    found = reading(Table().see(state), "stones", state.options)
    assert found["unjudged"] is None


def test_a_photo_in_which_a_stone_is_hidden_tells_no_river():
    told = see(without(Table().see(BEGUN), "small")).position
    assert "river" not in told
    assert GAME.state(Setup(StonesOptions(players=2), told)).river == BEGUN.river


def test_a_wide_stone_that_is_called_a_base_is_a_stone():
    state = play(start(seed=3), "take " + next(str(m)[5:] for m in GAME.moves(start(seed=3), 0)), "place ok")
    seen = Table().see(state)
    at = next(at for at in range(6) if state.stacks[at])
    pieces = tuple(
        replace(piece, label="base") if piece.stack == at and piece.position == 1 else piece for piece in seen.pieces
    )
    told = see(replace(seen, pieces=pieces)).position
    assert len(told["stacks"][at]["stones"]) == 1
