"""The truth of films, as the benchmarks of whole games tell it."""

import json

from engine import record
from tests.benchmarks.films import Film


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
