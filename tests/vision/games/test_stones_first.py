"""The first look at a table of Stones: what lies there already, and nobody has told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kept import kept_table
from stone_games import BEGUN, VIEWS, text, turn_of
from stone_scenes import GAME, Table, explanations, play


def test_a_display_that_nobody_has_told_is_turned_up():
    fresh = GAME.start(BEGUN.options)
    recogniser = kept_table("stones", BEGUN.options)
    best = explanations(fresh, recogniser.interpret(Table().see(BEGUN), fresh))[0]
    told = {str(move) for seat, move in best.plays}
    assert told == {f"marker {BEGUN.marker}", *(f"turn {tile}" for tile in BEGUN.display)}
    assert {seat for seat, _ in best.plays} == {-1}


@pytest.mark.parametrize("view", VIEWS)
def test_a_stone_that_was_put_up_before_anybody_looked(view):
    fresh, (taken, after, take) = GAME.start(BEGUN.options), turn_of(BEGUN)
    up = replace(taken, stacks=after.stacks)
    recogniser, table = kept_table("stones", BEGUN.options), Table(view)
    begun = explanations(fresh, recogniser.interpret(table.see(up), fresh))[0]
    shown = play(fresh, *(str(move) for _, move in begun.plays), seat=-1)
    assert explanations(shown, recogniser.interpret(table.see(up), shown))[0].plays == ()
    best = explanations(shown, recogniser.interpret(table.see(after), shown))[0]
    assert text(best) == [f"{BEGUN.turn} {take}", f"{BEGUN.turn} place ok"]
