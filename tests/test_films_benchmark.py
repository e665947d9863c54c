"""The truth of films, as the benchmarks of whole games tell it."""

import json

from engine import record
from engine.core import TABLE
from engine.games import find_game
from tests.benchmarks.films import Film, totals


def test_a_tile_that_is_kept_shows_by_the_next_hand(tmp_path):
    plays = [
        {"seat": 0, "move": "start 9-9", "come": 0.8, "left": 3.0},
        {"seat": 1, "move": "draw", "come": 3.5, "left": 4.0},
        {"seat": 1, "move": "keep", "come": 5.0, "left": 5.0},
        {"seat": 0, "move": "extend 9-8 @2,0,0:e", "come": 9.0, "left": 11.0},
        {"seat": 1, "move": "keep", "come": 12.0, "left": 12.0},
    ]
    kept = record.new("stackernoos", {"players": 2})
    for play in plays:
        event = record.Event(0, f"2026-01-01T00:00:{play['left']:06.3f}Z", play["seat"], play["move"])
        kept = record.append(kept, event)
    (tmp_path / "record.jsonl").write_text(record.dumps(kept))
    (tmp_path / "film.json").write_text(json.dumps({"plays": [{"kind": "play", **play} for play in plays]}))
    assert Film(tmp_path).left == (3.0, 4.0, 11.0, 11.0, None)


def test_a_hammer_that_nobody_answers_before_a_film_ends_has_fallen():
    """Where hands are known nobody without a Displacer is asked; a camera does not know them."""
    game = find_game("stonerow")
    state = game.start(game.options_type(players=2), None)
    moves = ("keystone R1", "brickyard G4", "draw quarry", "build B2 G2", "draw quarry", "break B1 r1")
    for text in moves:
        move = game.parse(text)
        seat = next(seat for seat in (TABLE, *game.actors(state)) if game.judge(state, seat, move).legal)
        state = game.play(state, seat, move)
    assert {score.seat: score.total for score in game.score(state)} == {0: 4, 1: 0}
    assert state.pending is not None
    assert totals(game, state) == {0: 0, 1: 0}
