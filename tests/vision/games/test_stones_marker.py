"""The marker of Stones: found twice, taken for something else, or not seen at first."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kept import kept_table
from stone_games import BEGUN, later, text, turn_of
from stone_scenes import GAME, Table, explanations, known, play, without

from vision.games.stones import see


def test_a_marker_that_is_found_twice_points_at_its_base():
    state = later(2)
    seen = Table().see(state)
    marker = next(piece for piece in seen.pieces if piece.kind == "marker")
    twin = replace(marker, corners=tuple((x + 4, y + 4) for x, y in marker.corners))
    reading = kept_table("stones", state.options).interpret(replace(seen, pieces=(*seen.pieces, twin)), known(state))
    assert reading.position["marker"] == state.marker


@pytest.mark.parametrize(("share", "told"), [(0.3, True), (0.9, False)])
def test_what_is_hardly_taken_for_a_marker_beside_the_marker_is_none(share, told):
    state = later(2)
    seen, elsewhere = (
        Table().see(state),
        Table().see(next(each for each in map(later, range(9)) if each.marker != state.marker)),
    )
    marker, other = (next(p for p in each.pieces if p.kind == "marker") for each in (seen, elsewhere))
    pieces = (*seen.pieces, replace(other, confidence=share * marker.confidence))
    reading = kept_table("stones", state.options).interpret(replace(seen, pieces=pieces), known(state))
    assert reading.position.get("marker") == (state.marker if told else None)


def test_a_marker_that_was_taken_for_a_token_is_the_marker():
    state = later(2)
    seen = Table().see(state)
    pieces = [replace(p, kind="token", label="token:blue") if p.kind == "marker" else p for p in seen.pieces]
    reading = kept_table("stones", state.options).interpret(replace(seen, pieces=tuple(pieces)), known(state))
    assert reading.position["marker"] == state.marker
    assert "marker" not in see(without(seen, "marker")).position


def test_a_marker_that_nobody_saw_at_first_started_where_a_stone_was_put_up():
    fresh = GAME.start(BEGUN.options)
    recogniser, table = kept_table("stones", BEGUN.options), Table()
    hidden = without(table.see(BEGUN), "marker")
    shown = play(
        fresh, *(str(move) for _, move in explanations(fresh, recogniser.interpret(hidden, fresh))[0].plays), seat=-1
    )
    assert shown.marker != BEGUN.marker
    recogniser.interpret(hidden, shown)
    taken, after, take = turn_of(BEGUN)
    best = explanations(shown, recogniser.interpret(table.see(taken), shown), plies=1)[0]
    assert text(best)[-1] == f"{BEGUN.turn} {take}"
    best = explanations(shown, recogniser.interpret(table.see(after), shown))[0]
    assert text(best) == [f"-1 marker {BEGUN.marker}", f"{BEGUN.turn} {take}", f"{BEGUN.turn} place ok"]
