"""What is told of pieces out of sight, by the record."""

from __future__ import annotations

import pytest

from service.following.hidden import known_to
from service.page.hidden import hidden_lines
from service.page.language import languages
from vision.observation import Observation, Piece
from vision.scene.memory.track import Occlusion

HERE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
TABLE = [{"tiles": [{"tile": "8-4", "at": [2, 0, 0], "dir": "e"}]}]


def hidden(label, kind="domino"):
    return Occlusion(kind, label, HERE, 1.0, None, "piece")


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


def test_a_stone_is_named_by_the_stack_that_it_lies_in():
    beside, far = (tuple((x + dx, y) for x, y in HERE) for dx in (3.0, 400.0))
    seen = Observation(
        640, 360, "", (Piece("stone", "large", 0.9, far, stack=4), Piece("stone", "small", 0.9, beside, stack=2))
    )
    (fact,) = known_to([{"stacks": []}], [hidden("medium", "stone")], seen)
    assert fact["stack"] == 2
    assert hidden_lines([fact], languages()["en"]) == (
        "a medium stone of stack 3 was hidden under another piece at this moment",
    )
    assert hidden_lines([fact], languages()["sv"]) == (
        "en mellanstor sten i stapel 3 var dold under en annan bit i detta ögonblick",
    )
    alone = Observation(640, 360, "", seen.pieces[:1])
    assert "stack" not in known_to([{"stacks": []}], [hidden("medium", "stone")], alone)[0]


def test_a_stone_of_the_river_under_the_marker_is_of_no_stack():
    """It was told as one of the stack that the marker named, where none stood."""
    near, far = (tuple((x + dx, y) for x, y in HERE) for dx in (4.0, 60.0))
    pieces = (Piece("marker", "marker", 0.9, HERE, stack=1), Piece("stone", "base", 0.9, far, stack=1))
    for more in ((), (Piece("stone", "small", 0.9, near),)):
        seen = Observation(640, 360, "", (*pieces, *more))
        assert "stack" not in known_to([{"stacks": []}], [hidden("medium", "stone")], seen)[0]


@pytest.mark.parametrize(
    ("kind", "label", "line"),
    [
        ("card", None, "ett kort var dolt"),
        ("card", "R7", "röd 7 var dold"),
        ("tile", None, "en stenbricka var dold"),
        ("stone", None, "en sten var dold"),
        ("marker", "marker", "platsmarkören var dold"),
        ("token", "token:red", "en poängmarkör var dold"),
        ("tile", "ML/5", "”mellanstor eller stor, 5 steg” var dold"),
    ],
)
def test_what_was_hidden_agrees_with_its_word_in_swedish(kind, label, line):
    (said,) = hidden_lines([hidden(label, kind).to_json()], languages()["sv"])
    assert said.startswith(line)
