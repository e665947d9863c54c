"""The marker of Stones: found twice, or not seen at first."""

from __future__ import annotations

from dataclasses import replace

from kept import kept_table
from stone_games import BEGUN, later, text, turn_of
from stone_scenes import GAME, Table, explanations, known, play, without


def test_a_marker_that_is_found_twice_points_at_its_base():
    state = later(2)
    seen = Table().see(state)
    marker = next(piece for piece in seen.pieces if piece.kind == "marker")
    twin = replace(marker, corners=tuple((x + 4, y + 4) for x, y in marker.corners))
    reading = kept_table("stones", state.options).interpret(replace(seen, pieces=(*seen.pieces, twin)), known(state))
    assert reading.position["marker"] == state.marker


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
