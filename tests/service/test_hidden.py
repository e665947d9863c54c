"""What is told of pieces out of sight, by the record."""

from __future__ import annotations

from service.following.hidden import known_to
from vision.scene.memory import Hidden

HERE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
TABLE = [{"tiles": [{"tile": "8-4", "at": [2, 0, 0], "dir": "e"}]}]


def hidden(label, kind="domino"):
    return Hidden(kind, label, HERE, 1.0, None, "piece")


def labels(positions, *facts):
    return [fact["label"] for fact in known_to(positions, facts)]


def test_a_tile_has_the_name_that_the_record_gives_it():
    assert labels(TABLE, hidden("4-8"), hidden("8-4")) == ["8-4", "8-4"]


def test_a_tile_that_lies_on_no_table_was_hidden_on_none():
    assert labels(TABLE, hidden("0-3"), hidden("8-8")) == []
    assert labels([{"tiles": []}], hidden("0-3")) == []


def test_a_tile_of_the_play_that_is_told_lies_there():
    assert labels([*TABLE, {"tiles": [{"tile": "0-3", "at": [0, 0, 1], "dir": "e"}]}], hidden("3-0")) == ["0-3"]


def test_other_pieces_and_tiles_that_were_not_read_are_told_as_they_were():
    assert labels(TABLE, hidden(None), hidden("back"), hidden("R7", "card")) == [None, "back", "R7"]
    assert labels([{"rows": []}], hidden("0-3")) == ["0-3"]
