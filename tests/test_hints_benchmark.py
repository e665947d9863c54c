"""The benchmark of hints goes on where it was stopped."""

from __future__ import annotations

import sys

from tests.benchmarks import hints


def run(monkeypatch, out, games):
    monkeypatch.setattr(
        sys, "argv", ["hints.py", "--seconds", "0", "--only", "stackernoos", "--games", str(games), "--out", str(out)]
    )
    hints.main()


def test_games_of_a_file_are_not_played_again(monkeypatch, tmp_path, capsys):
    out, played = tmp_path / "games.jsonl", []
    play = hints.play
    monkeypatch.setattr(hints, "play", lambda rules, seed, *rest: played.append(seed) or play(rules, seed, *rest))
    run(monkeypatch, out, 2)
    out.write_bytes(out.read_bytes()[:-20])  # stopped in the middle of a line
    run(monkeypatch, out, 3)
    run(monkeypatch, out, 3)
    assert played == [1, 2, 2, 3]
    assert {seed for _, seed in hints.kept(out, 0.0)} == {1, 2, 3}
    assert hints.kept(out, 1.0) == {}
    assert "n=3" in capsys.readouterr().out
